// Parses the byte range that a player requests (RFC 9110 §14). Pure.

/**
 * The most bytes in the answer to a range without an end; the player then requests the next range. The rest of a longer answer would be
 * discarded at a seek.
 */
export const maxOpenRange = 4 * 1024 * 1024;

/** `end` is exclusive. */
export type ByteRange = { kind: 'whole' } | { kind: 'part'; first: number; end: number } | { kind: 'outside' };

/** Parses the value of `Range`. Anything but a single byte range is answered with the whole file, as servers do. */
export function parseRange(header: string | null, totalBytes: number): ByteRange {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return { kind: 'whole' };
  if (from === '') return toRange(Math.max(0, totalBytes - Number(to)), Number(to) === 0 ? 0 : totalBytes, totalBytes);
  const first = Number(from);
  if (to === '') return toRange(first, first + maxOpenRange, totalBytes);
  return Number(to) < first ? { kind: 'whole' } : toRange(first, Number(to) + 1, totalBytes);
}

function toRange(first: number, end: number, totalBytes: number): ByteRange {
  return first >= totalBytes || end <= first ? { kind: 'outside' } : { kind: 'part', first, end: Math.min(end, totalBytes) };
}

/** The `Range` header for these bytes: `bytes=first-last`. */
export function rangeHeader(first: number, end: number): string {
  return `bytes=${first}-${end - 1}`;
}
