// Limits the bytes of the kept pictures. Those made longest ago are removed first, whether or not they are still shown, because making one
// again takes a fraction of a second. So the copies of pictures that changed or were deleted go too.
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isNotFound } from '../disk/read-if-exists.ts';

export interface KeptPictures {
  /** Counts a new picture, and removes the oldest ones over the limit. */
  add(name: string, bytes: number): Promise<void>;
}

/** The share of the limit that remains used after a removal: below 1, so that not every new picture removes one. */
const removalTargetShare = 0.95;

/** The names that resized-pictures.ts gives, and those of its unfinished files (unfinished-name.ts). */
const namePattern = /^[0-9a-f]{40}\.webp$/;
const unfinishedPattern = /^\.[0-9a-f]{40}\.webp\.unfinished$/;

/**
 * Counts the pictures in the folder, and removes what a killed server left unfinished. Files with other names are somebody else's, and are
 * never removed. @throws the system's error
 */
export async function openKeptPictures(folder: string, maxBytes: number): Promise<KeptPictures> {
  const pictures: { name: string; bytes: number; madeAtMs: number }[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (unfinishedPattern.test(name)) await rm(file, { force: true });
    if (!namePattern.test(name)) continue;
    const stats = await stat(file).catch((error: unknown) => {
      if (isNotFound(error)) return null; // removed meanwhile
      throw error;
    });
    // The modification time is the original's.
    if (stats !== null) pictures.push({ name, bytes: stats.size, madeAtMs: stats.ctimeMs });
  }
  /** Oldest first. */
  const bytesByName = new Map(pictures.sort((one, other) => one.madeAtMs - other.madeAtMs).map(({ name, bytes }) => [name, bytes]));
  let totalBytes = pictures.reduce((sum, { bytes }) => sum + bytes, 0);

  return {
    async add(name, bytes) {
      totalBytes += bytes - (bytesByName.get(name) ?? 0);
      bytesByName.delete(name); // its file was removed by somebody else; the new one is the newest
      bytesByName.set(name, bytes);
      if (totalBytes <= maxBytes) return;
      for (const [oldName, oldBytes] of bytesByName) {
        if (totalBytes <= maxBytes * removalTargetShare) break;
        // Counted before the wait, because another picture may be added meanwhile, and must not remove this one a second time.
        bytesByName.delete(oldName);
        totalBytes -= oldBytes;
        await rm(path.join(folder, oldName), { force: true });
      }
    },
  };
}
