import type { SubscribePlaylist } from './kinds/subscribe-playlist.ts';
import type { SubscribeChannel } from './kinds/subscribe-channel.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';

/** Subscribes to a channel that is in the archive, or unsubscribes. For staff (SPEC §6). */
export async function subscribeChannel(
  mirror: Mirror,
  { channelId, isSubscribed, subject }: { channelId: string; isSubscribed: boolean; subject: string },
): Promise<void> {
  await appendEntityChange<SubscribeChannel>(mirror, { mutation: { kind: 'subscribe-channel', channelId, isSubscribed }, subject });
}

/** Subscribes to a playlist that is in the archive, or unsubscribes. For staff; never of a custom playlist. */
export async function subscribePlaylist(
  mirror: Mirror,
  { playlistId, isSubscribed, subject }: { playlistId: string; isSubscribed: boolean; subject: string },
): Promise<void> {
  await appendEntityChange<SubscribePlaylist>(mirror, { mutation: { kind: 'subscribe-playlist', playlistId, isSubscribed }, subject });
}
