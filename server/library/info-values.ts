// Careful reading of foreign JSON: every field may be missing, null, of another kind, a number written as text, or
// absurd. Only own properties count, so that `__proto__` and `constructor` in a file are plain unknown keys.

export type Info = Readonly<Record<string, unknown>>;

export function isInfo(value: unknown): value is Info {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function field(info: Info, key: string): unknown {
  return Object.hasOwn(info, key) ? info[key] : undefined;
}

/** The first of the fields that holds a text (or a number, as text); without control characters and halves of emoji, never empty. */
export function text(info: Info, ...keys: string[]): string | null {
  for (const key of keys) {
    const value = field(info, key);
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const clean = String(value)
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .trim();
    if (clean !== '') return clean;
  }
  return null;
}

/** The first of the fields that holds a finite number, also one written as text. */
export function number(info: Info, ...keys: string[]): number | null {
  for (const key of keys) {
    const value = field(info, key);
    const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof parsed === 'number' && Number.isFinite(parsed)) return parsed;
  }
  return null;
}

/** A count: whole and not negative; 0 when missing. */
export function count(info: Info, ...keys: string[]): number {
  return Math.min(Math.max(Math.floor(number(info, ...keys) ?? 0), 0), Number.MAX_SAFE_INTEGER);
}

/** Seconds, not negative; null when missing, zero or below. */
export function seconds(info: Info, ...keys: string[]): number | null {
  const value = number(info, ...keys);
  return value !== null && value > 0 && value < longestSeconds ? value : null;
}

export function list(info: Info, key: string): unknown[] {
  const value = field(info, key);
  return Array.isArray(value) ? value : [];
}

export function object(info: Info, key: string): Info {
  const value = field(info, key);
  return isInfo(value) ? value : {};
}

/** Texts of a list, each once, in their order. */
export function texts(info: Info, key: string): string[] {
  const found = list(info, key).flatMap((value) => text({ value }, 'value') ?? []);
  return [...new Set(found)];
}

/** A year. The longest streams run for weeks; more is a mistake in the file. */
const longestSeconds = 366 * 86_400;
