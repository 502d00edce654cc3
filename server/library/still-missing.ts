// Checks missing videos again before several are forgotten at once. Videos whose whole folder is absent are not forgotten, because the disk
// may be unplugged. Videos whose files are back are not forgotten either.
import { lstat } from 'node:fs/promises';
import type { Catalogue } from '../catalogue/records.ts';
import { absentFolders, isInOneOf } from './absent-folders.ts';
import type { ScannedPlaces } from './library-places.ts';
import { everyMissing } from './compare-library.ts';

export interface StillMissing<One> {
  gone: One[];
  /** Videos that are missing together with their whole folder. */
  inAbsentFolder: One[];
}

/** The file of a video in neither list exists again, or could not be checked. */
export async function stillMissing<One extends { mediaFile: string }>(
  library: ScannedPlaces,
  catalogue: Catalogue,
  missing: One[],
): Promise<StillMissing<One>> {
  const found: StillMissing<One> = { gone: [], inAbsentFolder: [] };
  if (missing.length === 0) return found;
  const absent = await absentFolders(library, everyMissing(catalogue));
  for (const one of missing) {
    if (isInOneOf(absent, library, one.mediaFile)) found.inAbsentFolder.push(one);
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
