// Which folders are absent, derived from the missing videos: a folder that does not exist or is empty, as an unmounted disk leaves it. The library's
// own folder counts as one, for files at its top level. Called at the end of an import pass when something is missing, before a missing video is
// forgotten, and before something is put into a folder.
import { opendir } from 'node:fs/promises';
import type { AbsentFolder, KnownMedia } from '../catalogue/records.ts';
import type { ScannedPlaces } from './library-places.ts';

type FolderState = AbsentFolder['state'] | 'there';

/** Name of the library's own folder among folders that are absent. */
const libraryItself = '.';

/**
 * For each missing video the highest folder that is absent, those with the most videos first. A file missing from a non-empty folder is not counted.
 */
export async function absentFolders(places: ScannedPlaces, missing: AsyncIterable<KnownMedia>): Promise<AbsentFolder[]> {
  const states = new Map<string, FolderState>();
  const found = new Map<string, AbsentFolder>();

  async function stateOf(folder: string): Promise<FolderState> {
    const known = states.get(folder);
    if (known !== undefined) return known;
    const state = await stateOfFolder(places.absolute(folder === libraryItself ? '' : folder));
    states.set(folder, state);
    return state;
  }

  for await (const { mediaFile } of missing) {
    if (mediaFile.startsWith('.moved/')) continue;
    // The highest one that is absent covers everything below it.
    for (const folder of foldersAbove(places, mediaFile)) {
      const state = await stateOf(folder);
      if (state === 'there') continue;
      const entry = found.get(folder) ?? { folder, state, videos: 0 };
      entry.videos += 1;
      found.set(folder, entry);
      break;
    }
  }
  return [...found.values()].toSorted((one, other) => other.videos - one.videos);
}

/** @returns whether a file lies in one of them, at whatever depth */
export function isInOneOf(absent: readonly AbsentFolder[], places: Pick<ScannedPlaces, 'rootOf'>, mediaFile: string): boolean {
  const above = new Set(foldersAbove(places, mediaFile));
  return absent.some(({ folder }) => above.has(folder));
}

/**
 * The folder above these files that is absent: not there or empty, though the archive has videos in it. A file put there is hidden once the disk is
 * mounted, and a folder created again takes the name of the one that comes back. Null: none.
 * @param hasVideosIn includes videos that no import has found missing yet
 */
export async function absentFolderOf(places: ScannedPlaces, files: readonly string[], hasVideosIn: (folder: string) => boolean): Promise<string | null> {
  const folders = new Set(files.flatMap((file) => foldersAbove(places, file)));
  for (const folder of folders)
    if (folder !== libraryItself && (await stateOfFolder(places.absolute(folder))) !== 'there' && hasVideosIn(folder)) return folder;
  return null;
}

/** From the top down. A root other than the library has its own folder name at the beginning. */
function foldersAbove(places: Pick<ScannedPlaces, 'rootOf'>, mediaFile: string): string[] {
  const segments = mediaFile.split('/').slice(0, -1);
  const folders = segments.map((_, depth) => segments.slice(0, depth + 1).join('/'));
  return places.rootOf(mediaFile)?.root.prefix === '' ? [libraryItself, ...folders] : folders;
}

export async function stateOfFolder(folder: string): Promise<FolderState> {
  try {
    for await (const entry of await opendir(folder)) if (!entry.name.startsWith('.') && entry.name !== 'lost+found') return 'there';
    return 'empty';
  } catch (error) {
    // A folder that cannot be read is reported by the scan; nothing below it counts as missing.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'not-there' : 'there';
  }
}
