import type { Mirror } from '../mirror/database.ts';
import { want } from './want.ts';

/** Subscribes to a channel that is in the archive, or unsubscribes. For staff (SPEC §6). */
export function subscribeChannel(
  mirror: Mirror,
  { channelId, isSubscribed, subject }: { channelId: string; isSubscribed: boolean; subject: string },
): Promise<void> {
  return want(mirror, { kind: 'subscribe-channel', channelId, isSubscribed }, subject);
}

/** Subscribes to a playlist that is in the archive, or unsubscribes. For staff; never of a custom playlist. */
export function subscribePlaylist(
  mirror: Mirror,
  { playlistId, isSubscribed, subject }: { playlistId: string; isSubscribed: boolean; subject: string },
): Promise<void> {
  return want(mirror, { kind: 'subscribe-playlist', playlistId, isSubscribed }, subject);
}
