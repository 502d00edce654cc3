import { channelLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';

export interface SubscribeChannel {
  kind: 'subscribe-channel';
  channelId: string;
  isSubscribed: boolean;
}

/** Subscribes to a channel that is in the archive, or unsubscribes. */
export const subscribeChannel: MutationKind<SubscribeChannel> = {
  lane: ({ channelId }) => channelLane(channelId),
  mergeKey: () => 'subscription',
  entity: {
    of: 'channel',
    id: ({ channelId }) => channelId,
    fold: (channel, { isSubscribed }) => ({ ...channel, isSubscribed }),
    isNoOp: (channel, { isSubscribed }) => channel.isSubscribed === isSubscribed,
  },
};
