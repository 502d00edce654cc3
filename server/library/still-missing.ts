// Of videos that the last import did not find, those whose files have gone by themselves. Asked before several are forgotten at once: an
// unplugged disk is no decision to forget its videos, and what came back a moment ago is found by the next import.
import { lstat } from 'node:fs/promises';
import type { Catalogue } from '../catalogue/records.ts';
import { awayFolders, isInOneOf } from './away-folders.ts';
import type { ScannedPlaces } from './library-places.ts';
import { everyMissing } from './look-at-library.ts';

export interface StillMissing<One> {
  gone: One[];
  /** Missing together with its whole folder. */
  away: One[];
}

/** What is in neither list has its file again, or lies on a disk that fails, which tells nothing. */
export async function stillMissing<One extends { mediaFile: string }>(
  library: ScannedPlaces,
  catalogue: Catalogue,
  missing: One[],
): Promise<StillMissing<One>> {
  const found: StillMissing<One> = { gone: [], away: [] };
  if (missing.length === 0) return found;
  const away = await awayFolders(library, everyMissing(catalogue));
  for (const one of missing) {
    if (isInOneOf(away, library, one.mediaFile)) found.away.push(one);
    else if (await isGone(library.absolute(one.mediaFile))) found.gone.push(one);
  }
  return found;
}

async function isGone(file: string): Promise<boolean> {
  return lstat(file).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
  );
}
