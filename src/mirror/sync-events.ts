// Events that are sent to every open tab of the account. Flush and pull send them to the queries; `tryNow` sends `try-now` to the engine.
// An event is for something that happens once, such as a toast. It is not stored and does not reach tabs that are opened later; all that
// must last is in rows.
import type { MirrorDatabase } from './database.ts';
import type { Mutation, OutboxState } from './rows.ts';

export type SyncEvent = SettledChange | ForbiddenRead | DeviceFull | TryNow;

/** A change left the outbox or was parked. */
export interface SettledChange {
  kind: 'settled';
  mutation: Mutation;
  /** When the user made the change. */
  createdAtMs: number;
  /** Whether the change was a deferred position (`held` in OutboxState), which is never counted as waiting. */
  wasHeld: boolean;
  /**
   * - `sent`: the archive accepted it, or already had it (only changes of playlists). `leftCount`: the number of videos that a mark of a
   * whole channel or playlist skipped, because this device did not know them when the mark was made (docs/decisions/215); absent if none
   * - `dropped`: not sent, or not sent again, because the archive's state was the same or takes precedence (docs/decisions/202)
   * - `parked`: needs the user's decision
   */
  outcome: { name: 'sent'; leftCount?: number } | { name: 'dropped' } | (OutboxState & { name: 'parked' });
}

/** The archive refused a read although the session is valid. */
export interface ForbiddenRead {
  kind: 'forbidden-read';
  /** Resource key (resource-keys.ts). */
  key: string;
}

/**
 * There is no space to store the archive's answer, so sending or reading waits until there is. Flush does not repeat this event before a
 * pass has completed; pull sends it at most once per page load.
 */
export interface DeviceFull {
  kind: 'device-full';
}

/** The user wants to sync now. Every pause ends, except after a 429 or repeated server errors. */
export interface TryNow {
  kind: 'try-now';
}

const broadcastChannelOf = (db: MirrorDatabase): BroadcastChannel => new BroadcastChannel(`stowaway-sync|${db.name}`);

/** Sends an event to all tabs, this one included. Call it after the commit, because listeners may read the rows. */
export function broadcastEvent(db: MirrorDatabase, event: SyncEvent): void {
  // A new channel each time, because a BroadcastChannel does not deliver to itself, and this tab must receive the event too.
  const channel = broadcastChannelOf(db);
  channel.postMessage(event);
  channel.close();
}

/** Returns the unsubscribe function. */
export function onSyncEvent(db: MirrorDatabase, listener: (event: SyncEvent) => void): () => void {
  const channel = broadcastChannelOf(db);
  channel.onmessage = ({ data }: MessageEvent<SyncEvent>) => listener(data);
  return () => channel.close();
}
