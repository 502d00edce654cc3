// Reads the part of a file that a Range header requests (RFC 9110, one range). Pure.

export type ByteRange = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' };

/** Each number's group includes the white space after it. Two adjacent `\s*` would take time quadratic in the length of the white space. */
const oneRange = /^bytes=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i;

/** Headers with another unit, several ranges or invalid syntax are ignored, and the complete file is sent. */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const [, startText, endText] = oneRange.exec(header ?? '') ?? [];
  if (startText === undefined) {
    if (endText === undefined) return { kind: 'whole' };
    const length = Number(endText);
    return length === 0 || size === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(startText);
  const lastByte = endText === undefined ? Number.POSITIVE_INFINITY : Number(endText);
  if (lastByte < start) return { kind: 'whole' };
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end: Math.min(lastByte, size - 1) };
}
