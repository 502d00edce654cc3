// Lists the renditions in the cache folder. Each is in its own folder.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { playlistName } from './hls-plan.ts';

export interface StoredRendition {
  key: string;
  bytes: number;
  readAtMs: number;
}

export async function storedRenditions(folder: string): Promise<StoredRendition[]> {
  const kept: StoredRendition[] = [];
  // The folder is created with the first rendition.
  for (const key of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, key);
    let bytes = 0;
    for (const name of await readdir(place).catch(() => [])) bytes += await sizeOf(path.join(place, name)); // removed meanwhile
    const stats = await stat(place).catch(() => null); // removed meanwhile
    if (stats) kept.push({ key, bytes, readAtMs: stats.mtimeMs });
  }
  return kept;
}

/** Renditions that ffmpeg did not finish are removed, because they cannot be resumed. */
export async function removeUnfinished(folder: string): Promise<void> {
  // The folder is created with the first rendition.
  for (const key of await readdir(folder).catch(() => [])) {
    if (!(await isComplete(path.join(folder, key)))) await rm(path.join(folder, key), { recursive: true, force: true });
  }
}

export async function isComplete(place: string): Promise<boolean> {
  const written = await readFile(path.join(place, playlistName), 'utf8').catch(() => ''); // not even started
  return written.includes('#EXT-X-ENDLIST');
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
