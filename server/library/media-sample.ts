// Computes a hash of a media file's first and last MiB, which identifies the file after its name has changed. The rest is not read.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { isShortage } from '../disk/shortage.ts';

const partBytes = 1024 * 1024;

/**
 * The hash, in 22 characters; null if the file cannot be read or its size has changed.
 * @throws the system's error if no file can be opened now (isShortage); a moved file would become a new video otherwise
 */
export async function sampleOf(file: string, sizeBytes: number): Promise<string | null> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      if (size !== sizeBytes) return null;
      const hash = createHash('sha256');
      const firstPart = Buffer.alloc(Math.min(partBytes, size));
      const lastOffset = Math.max(size - partBytes, firstPart.length);
      const lastPart = Buffer.alloc(size - lastOffset);
      for (const [part, offset] of [
        [firstPart, 0],
        [lastPart, lastOffset],
      ] as const) {
        const { bytesRead } = await handle.read(part, 0, part.length, offset);
        if (bytesRead !== part.length) return null;
        hash.update(part);
      }
      return hash.digest('base64url').slice(0, 22);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isShortage(error)) throw error;
    // If the file is gone or unreadable, the pass reports it.
    return null;
  }
}
