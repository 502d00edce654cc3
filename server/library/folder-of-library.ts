// Lists one folder of the library again, because the scan of the whole library keeps no folder.
import type { ScannedPlaces } from './library-places.ts';
import { groupFiles, type FolderGroups, type VideoFiles } from './group-files.ts';
import { readFolder, type Scan } from './scan-library.ts';

/** Null if the folder cannot be read. `unreadableFiles`: see `readFolder`. */
export async function groupsOfFolder(places: ScannedPlaces, folder: string): Promise<(FolderGroups & Pick<Scan, 'unreadableFiles'>) | null> {
  const foundFolder = await readFolder(places, folder);
  return foundFolder && { ...groupFiles(foundFolder), unreadableFiles: foundFolder.unreadableFiles };
}

/** The media file with its companions; null if it does not exist. */
export async function filesOfMedia(places: ScannedPlaces, mediaFile: string): Promise<VideoFiles | null> {
  const groups = await groupsOfFolder(places, folderOf(mediaFile));
  return groups?.videos.find(({ media }) => media.path === mediaFile) ?? null;
}

/** The folder's path; empty for the root. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(file.lastIndexOf('/'), 0));
}
