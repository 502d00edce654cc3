import type { SubscribeChannel } from '../../mutations/kinds/subscribe-channel.ts';
import { ok } from '../../lib/result.ts';
import { channelKey } from '../../mirror/resource-keys.ts';
import { forceRefresh } from '../../mirror/refresh-requests.ts';
import { filtersBySubscription, refreshLists } from '../complete-entity-row.ts';
import { recordConfirmation } from '../row-outcome.ts';
import { createFieldSender } from './send-field.ts';

export const sendSubscribeChannel = createFieldSender<SubscribeChannel, void>((ports, { channelId, isSubscribed }, key) => ({
  async isApplied() {
    const answer = await ports.api.getChannel(channelId, ports.signal);
    return answer.ok ? ok(answer.value.channel_subscribed === isSubscribed) : answer;
  },
  write: () => ports.api.setChannelSubscribed(channelId, isSubscribed, key, ports.signal),
  async store() {
    const { mirror } = ports;
    const { db } = mirror;
    const channel = await db.channels.get(channelId);
    if (channel) await db.channels.put({ ...channel, isSubscribed, ...(await recordConfirmation(ports)) });
    await forceRefresh(mirror, channelKey(channelId), 1);
    await refreshLists(mirror, 'channels', filtersBySubscription);
  },
}));
