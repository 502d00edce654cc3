// Creates folders for Stowaway's own files, and records them, because only recorded folders are removed when empty.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ScannedPlaces } from './library-places.ts';

export interface CreatedFolders {
  /** @param folder as named in records @param firstCreated the topmost folder that was created with it */
  add(folder: string, firstCreated: string): void;
}

/** @param folder as named in records. @throws the file system's error */
export async function makeFolder(places: Pick<ScannedPlaces, 'absolute'>, folder: string, createdFolders: CreatedFolders): Promise<void> {
  const absolute = places.absolute(folder);
  const firstCreated = await mkdir(absolute, { recursive: true });
  if (firstCreated === undefined) return;
  const createdBelow = path.relative(firstCreated, absolute).split(path.sep).filter(Boolean);
  createdFolders.add(folder, createdBelow.length === 0 ? folder : folder.split('/').slice(0, -createdBelow.length).join('/'));
}
