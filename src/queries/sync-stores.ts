// The store of the sync status, which the sync chip shows. The stores of the sync sheet are in sync-sheet-stores.ts. The whole outbox is
// read, because it has at most a few hundred rows.
import { blockersOf, withCurrentLanes } from '../mirror/blocked-rows.ts';
import type { Mirror } from '../mirror/database.ts';
import type { Connection } from '../mirror/rows.ts';
import { firstFrameOf } from '../mirror/first-frame.ts';
import { liveStoreFor, type Store } from './live-store.ts';
import type { SyncStatus } from './views.ts';

/** The archive is assumed to be reachable until a tab has determined the connection. */
const unknownConnection: Connection = { name: 'online', sinceMs: 0, lastAnswerAtMs: null };

export function syncStatusStore(mirror: Mirror): Store<SyncStatus> {
  const { db, registry } = mirror;
  const frame = firstFrameOf(mirror);
  const initial: SyncStatus = {
    connection: frame?.connection ?? unknownConnection,
    waitingCount: 0,
    otherVersionCount: 0,
    blockedCount: 0,
    sendingCount: 0,
    parkedCount: 0,
    lastSyncAtMs: frame?.documents.find(({ key }) => key === 'last-sync')?.fetchedAtMs ?? null,
  };
  return liveStoreFor(mirror, 'sync-status', initial, async () => {
    const [connection, outbox, lastSync] = await Promise.all([
      registry.connection.get('connection'),
      db.outbox.orderBy(':id').toArray(),
      db.documents.get('last-sync'),
    ]);
    const countedRows = outbox.filter(({ state }) => state.name !== 'held');
    const blockers = [...blockersOf(db.kinds, await withCurrentLanes(db, countedRows)).values()];
    const countOf = (name: 'waiting' | 'sent' | 'parked'): number => outbox.filter((row) => row.state.name === name).length;
    return {
      connection: connection?.value ?? unknownConnection,
      waitingCount: countOf('waiting') + countOf('sent'),
      otherVersionCount: blockers.filter(({ is }) => is === 'other-version').length,
      blockedCount: blockers.filter(({ is }) => is === 'refused-creation').length,
      sendingCount: countOf('sent'),
      parkedCount: countOf('parked'),
      lastSyncAtMs: lastSync?.fetchedAtMs ?? null,
    };
  });
}
