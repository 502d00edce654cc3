// Two files may carry one id: copies of one video, of which the better is taken, or two originals of other sites whose
// made ids meet, of which the first stays. Either way the other is named in the report.
import type { ReadVideo } from './read-video.ts';

export interface CopyChooser {
  /** Whether this one is to be written (again, when it is better than one that was written before). */
  offer(video: ReadVideo): Promise<{ isTaken: boolean; left: LeftCopy | null }>;
}

/** The one of two files with one id that is left out. */
export interface LeftCopy {
  file: string;
  takenFile: string;
  reason: string;
}

interface Copy {
  path: string;
  origin: string;
  height: number;
  sizeBytes: number;
}

/** @param readUnchanged the video of this id that did not change, read anew to be compared; null without such a one. Asked once. */
export function createCopyChooser(readUnchanged: (videoId: string) => Promise<ReadVideo | null>): CopyChooser {
  const chosen = new Map<string, Copy>();

  async function copyOf(videoId: string): Promise<Copy | null> {
    const known = chosen.get(videoId);
    if (known) return known;
    const video = await readUnchanged(videoId);
    if (!video) return null;
    const copy = describe(video);
    chosen.set(videoId, copy);
    return copy;
  }

  return {
    async offer(video) {
      const { videoId } = video.record;
      const offered = describe(video);
      const before = await copyOf(videoId);
      if (!before) {
        chosen.set(videoId, offered);
        return { isTaken: true, left: null };
      }
      if (before.origin !== offered.origin && !isUnknown(before.origin) && !isUnknown(offered.origin)) {
        return {
          isTaken: false,
          left: {
            file: offered.path,
            takenFile: before.path,
            reason: `Its made id ${videoId} is already that of another video, ${before.path}. It was left out.`,
          },
        };
      }
      if (!isBetter(offered, before)) return { isTaken: false, left: anotherCopy(offered, before) };
      chosen.set(videoId, offered);
      return { isTaken: true, left: anotherCopy(before, offered) };
    },
  };
}

function describe(video: ReadVideo): Copy {
  const height = Math.max(0, ...video.record.streams.map((stream) => stream.height ?? 0));
  return { path: video.record.mediaFile, origin: video.origin, height, sizeBytes: video.record.mediaSizeBytes };
}

/** A file without a description that keeps the id it had says nothing of where it came from. */
function isUnknown(origin: string): boolean {
  return origin.startsWith('known ');
}

function isBetter(one: Copy, other: Copy): boolean {
  if (one.height !== other.height) return one.height > other.height;
  if (one.sizeBytes !== other.sizeBytes) return one.sizeBytes > other.sizeBytes;
  return one.path < other.path;
}

function anotherCopy(left: Copy, taken: Copy): LeftCopy {
  return { file: left.path, takenFile: taken.path, reason: `Another copy of ${taken.path}, which is the better one and was taken.` };
}
