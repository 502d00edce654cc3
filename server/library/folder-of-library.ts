// Lists one folder of the library again after the scan of all of them, which keeps nothing.
import type { ScannedPlaces } from './library-places.ts';
import { groupFiles, type FolderGroups, type VideoFiles } from './group-files.ts';
import { readFolder } from './scan-library.ts';

/** Null when it cannot be read. */
export async function groupsOfFolder(places: ScannedPlaces, folder: string): Promise<FolderGroups | null> {
  const found = await readFolder(places, folder);
  return found && groupFiles(found);
}

/** The media file with its companions; null when it is not there. */
export async function filesOfMedia(places: ScannedPlaces, mediaFile: string): Promise<VideoFiles | null> {
  const groups = await groupsOfFolder(places, folderOf(mediaFile));
  return groups?.videos.find(({ media }) => media.path === mediaFile) ?? null;
}

/** Empty for the root. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(file.lastIndexOf('/'), 0));
}
