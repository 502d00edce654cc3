// Lists the renditions in the cache folder, each of which is in its own folder.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { playlistName } from './hls-plan.ts';

export interface StoredRendition {
  key: string;
  bytes: number;
  /** When the rendition was last used: its folder's modification time, which renditions.ts sets. */
  lastUsedAtMs: number;
}

export async function listStoredRenditions(folder: string): Promise<StoredRendition[]> {
  const renditions: StoredRendition[] = [];
  // The folder is created with the first rendition.
  for (const key of await readdir(folder).catch(() => [])) {
    const renditionFolder = path.join(folder, key);
    let bytes = 0;
    for (const name of await readdir(renditionFolder).catch(() => [])) bytes += await sizeOf(path.join(renditionFolder, name)); // removed meanwhile
    const stats = await stat(renditionFolder).catch(() => null); // removed meanwhile
    if (stats) renditions.push({ key, bytes, lastUsedAtMs: stats.mtimeMs });
  }
  return renditions;
}

/** Removes renditions that ffmpeg did not finish, because they cannot be resumed. Never rejects. */
export async function removeUnfinished(folder: string): Promise<void> {
  // The folder is created with the first rendition.
  for (const key of await readdir(folder).catch(() => [])) {
    if (await isComplete(path.join(folder, key))) continue;
    // A killed server's ffmpeg may still be writing into the folder. What stays is removed at the next start, or before the rendition is made.
    await rm(path.join(folder, key), { recursive: true, force: true }).catch(() => undefined);
  }
}

export async function isComplete(renditionFolder: string): Promise<boolean> {
  const list = await readFile(path.join(renditionFolder, playlistName), 'utf8').catch(() => ''); // ffmpeg has not written a list
  return list.includes('#EXT-X-ENDLIST');
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
