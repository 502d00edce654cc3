import { queueLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { Mutation } from '../../mirror/rows.ts';
import type { ChangeDownload } from './change-download.ts';

/** The options of an addition to the queue (contract, addDownloads). */
export interface AddOptions {
  /** Whether the archive downloads the videos right after adding them. */
  isAutoStart: boolean;
  /** Whether the archive adds the videos without visiting the page of each. */
  isFlat: boolean;
  /** Whether videos that are already in the archive are added too. */
  isForced: boolean;
}

export interface AddDownloads extends AddOptions {
  kind: 'add-downloads';
  lines: string[];
  /**
   * Recorded before a forced addition is sent to a server without Idempotency-Keys: its videos, none of which is in the queue yet. Absent if
   * the lines may stand for other videos too, or some are in the queue.
   */
  newVideoIds?: string[];
  sentAtMs?: number;
}

/** Matches an id of YouTube's, or an address there that contains the id of its video. Ids from other sites are not in their addresses. */
const oneVideo = /youtube\.com\/.*[?&]v=|youtu\.be\/|^[\w-]{11}$/;

/** A network that fails once or twice does not change the order. */
const maxAttemptsWaitedFor = 3;

/** Adds links, ids or handles to the queue, as typed. The archive reports the result with a task. */
export const addDownloads: MutationKind<AddDownloads> = {
  lane: () => queueLane,
  mergeKey: ({ lines, isAutoStart, isFlat, isForced }) => JSON.stringify(['add', lines, isAutoStart, isFlat, isForced]),
  // Additions are sent in order, unless the archive keeps failing at one.
  isOrderedByMergeKey: true,
  // The archive skips an item that is still in its queue. If the addition were sent first, the removal would then remove the item for good.
  // Channels, playlists and addresses without an id may stand for the removed item too. They do not wait for a removal that keeps failing.
  waitsFor: ({ lines }, earlier, attempts) =>
    (earlier.kind === 'add-downloads' && attempts < maxAttemptsWaitedFor) ||
    (isRemoval(earlier) && lines.some((line) => line.includes(earlier.videoId) || (attempts === 0 && !oneVideo.test(line)))),
  typed: ({ lines }) => ({ into: 'queue', lines }),
  // The lines become blank, because the history shows only their number.
  shorten: ({ kind, lines, isAutoStart, isFlat, isForced }) => ({ kind, lines: lines.map(() => ''), isAutoStart, isFlat, isForced }),
};

function isRemoval(mutation: Mutation): mutation is ChangeDownload {
  return mutation.kind === 'change-download' && (mutation as ChangeDownload).to === 'forgotten';
}
