import type { SubscribeChannel } from '../../mutations/kinds/subscribe-channel.ts';
import { ok } from '../../lib/result.ts';
import { channelKey } from '../../mirror/resource-keys.ts';
import { refresh } from '../../mirror/wanted.ts';
import { isBySubscription, wishForLists } from '../record-entity.ts';
import { confirmation } from '../row-outcome.ts';
import { fieldSender } from './send-field.ts';

export const sendSubscribeChannel = fieldSender<SubscribeChannel, void>(({ mirror, api, signal }, { channelId, isSubscribed }, key) => ({
  async isThere() {
    const answer = await api.getChannel(channelId, signal);
    return answer.ok ? ok(answer.value.channel_subscribed === isSubscribed) : answer;
  },
  write: () => api.setChannelSubscribed(channelId, isSubscribed, key, signal),
  async keep() {
    const { db } = mirror;
    const channel = await db.channels.get(channelId);
    if (channel) await db.channels.put({ ...channel, isSubscribed, ...(await confirmation(mirror)) });
    await refresh(mirror, channelKey(channelId), 1);
    await wishForLists(mirror, 'channels', isBySubscription);
  },
}));
