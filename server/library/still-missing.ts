// Checks missing videos again before several are forgotten at once. Videos whose whole folder is absent are not forgotten, because the disk
// may be unplugged. Videos whose files exist again are not forgotten either.
import { lstat } from 'node:fs/promises';
import type { Catalogue } from '../catalogue/records.ts';
import { isNotFound } from '../disk/read-if-exists.ts';
import { absentFolders, isInOneOf } from './absent-folders.ts';
import type { ScannedPlaces } from './library-places.ts';
import { everyMissing } from './compare-library.ts';

export interface StillMissing<Video> {
  /** Videos whose file does not exist. */
  goneVideos: Video[];
  /** Videos that are missing together with their whole folder. */
  videosInAbsentFolder: Video[];
}

/** Sorts missing videos into two lists. If a video is in neither, its file exists again or could not be checked. */
export async function stillMissing<Video extends { mediaFile: string }>(
  library: ScannedPlaces,
  catalogue: Catalogue,
  missingVideos: Video[],
): Promise<StillMissing<Video>> {
  const result: StillMissing<Video> = { goneVideos: [], videosInAbsentFolder: [] };
  if (missingVideos.length === 0) return result;
  const absent = await absentFolders(library, everyMissing(catalogue));
  for (const video of missingVideos) {
    if (isInOneOf(absent, library, video.mediaFile)) result.videosInAbsentFolder.push(video);
    else if (await isGone(library.absolute(video.mediaFile))) result.goneVideos.push(video);
  }
  return result;
}

async function isGone(file: string): Promise<boolean> {
  return lstat(file).then(() => false, isNotFound);
}
