// Which bytes a request of the player means (RFC 9110 §14). Pure.

/** Of an answer to a range without an end: the player asks on. More would be read ahead of a seek, and thrown away. */
export const mostOfOpenRange = 4 * 1024 * 1024;

/** `end` is the first byte that is not in it. */
export type AskedRange = { kind: 'whole' } | { kind: 'part'; first: number; end: number } | { kind: 'outside' };

/** `header`: of `Range`. What is no single range of bytes is answered whole, as servers do. */
export function askedRange(header: string | null, totalBytes: number): AskedRange {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return { kind: 'whole' };
  if (from === '') return part(Math.max(0, totalBytes - Number(to)), Number(to) === 0 ? 0 : totalBytes, totalBytes);
  const first = Number(from);
  if (to === '') return part(first, first + mostOfOpenRange, totalBytes);
  return Number(to) < first ? { kind: 'whole' } : part(first, Number(to) + 1, totalBytes);
}

function part(first: number, end: number, totalBytes: number): AskedRange {
  return first >= totalBytes || end <= first ? { kind: 'outside' } : { kind: 'part', first, end: Math.min(end, totalBytes) };
}

/** The same in a URL-free form for another server: `bytes=first-last`. */
export function rangeHeader(first: number, end: number): string {
  return `bytes=${first}-${end - 1}`;
}
