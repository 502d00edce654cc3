// The user's actions on changes that have not reached the archive (the sync sheet).
import type { Mirror } from '../mirror/database.ts';
import { refoldAfter, unwatchedState } from '../mirror/fold.ts';
import { videoOf } from '../mirror/mutation-kinds.ts';
import { dropRows, withDependents } from '../mirror/drop-rows.ts';
import { makeWaitingDue, withOutbox } from '../mirror/outbox.ts';
import { broadcastEvent } from '../mirror/sync-events.ts';
import { refreshAllLiveKeys, retryFailedRequests } from '../mirror/refresh-requests.ts';

/**
 * Sends a parked change again. Its base becomes the archive's last known state, which the user overrides, so the change is sent without
 * asking again.
 */
export function retryChange(mirror: Mirror, sequence: number): Promise<void> {
  const { db, clock } = mirror;
  return withOutbox(db, async () => {
    const parkedRow = await db.outbox.get(sequence);
    if (parkedRow?.state.name !== 'parked') return;
    const rows = await withDependents(db, parkedRow, 'changed');
    await refoldAfter(db, rows, async () => {
      for (const row of rows) {
        const videoId = videoOf(db.kinds, row.mutation);
        const base = videoId === null ? null : ((await db.watchStates.get(videoId))?.server ?? unwatchedState);
        // The row gets a new key, because under the old one an archive may repeat its earlier answer and not carry out the change.
        await db.outbox.put({
          ...row,
          base,
          idempotencyKey: mirror.newKey(),
          revision: row.revision + 1,
          attempts: 0,
          nextTryAtMs: clock.now(),
          state: { name: 'waiting' },
        });
      }
    });
  });
}

/** Removes a change and the changes that depend on it; their effect is no longer shown. */
export function discardChange({ db }: Mirror, sequence: number): Promise<void> {
  return withOutbox(db, async () => {
    const row = await db.outbox.get(sequence);
    if (!row) return;
    await dropRows(db, await withDependents(db, row, 'discarded'));
  });
}

/** Discards every change that the sync sheet lists. A deferred position is not listed, and is kept. */
export function discardAllChanges({ db }: Mirror): Promise<void> {
  return withOutbox(db, async () => {
    await dropRows(
      db,
      (await db.outbox.toArray()).filter((row) => row.state.name !== 'held'),
    );
  });
}

/** Retries all waiting changes and failed reads. The engine and pull observe the rows and call the archive. */
export async function tryNow(mirror: Mirror): Promise<void> {
  try {
    await makeWaitingDue(mirror);
    await retryFailedRequests(mirror);
  } finally {
    // Sent even if a full device could not write the changes or the requests, because there may be space again by now.
    broadcastEvent(mirror.db, { kind: 'try-now' });
  }
}

/** Like `tryNow`, but also reads again what this tab shows, however recent it is. For use when nothing waits. */
export async function syncNow(mirror: Mirror): Promise<void> {
  await tryNow(mirror);
  await refreshAllLiveKeys(mirror);
}
