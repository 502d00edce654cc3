import { queueLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';

/** How something is added to the queue (contract, addDownloads). */
export interface AddOptions {
  /** Downloaded right after it was added. */
  isAutoStart: boolean;
  /** Without visiting the page of each video. */
  isFlat: boolean;
  /** Including what is already in the archive. */
  isForced: boolean;
}

export interface AddDownloads extends AddOptions {
  kind: 'add-downloads';
  lines: string[];
}

/** Links, ids or handles, as typed. A task reports what becomes of them. */
export const addDownloads: MutationKind<AddDownloads> = {
  lane: () => queueLane,
  mergeKey: ({ lines, isAutoStart, isFlat, isForced }) => JSON.stringify(['add', lines, isAutoStart, isFlat, isForced]),
  typed: ({ lines }) => ({ into: 'queue', lines }),
  // The history entry shows how many there were.
  brief: (added) => ({ ...added, lines: added.lines.map(() => '') }),
};
