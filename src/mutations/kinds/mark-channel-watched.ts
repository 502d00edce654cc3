import { channelLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import { formerState } from './mark-video-watched.ts';
import { marked } from './watch-state.ts';

export interface MarkChannelWatched {
  kind: 'mark-channel-watched';
  channelId: string;
  isWatched: boolean;
}

/** Marks all videos of a channel, known here or not. */
export const markChannelWatched: MutationKind<MarkChannelWatched> = {
  lane: ({ channelId }) => channelLane(channelId),
  wish: () => 'watch state',
  watch: {
    concern: ({ channelId }) => ({ of: 'channel', channelId }),
    apply: (_state, { isWatched }) => marked(isWatched),
    undo: formerState,
  },
};
