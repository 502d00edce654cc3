// Subscriptions: to channels and playlists in the archive, and to typed ones that the archive does not have yet.
import type { AddSubscription } from './kinds/add-subscription.ts';
import type { Mirror } from '../mirror/database.ts';
import { withOutbox } from '../mirror/outbox.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';
import { queueMutation } from './queue-mutation.ts';

/** Subscribes to a channel that is in the archive, or unsubscribes. For staff (SPEC §6). */
export function subscribeChannel(
  mirror: Mirror,
  { channelId, isSubscribed, subject }: { channelId: string; isSubscribed: boolean; subject: string },
): Promise<void> {
  return queueMutation(mirror, { kind: 'subscribe-channel', channelId, isSubscribed }, subject);
}

/** Subscribes to a playlist that is in the archive, or unsubscribes. For staff; not for custom playlists. */
export function subscribePlaylist(
  mirror: Mirror,
  { playlistId, isSubscribed, subject }: { playlistId: string; isSubscribed: boolean; subject: string },
): Promise<void> {
  return queueMutation(mirror, { kind: 'subscribe-playlist', playlistId, isSubscribed }, subject);
}

/**
 * Subscribes to typed ids, addresses or handles, one per line (SPEC §5). Each line has its own row, so that a refused line does not hold
 * back the others. Resolves to the number of lines; 0 if there was only white space.
 */
export async function addSubscriptions(mirror: Mirror, { of, text }: { of: 'channel' | 'playlist'; text: string }): Promise<number> {
  const lines = [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
  if (lines.length === 0) return 0;
  await withOutbox(mirror.db, async () => {
    for (const line of lines) await appendEntityChange<AddSubscription>(mirror, { mutation: { kind: 'add-subscription', of, line }, subject: line });
  });
  return lines.length;
}
