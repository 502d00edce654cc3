// Chooses between two files with one id. Of two copies of one video, the better one is imported. Of two originals from other sites whose
// derived ids collide, the first one stays. The file that is not imported is reported.
import { importReasons } from '../texts/en/import-reasons.ts';
import type { LoadedVideo } from './read-video.ts';

export interface CopyChooser {
  /** Whether to write this video. If a worse copy of the video has been written, this video replaces that copy. */
  offer(video: LoadedVideo): Promise<boolean>;
  /** All files that were left out. To be called once all videos have been offered. */
  rejectedCopies(): RejectedCopy[];
}

/** A file that is not imported, because another file has the same id. */
export interface RejectedCopy {
  file: string;
  importedFile: string;
  reason: string;
}

interface Copy {
  path: string;
  origin: string;
  height: number;
  sizeBytes: number;
}

/**
 * @param readUnchanged reads the video that the archive already has under this id. Called once per id. If it returns null, because there is
 *   no such video, its file has changed, or a disk fails, the offered video is imported.
 */
export function createCopyChooser(readUnchanged: (videoId: string) => Promise<LoadedVideo | null>): CopyChooser {
  const chosenCopies = new Map<string, Copy>();
  const rejections: { file: string; videoId: string; isCopy: boolean }[] = [];

  async function copyOf(videoId: string): Promise<Copy | null> {
    const chosenCopy = chosenCopies.get(videoId);
    if (chosenCopy) return chosenCopy;
    const video = await readUnchanged(videoId);
    if (!video) return null;
    const copy = describe(video);
    chosenCopies.set(videoId, copy);
    return copy;
  }

  return {
    async offer(video) {
      const { videoId } = video.record;
      const offeredCopy = describe(video);
      const currentCopy = await copyOf(videoId);
      if (currentCopy && currentCopy.origin !== offeredCopy.origin && !isSourceUnknown(currentCopy.origin) && !isSourceUnknown(offeredCopy.origin)) {
        rejections.push({ file: offeredCopy.path, videoId, isCopy: false });
        return false;
      }
      if (currentCopy && !isBetter(offeredCopy, currentCopy)) {
        rejections.push({ file: offeredCopy.path, videoId, isCopy: true });
        return false;
      }
      if (currentCopy) rejections.push({ file: currentCopy.path, videoId, isCopy: true });
      chosenCopies.set(videoId, offeredCopy);
      return true;
    },
    rejectedCopies: () =>
      rejections.map(({ file, videoId, isCopy }) => {
        const importedFile = chosenCopies.get(videoId)?.path ?? '';
        const reason = isCopy ? importReasons.otherCopy(importedFile) : importReasons.idTaken(videoId, importedFile);
        return { file, importedFile, reason };
      }),
  };
}

function describe(video: LoadedVideo): Copy {
  const height = Math.max(0, ...video.record.streams.map((stream) => stream.height ?? 0));
  return { path: video.record.mediaFile, origin: video.origin, height, sizeBytes: video.record.mediaSizeBytes };
}

/** An origin `known …` (read-video.ts) means that the file has no description and kept its id in the archive, so its source is unknown. */
function isSourceUnknown(origin: string): boolean {
  return origin.startsWith('known ');
}

function isBetter(one: Copy, other: Copy): boolean {
  if (one.height !== other.height) return one.height > other.height;
  if (one.sizeBytes !== other.sizeBytes) return one.sizeBytes > other.sizeBytes;
  return one.path < other.path;
}
