// A video of any size: a small one, followed by a box that players skip (ISO 14496-12, `free`), in which no two places look alike.
import { open, readFile } from 'node:fs/promises';

const maxChunk = 8 * 1024 * 1024;

interface LargeVideoOptions {
  small: string;
  /** At least 16 bytes more than `small`. */
  totalBytes: number;
  /** A different mark gives different bytes. */
  mark?: number;
  /** False: after the small video the file has a hole: zeros that take no disk space. */
  isFilled?: boolean;
}

/** Writes the video to `file`. */
export async function writeLargeVideo(file: string, { small, totalBytes, mark = 0, isFilled = true }: LargeVideoOptions): Promise<void> {
  const video = await readFile(small);
  const head = Buffer.alloc(16);
  // A length of 1 means that the real one follows the name.
  head.writeUInt32BE(1, 0);
  head.write('free', 4, 'latin1');
  head.writeBigUInt64BE(BigInt(totalBytes - video.length), 8);
  const handle = await open(file, 'w');
  try {
    await handle.write(Buffer.concat([video, head]));
    await handle.truncate(totalBytes);
    if (!isFilled) return;
    for (let at = video.length + head.length; at < totalBytes;) {
      const words = new Uint32Array(Math.ceil(Math.min(maxChunk, totalBytes - at) / 4));
      for (let word = 0; word < words.length; word += 1) words[word] = Math.imul(at + word * 4 + mark, 0x9e3779b1);
      const bytes = new Uint8Array(words.buffer, 0, Math.min(maxChunk, totalBytes - at));
      await handle.write(bytes, 0, bytes.length, at);
      at += bytes.length;
    }
  } finally {
    await handle.close();
  }
}
