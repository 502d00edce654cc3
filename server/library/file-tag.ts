import type { BigIntStats } from 'node:fs';

/** A strong ETag (RFC 9110 §8.8.3) with its quotes. It changes when the file is written to or replaced. */
export function fileTag({ mtimeNs, size, ino }: Pick<BigIntStats, 'mtimeNs' | 'size' | 'ino'>): string {
  return `"${mtimeNs.toString(36)}-${size.toString(36)}-${ino.toString(36)}"`;
}
