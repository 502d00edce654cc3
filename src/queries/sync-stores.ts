// What the sync chip reads; the sheet's own are in sync-sheet-stores.ts. The outbox holds at most a few hundred rows: it is read whole.
import type { Mirror } from '../mirror/database.ts';
import type { MutationKinds } from '../mirror/mutation-kinds.ts';
import type { Connection, Lane, OutboxRow } from '../mirror/rows.ts';
import { firstFrameOf } from '../mirror/first-frame.ts';
import { liveStoreFor, type Store } from './live-store.ts';
import type { SyncStatus } from './views.ts';

/** Until any tab has found out, the archive is taken to be there: nothing is announced that is not known. */
const unknownConnection: Connection = { name: 'online', sinceMs: 0, lastAnswerAtMs: null };

export function syncStatusStore(mirror: Mirror): Store<SyncStatus> {
  const { db, registry } = mirror;
  const connectionAtFirst = firstFrameOf(mirror)?.connection ?? unknownConnection;
  const initial: SyncStatus = { connection: connectionAtFirst, waitingCount: 0, otherVersionCount: 0, sendingCount: 0, parkedCount: 0, lastSyncAtMs: null };
  return liveStoreFor(mirror, 'sync-status', initial, async () => {
    const [connection, outbox, lastSync] = await Promise.all([registry.connection.get('connection'), db.outbox.toArray(), db.documents.get('last-sync')]);
    const countOf = (name: 'waiting' | 'sent' | 'parked'): number => outbox.filter((row) => row.state.name === name).length;
    return {
      connection: connection?.value ?? unknownConnection,
      waitingCount: countOf('waiting') + countOf('sent'),
      otherVersionCount: ofOtherVersion(db.kinds, outbox).length,
      sendingCount: countOf('sent'),
      parkedCount: countOf('parked'),
      lastSyncAtMs: lastSync?.fetchedAtMs ?? null,
    };
  });
}

/** A row of another version holds its lane, so that the version that made it sends all in order. */
function ofOtherVersion(kinds: MutationKinds, rows: readonly OutboxRow[]): OutboxRow[] {
  const waiting = rows.filter(({ state }) => state.name === 'waiting' || state.name === 'sent');
  const held = new Set<Lane>();
  return waiting.filter(({ mutation, lane }) => {
    if (kinds.of(mutation) === null) held.add(lane);
    return held.has(lane);
  });
}
