import { queueLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';

/** How something is added to the queue (contract, addDownloads). */
export interface AddHow {
  /** Downloaded right after it was added. */
  isAutoStart: boolean;
  /** Without visiting the page of each video. */
  isFlat: boolean;
  /** Also what is in the archive already. */
  isForced: boolean;
}

export interface AddDownloads extends AddHow {
  kind: 'add-downloads';
  lines: string[];
}

/** Links, ids or handles, as they were typed. What becomes of them is told by a task. */
export const addDownloads: MutationKind<AddDownloads> = {
  lane: () => queueLane,
  wish: ({ lines, isAutoStart, isFlat, isForced }) => JSON.stringify(['add', lines, isAutoStart, isFlat, isForced]),
  typed: ({ lines }) => ({ into: 'queue', lines }),
  // The words for it say how many.
  brief: (added) => ({ ...added, lines: added.lines.map(() => '') }),
};
