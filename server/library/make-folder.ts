// Creates folders for Stowaway's own files, and records them, because only recorded folders are removed when empty.
import { mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { ScannedPlaces } from './library-places.ts';

export interface CreatedFolders {
  /** @param folder a stored name @param firstCreated the topmost folder that was created with it */
  add(folder: string, firstCreated: string): void;
}

/** Calls run one at a time, so that none finds a folder that another call is about to remove. */
const serialize = pLimit(1);

/** @param folder a stored name @throws errors of the file system and the database */
export function makeFolder(places: Pick<ScannedPlaces, 'absolute'>, folder: string, createdFolders: CreatedFolders): Promise<void> {
  return serialize(() => makeRecorded(places, folder, createdFolders));
}

async function makeRecorded(places: Pick<ScannedPlaces, 'absolute'>, folder: string, createdFolders: CreatedFolders): Promise<void> {
  const absolute = places.absolute(folder);
  const firstCreated = await mkdir(absolute, { recursive: true });
  if (firstCreated === undefined) return;
  const namesBelowFirst = path.relative(firstCreated, absolute).split(path.sep).filter(Boolean);
  try {
    createdFolders.add(folder, namesBelowFirst.length === 0 ? folder : folder.split('/').slice(0, -namesBelowFirst.length).join('/'));
  } catch (error) {
    // Without its record the folder would count as the owner's, so it is removed. A later try creates it again.
    for (let createdFolder = absolute; createdFolder.length >= firstCreated.length; createdFolder = path.dirname(createdFolder))
      // The removal fails if somebody has put a file into the folder.
      await rmdir(createdFolder).catch(() => undefined);
    throw error;
  }
}
