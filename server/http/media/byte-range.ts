// Reads the part of a file that a Range header requests (RFC 9110, one range). Pure.

export type ByteRange = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' };

/** White space is matched only after a number, because two adjacent `\s*` would take time quadratic in the length of the white space. */
const oneRange = /^bytes=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i;

/** Headers with another unit, several ranges or invalid syntax are ignored, and the complete file is sent. */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const [, first, second] = oneRange.exec(header ?? '') ?? [];
  if (first === undefined) {
    if (second === undefined) return { kind: 'whole' };
    const length = Number(second);
    return length === 0 || size === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const last = second === undefined ? Number.POSITIVE_INFINITY : Number(second);
  if (last < start) return { kind: 'whole' };
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end: Math.min(last, size - 1) };
}
