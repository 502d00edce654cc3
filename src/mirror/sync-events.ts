// What sync tells every open tab of the account at the moment it happens. Sent by flush and pull, heard by the queries. Only rows say how
// things stand: an event is for what happens once (a toast, a task to expect), is not stored, and a tab opened later hears nothing of it.
import type { MirrorDatabase } from './database.ts';
import type { Mutation, OutboxState } from './rows.ts';

export type SyncEvent = SettledChange | ForbiddenRead;

/** A change has left the outbox, or was parked in it. */
export interface SettledChange {
  kind: 'settled';
  mutation: Mutation;
  /** When the person made it. */
  createdAtMs: number;
  /** A position between two sends: nothing that a person waited for. */
  wasHeld: boolean;
  /**
   * - `sent`: the archive has taken it
   * - `dropped`: the archive's own state stands, which was the same or is another device's (docs/decisions/202)
   * - `parked`: it waits for the person
   */
  outcome: { name: 'sent' } | { name: 'dropped' } | (OutboxState & { name: 'parked' });
}

/** The archive does not let this account read it, although the session lives. */
export interface ForbiddenRead {
  kind: 'forbidden-read';
  /** Of the resource. */
  key: string;
}

const channelOf = (db: MirrorDatabase): BroadcastChannel => new BroadcastChannel(`stowaway-sync|${db.name}`);

/** Call it when what it tells of is committed: who hears it may read the rows. */
export function tellTabs(db: MirrorDatabase, event: SyncEvent): void {
  // A channel of its own: so this tab hears the event as the others do.
  const channel = channelOf(db);
  channel.postMessage(event);
  channel.close();
}

/** The answer ends it. */
export function listenToSync(db: MirrorDatabase, listener: (event: SyncEvent) => void): () => void {
  const channel = channelOf(db);
  channel.onmessage = ({ data }: MessageEvent<SyncEvent>) => listener(data);
  return () => channel.close();
}
