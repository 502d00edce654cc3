// Of the videos that the last import did not find, those whose files are gone individually. Checked before several are forgotten at once: an
// unplugged disk is no decision to forget its videos, and the next import finds what has just come back.
import { lstat } from 'node:fs/promises';
import type { Catalogue } from '../catalogue/records.ts';
import { absentFolders, isInOneOf } from './absent-folders.ts';
import type { ScannedPlaces } from './library-places.ts';
import { everyMissing } from './compare-library.ts';

export interface StillMissing<One> {
  gone: One[];
  /** Missing together with its whole folder. */
  inAbsentFolder: One[];
}

/** A video in neither list has its file again, or its disk fails, which proves nothing. */
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
