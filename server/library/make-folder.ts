// Folders that Stowaway makes for files of its own are remembered: these alone go when they have become empty.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ScannedPlaces } from './library-places.ts';

export interface MadeFolders {
  /** @param folder as records name it, with those above it that were made along with it, `firstMade` the highest */
  add(folder: string, firstMade: string): void;
}

/** @param folder as records name it. @throws what the file system says */
export async function makeFolder(places: Pick<ScannedPlaces, 'absolute'>, folder: string, made: MadeFolders): Promise<void> {
  const whole = places.absolute(folder);
  const first = await mkdir(whole, { recursive: true });
  if (first === undefined) return;
  const below = path.relative(first, whole).split(path.sep).filter(Boolean);
  made.add(folder, below.length === 0 ? folder : folder.split('/').slice(0, -below.length).join('/'));
}
