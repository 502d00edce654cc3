// A step of an import pass over the whole library: marks as missing the videos whose known files were not found, and reports absent
// folders. Called when all files have been read.
import type { AbsentFolder, Catalogue, ImportProblem } from '../catalogue/records.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import { absentFolders } from './absent-folders.ts';
import type { ScannedPlaces } from './library-places.ts';
import { everyMedia, everyMissing, type LibraryDiff } from './compare-library.ts';
import type { VideoWriter } from './write-videos.ts';

export interface MarkMissingInput {
  places: ScannedPlaces;
  catalogue: Catalogue;
  diff: LibraryDiff;
  writer: Pick<VideoWriter, 'writtenVideos' | 'refusedIds'>;
  /** Media files that could not be read, and so count as neither present nor missing. */
  unreadableFiles: ReadonlySet<string>;
  /** How many files are unchanged, from the report. */
  unchanged: number;
}

export interface MarkedMissing {
  /** How many videos this pass marked. */
  missing: number;
  awayFolders: AbsentFolder[];
  problems: ImportProblem[];
}

export async function markMissing(input: MarkMissingInput): Promise<MarkedMissing> {
  const { places, catalogue, diff, writer, unchanged } = input;
  const { present, missing } = catalogue.countMedia();
  const goneIds = present === unchanged + writer.writtenVideos.size ? [] : await unseenIds(input);
  if (goneIds.length > 0 && diff.found === 0) {
    const reason = present === 1 ? importReasons.onlyOneGone : importReasons.allGone(present);
    return { missing: 0, awayFolders: [{ folder: '.', state: 'empty', videos: present }], problems: [{ file: '.', reason }] };
  }
  if (goneIds.length > 0) catalogue.markMissing(goneIds);
  const awayFolders = missing + goneIds.length > 0 ? await absentFolders(places, everyMissing(catalogue)) : [];
  return { missing: goneIds.length, awayFolders, problems: [] };
}

/** Ids of known videos that this pass neither found nor wrote, except those in places that it could not read. */
async function unseenIds({ catalogue, diff, writer: { writtenVideos, refusedIds }, unreadableFiles }: MarkMissingInput): Promise<string[]> {
  const goneIds: string[] = [];
  for await (const media of everyMedia(catalogue)) {
    if (
      media.isMissing ||
      refusedIds.has(media.videoId) ||
      diff.isUnchanged(media) ||
      writtenVideos.has(media.videoId) ||
      diff.isSkipped(media.mediaFile) ||
      unreadableFiles.has(media.mediaFile)
    )
      continue;
    // A file of the same size that is being written may be this video's file, which was moved a moment ago.
    if (!diff.arrivingSizes.has(media.sizeBytes)) goneIds.push(media.videoId);
  }
  return goneIds;
}
