import { channelLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { MutationOf } from '../../mirror/rows.ts';
import { marked } from './watch-state.ts';

/** Marks all videos of a channel, known here or not. */
export const markChannelWatched: MutationKind<MutationOf<'mark-channel-watched'>> = {
  lane: ({ channelId }) => channelLane(channelId),
  wish: () => 'watch state',
  watch: {
    concern: ({ channelId }) => ({ of: 'channel', channelId }),
    apply: (_state, { isWatched }) => marked(isWatched),
  },
};
