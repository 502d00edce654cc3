// Creates folders for Stowaway's own files, and records them, because only recorded folders are removed when empty.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ScannedPlaces } from './library-places.ts';

export interface CreatedFolders {
  /** @param folder as named in records @param firstMade the topmost folder that was created with it */
  add(folder: string, firstMade: string): void;
}

/** @param folder as named in records. @throws the file system's error */
export async function makeFolder(places: Pick<ScannedPlaces, 'absolute'>, folder: string, createdFolders: CreatedFolders): Promise<void> {
  const whole = places.absolute(folder);
  const first = await mkdir(whole, { recursive: true });
  if (first === undefined) return;
  const below = path.relative(first, whole).split(path.sep).filter(Boolean);
  createdFolders.add(folder, below.length === 0 ? folder : folder.split('/').slice(0, -below.length).join('/'));
}
