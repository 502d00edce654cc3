import { queueLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { MutationOf } from '../../mirror/rows.ts';

/** Links, ids or handles, as they were typed. What becomes of them is told by a task. */
export const addDownloads: MutationKind<MutationOf<'add-downloads'>> = {
  lane: () => queueLane,
  wish: ({ lines, isAutoStart, isFlat, isForced }) => JSON.stringify(['add', lines, isAutoStart, isFlat, isForced]),
};
