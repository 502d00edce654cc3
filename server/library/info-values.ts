// Reads foreign JSON defensively: every field may be missing, null, of another type, a number written as text, or absurd. Only own
// properties are read, so `__proto__` and `constructor` in a file are ordinary unknown keys. All results are limited, so that the database
// can store them and lists stay fast.

export type Info = Readonly<Record<string, unknown>>;

export function isInfo(value: unknown): value is Info {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function field(info: Info, key: string): unknown {
  return Object.hasOwn(info, key) ? info[key] : undefined;
}

/** The limit for titles, names and ids; the longest on any site have a few hundred characters. */
const maxTextLength = 2_000;
/** The limit for descriptions and comments; YouTube allows 5 000 and 10 000 characters. */
const maxProseLength = 100_000;
/** More items of one kind (tags, chapters, segments) are a mistake in the file. */
const maxListItems = 10_000;
/** Twice as many comments as the largest real descriptions contain. */
export const maxComments = 200_000;
/** The limit for entries of playlists and lists of files. */
export const maxEntries = 100_000;
/** A trillion, so that sums over a whole library stay exact. */
const maxCount = 1e12;

/**
 * The first of the fields that contains text (or a number, as text). The text is not empty, has at most 2 000 characters, and contains no
 * lone surrogates, and no control characters except tabs and line ends.
 */
export function text(info: Info, ...keys: string[]): string | null {
  for (const key of keys) {
    const clean = cleanText(field(info, key), maxTextLength);
    if (clean !== null) return clean;
  }
  return null;
}

/** Like `text`, for long texts; cut at 100 000 characters. */
export function prose(info: Info, key: string): string | null {
  return cleanText(field(info, key), maxProseLength);
}

/** The first of the fields that contains a web address. Addresses of 2 000 characters or more are ignored, because `text` may have cut them. */
export function address(info: Info, ...keys: string[]): string | null {
  for (const key of keys) {
    const value = text(info, key);
    if (value !== null && value.length < maxTextLength && /^https?:\/\//i.test(value)) return value;
  }
  return null;
}

function cleanText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const clean = truncate(String(value), 2 * maxLength)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim();
  return clean === '' ? null : truncate(clean, maxLength);
}

/** Never cuts between the two halves of a surrogate pair. */
function truncate(value: string, maxLength: number): string {
  if (value.length <= maxLength) return value;
  const lastCode = value.charCodeAt(maxLength - 1);
  return value.slice(0, lastCode >= 0xd800 && lastCode <= 0xdbff ? maxLength - 1 : maxLength);
}

/** The first of the fields that contains a finite number, which may be written as text. */
export function number(info: Info, ...keys: string[]): number | null {
  for (const key of keys) {
    const value = field(info, key);
    const parsedNumber = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof parsedNumber === 'number' && Number.isFinite(parsedNumber)) return parsedNumber;
  }
  return null;
}

/** A non-negative integer, at most a trillion; 0 if missing. */
export function count(info: Info, ...keys: string[]): number {
  return boundedCount(number(info, ...keys) ?? 0);
}

export function boundedCount(value: number): number {
  return Math.min(Math.max(Math.floor(value), 0), maxCount);
}

/** A time as whole Unix seconds; null if missing, before 1970 or absurd. Milliseconds, which some tools write, are recognized. */
export function unixTime(info: Info, ...keys: string[]): number | null {
  for (const key of keys) {
    const value = number(info, key);
    const unixSeconds = value === null ? 0 : secondsOfMoment(value);
    if (unixSeconds > 0) return unixSeconds;
  }
  return null;
}

/** Numbers up to the year 5138 count as seconds, larger ones as milli-, micro- or nanoseconds; 0 for any other number. */
function secondsOfMoment(value: number): number {
  for (const unit of [1, 1e3, 1e6, 1e9]) if (value / unit < 1e11) return Math.max(Math.floor(value / unit), 0);
  return 0;
}

/** Two days before the end of the year 9999, so that ISO 8601 has a four-digit year in every time zone. */
const maxMoment = 253_402_128_000;

/** Whole Unix seconds between 1970 and 9999. */
export function boundedUnixTime(unixSeconds: number): number {
  return Math.min(Math.max(Math.floor(unixSeconds) || 0, 0), maxMoment);
}

/** A duration in seconds; null if missing, not above zero, or too long. */
export function seconds(info: Info, ...keys: string[]): number | null {
  const value = number(info, ...keys);
  return value !== null && isDuration(value) ? value : null;
}

/** Whether a number is a plausible duration: above zero and below a year. */
export function isDuration(value: number): boolean {
  return value > 0 && value < maxDurationSeconds;
}

export function list(info: Info, key: string): unknown[] {
  const value = field(info, key);
  return Array.isArray(value) ? value : [];
}

/** The objects of a list, at most 10 000 of them. */
export function objects(info: Info, key: string): Info[] {
  return list(info, key).slice(0, maxListItems).filter(isInfo);
}

export function object(info: Info, key: string): Info {
  const value = field(info, key);
  return isInfo(value) ? value : {};
}

/** The texts of a list, without duplicates, in order. */
export function texts(info: Info, key: string): string[] {
  const values = list(info, key)
    .slice(0, maxListItems)
    .flatMap((value) => text({ value }, 'value') ?? []);
  return [...new Set(values)];
}

/** A year. The longest streams last for weeks, so a longer duration is a mistake in the file. */
const maxDurationSeconds = 366 * 86_400;
