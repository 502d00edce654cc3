import { channelLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { MutationOf } from '../../mirror/rows.ts';

/** Subscribes to a channel that is in the archive, or unsubscribes. */
export const subscribeChannel: MutationKind<MutationOf<'subscribe-channel'>> = {
  lane: ({ channelId }) => channelLane(channelId),
  wish: () => 'subscription',
  entity: {
    of: 'channel',
    id: ({ channelId }) => channelId,
    fold: (channel, { isSubscribed }) => ({ ...channel, isSubscribed }),
    isShown: (channel, { isSubscribed }) => channel.isSubscribed === isSubscribed,
  },
};
