import { channelLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import { restoreState } from './mark-video-watched.ts';
import { knownIdsOf, markedState, withoutIds, type WideMark } from './watch-state.ts';

export interface MarkChannelWatched extends WideMark {
  kind: 'mark-channel-watched';
  channelId: string;
}

/** Marks the videos that a channel had when the mark was made (limits: docs/decisions/215). */
export const markChannelWatched: MutationKind<MarkChannelWatched> = {
  lane: ({ channelId }) => channelLane(channelId),
  mergeKey: () => 'watch state',
  shorten: withoutIds,
  watch: {
    concern: (mark) => ({ of: 'channel', channelId: mark.channelId, knownIds: knownIdsOf(mark) }),
    apply: (_state, { isWatched }) => markedState(isWatched),
    undo: restoreState,
  },
};
