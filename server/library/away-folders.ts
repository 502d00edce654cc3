// Which folders are away, told from the videos that are missing: a folder that is not there or empty, as a disk that is not mounted
// leaves it. Called at the end of an import pass when something is missing.
import { opendir } from 'node:fs/promises';
import type { AwayFolder, KnownMedia } from '../catalogue/records.ts';
import type { ScannedPlaces } from './library-places.ts';

type FolderState = AwayFolder['state'] | 'there';

/** Highest folders first by how many videos are missing for them. A file that is missing from a folder with others is not told here. */
export async function awayFolders(places: ScannedPlaces, missing: AsyncIterable<KnownMedia>): Promise<AwayFolder[]> {
  const states = new Map<string, FolderState>();
  const found = new Map<string, AwayFolder>();

  async function stateOf(folder: string): Promise<FolderState> {
    const known = states.get(folder);
    if (known !== undefined) return known;
    const state = await stateOfFolder(places.absolute(folder));
    states.set(folder, state);
    return state;
  }

  for await (const { mediaFile } of missing) {
    const segments = mediaFile.split('/').slice(0, -1);
    if (segments[0] === undefined || segments[0].startsWith('.moved')) continue;
    // The highest one that is away says it for all below.
    for (let depth = 1; depth <= segments.length; depth += 1) {
      const folder = segments.slice(0, depth).join('/');
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

export async function stateOfFolder(folder: string): Promise<FolderState> {
  try {
    for await (const entry of await opendir(folder)) if (!entry.name.startsWith('.') && entry.name !== 'lost+found') return 'there';
    return 'empty';
  } catch (error) {
    // A folder that cannot be read is reported by the scan; nothing below it counts as missing.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'not-there' : 'there';
  }
}
