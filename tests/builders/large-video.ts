// A video of any size: a small one, followed by a box that players skip (ISO 14496-12, `free`), in which no two places look alike.
import { open, readFile } from 'node:fs/promises';

const maxChunk = 8 * 1024 * 1024;

interface LargeVideoOptions {
  /** The path of the small video. */
  smallVideoPath: string;
  /** At least 16 more than the small video has; up to 16 GiB. */
  totalBytes: number;
  /** A different mark gives different bytes. */
  mark?: number;
  /** False: the small video is followed by a hole, which reads as zeros and takes no disk space. */
  isFilled?: boolean;
}

/** Writes the video to `file`. */
export async function writeLargeVideo(file: string, { smallVideoPath, totalBytes, mark = 0, isFilled = true }: LargeVideoOptions): Promise<void> {
  const video = await readFile(smallVideoPath);
  const head = Buffer.alloc(16);
  // A length of 1 means that the real length follows the name.
  head.writeUInt32BE(1, 0);
  head.write('free', 4, 'latin1');
  head.writeBigUInt64BE(BigInt(totalBytes - video.length), 8);
  const handle = await open(file, 'w');
  try {
    await handle.write(Buffer.concat([video, head]));
    await handle.truncate(totalBytes);
    if (!isFilled) return;
    const filledFrom = video.length + head.length;
    for (let offset = filledFrom; offset < totalBytes;) {
      const values = new Uint32Array(Math.ceil(Math.min(maxChunk, totalBytes - offset) / 4));
      // The number of the word, not its offset: the product has 32 bits, so equal words would be 4 GiB apart.
      const firstWord = (offset - filledFrom) / 4;
      for (let index = 0; index < values.length; index += 1) values[index] = Math.imul(firstWord + index, 0x9e3779b1) ^ mark;
      const bytes = new Uint8Array(values.buffer, 0, Math.min(maxChunk, totalBytes - offset));
      await handle.write(bytes, 0, bytes.length, offset);
      offset += bytes.length;
    }
  } finally {
    await handle.close();
  }
}
