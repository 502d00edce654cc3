import { queueLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';

/** The options of an addition to the queue (contract, addDownloads). */
export interface AddOptions {
  /** Downloaded right after it was added. */
  isAutoStart: boolean;
  /** Without visiting the page of each video. */
  isFlat: boolean;
  /** Including videos that are already in the archive. */
  isForced: boolean;
}

export interface AddDownloads extends AddOptions {
  kind: 'add-downloads';
  lines: string[];
}

/** Links, ids or handles, as typed. A task reports the result. */
export const addDownloads: MutationKind<AddDownloads> = {
  lane: () => queueLane,
  mergeKey: ({ lines, isAutoStart, isFlat, isForced }) => JSON.stringify(['add', lines, isAutoStart, isFlat, isForced]),
  typed: ({ lines }) => ({ into: 'queue', lines }),
  // The history entry shows how many there were.
  brief: (added) => ({ ...added, lines: added.lines.map(() => '') }),
};
