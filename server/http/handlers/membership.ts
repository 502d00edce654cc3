// Stores the membership platform's key, and calls the platform with it.
import type { Archive } from '../../archive/archive.ts';
import type { MembershipSubscription } from '../../external-services/membership.ts';
import { noContent, Refusal, success, withSecret } from '../answer.ts';
import type { HandlerGroup } from '../call.ts';

/** Only visible ASCII characters, because the key is sent in a header, and a line break would end that header. */
const keyShape = /^[\x21-\x7e]{1,500}$/;

export const membershipHandlers: HandlerGroup = ({ archive, secrets: { membershipKey }, externalServices: { membership } }) => ({
  getMembershipToken: () => success({ token: membershipKey.get() }),

  updateMembershipToken(call) {
    const token = (call.body['token'] as string | null)?.trim() ?? null;
    if (token === null) membershipKey.remove();
    else if (!keyShape.test(token)) throw new Refusal({ status: 400, body: { token: ['A membership key is one word of letters, digits and symbols.'] } });
    else membershipKey.set(token);
    return withSecret({ token });
  },

  deleteMembershipToken() {
    membershipKey.remove();
    return noContent;
  },

  async getMembershipProfile() {
    const profile = await membership.profile(membershipKey.get());
    if (profile.kind === 'refused') throw refusedByPlatform(profile.message);
    return success(profile.value);
  },

  async syncMembership() {
    const outcome = await membership.sync(membershipKey.get(), subscriptionsOf(archive));
    if (outcome.kind === 'refused') throw refusedByPlatform(outcome.message);
    return noContent;
  },
});

function refusedByPlatform(message: string): Refusal {
  return new Refusal({ status: 400, body: { message } });
}

/**
 * The subscriptions to report. For each channel, a kind of video is reported unless its number in the settings is 0, which switches the
 * kind off (docs/behaviour.md).
 */
function subscriptionsOf(archive: Archive): MembershipSubscription[] {
  const { channel_size: videos, live_channel_size: streams, shorts_channel_size: shorts } = archive.appSettings.get().subscriptions;
  return archive.channels.page('subscribed', { limit: archive.channels.count('subscribed'), offset: 0 }).map(({ channelId, overwrites }) => ({
    channel_id: channelId,
    notify_videos: (overwrites?.['subscriptions_channel_size'] ?? videos) !== 0,
    notify_streams: (overwrites?.['subscriptions_live_channel_size'] ?? streams) !== 0,
    notify_shorts: (overwrites?.['subscriptions_shorts_channel_size'] ?? shorts) !== 0,
  }));
}
