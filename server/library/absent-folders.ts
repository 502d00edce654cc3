// Finds out which folders of missing videos are absent. A folder is absent if it does not exist, or is empty like an unmounted mount point.
// For files at the library's top level, the library's own folder can be absent. Called at the end of an import pass if videos are missing,
// before a missing video is forgotten, and before a file is put into a folder.
import { opendir } from 'node:fs/promises';
import type { AbsentFolder, KnownMedia } from '../catalogue/records.ts';
import { isShortage } from '../disk/shortage.ts';
import type { ScannedPlaces } from './library-places.ts';

type FolderState = AbsentFolder['state'] | 'there';

/** The name of the library's own folder among absent folders. */
export const libraryItself = '.';

/**
 * The topmost absent folders above missing videos, each with the number of these videos, the largest number first. A video missing from a
 * non-empty folder is not counted.
 * @throws the system's error if no folder can be opened now (isShortage); otherwise every folder would seem to be there
 */
export async function absentFolders(places: ScannedPlaces, missingMedia: AsyncIterable<KnownMedia>): Promise<AbsentFolder[]> {
  const states = new Map<string, FolderState>();
  const absentByName = new Map<string, AbsentFolder>();

  async function stateOf(folder: string): Promise<FolderState> {
    const cachedState = states.get(folder);
    if (cachedState !== undefined) return cachedState;
    const state = await readState(places.absolute(folder === libraryItself ? '' : folder));
    states.set(folder, state);
    return state;
  }

  for await (const { mediaFile } of missingMedia) {
    // Not a real path: another video has taken this video's path (write-videos.ts).
    if (mediaFile.startsWith('.moved/')) continue;
    // The topmost absent folder covers everything below it.
    for (const folder of foldersAbove(places, mediaFile)) {
      const state = await stateOf(folder);
      if (state === 'there') continue;
      const absentFolder = absentByName.get(folder) ?? { folder, state, videos: 0 };
      absentFolder.videos += 1;
      absentByName.set(folder, absentFolder);
      break;
    }
  }
  return [...absentByName.values()].toSorted((one, other) => other.videos - one.videos);
}

/** Whether a file is in one of these folders, at any depth. */
export function isInOneOf(absent: readonly AbsentFolder[], places: Pick<ScannedPlaces, 'rootOf'>, mediaFile: string): boolean {
  const ownFolders = new Set(foldersAbove(places, mediaFile));
  return absent.some(({ folder }) => ownFolders.has(folder));
}

/**
 * The first folder above these files that is absent although the archive has videos in it; null if there is none. Nothing may be
 * put there: a file would be hidden once the disk is mounted, and a new folder would take the name of the folder that returns.
 * @param hasVideosIn whether the archive has videos in a folder, including missing videos that no import has marked yet; also called with
 *   `libraryItself`
 */
export async function absentFolderOf(places: ScannedPlaces, files: readonly string[], hasVideosIn: (folder: string) => boolean): Promise<string | null> {
  const folders = new Set(files.flatMap((file) => foldersAbove(places, file)));
  for (const folder of folders) {
    const absolute = places.absolute(folder === libraryItself ? '' : folder);
    if ((await stateOfFolder(absolute)) !== 'there' && hasVideosIn(folder)) return folder;
  }
  return null;
}

/** The folders above a file, from the top down. In a root other than the library, paths begin with the root's own name. */
function foldersAbove(places: Pick<ScannedPlaces, 'rootOf'>, mediaFile: string): string[] {
  const segments = mediaFile.split('/').slice(0, -1);
  const folders = segments.map((_, depth) => segments.slice(0, depth + 1).join('/'));
  return places.rootOf(mediaFile)?.root.prefix === '' ? [libraryItself, ...folders] : folders;
}

export async function stateOfFolder(folder: string): Promise<FolderState> {
  return readState(folder).catch((): FolderState => 'there'); // a shortage says nothing about the folder
}

/** @throws the system's error if no folder can be opened now (isShortage) */
async function readState(folder: string): Promise<FolderState> {
  try {
    for await (const entry of await opendir(folder)) if (!entry.name.startsWith('.') && entry.name !== 'lost+found') return 'there';
    return 'empty';
  } catch (error) {
    if (isShortage(error)) throw error;
    // A folder that cannot be read is reported by the scan; nothing below it counts as missing.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'not-there' : 'there';
  }
}
