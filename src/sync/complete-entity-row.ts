// Completes a row that changes anything but a watch state: stores what the archive accepted and removes the row, in one transaction.
import { renewClaim } from '../mirror/sending-claim.ts';
import { foldTables, refoldAfter, type StoredOutboxRow } from '../mirror/fold.ts';
import type { Mirror } from '../mirror/database.ts';
import type { ListEndpoint } from '../mirror/list-keys.ts';
import { parseListKey } from '../mirror/list-keys.ts';
import type { SentChange } from '../mirror/rows.ts';
import { forceRefresh } from '../mirror/refresh-requests.ts';
import { recordSent } from './record-sent.ts';
import { done, broadcastSettled, type RowOutcome, type SendPorts } from './row-outcome.ts';

export async function completeEntityRow(
  { mirror, epoch }: SendPorts,
  row: StoredOutboxRow,
  store: () => Promise<void>,
  outcome: SentChange['outcome'] = 'sent',
): Promise<RowOutcome> {
  const { db } = mirror;
  const isEnded = await db.transaction('rw', [...foldTables(db), db.wanted, db.listPages], async () => {
    let isSameRevision = false;
    await renewClaim(mirror, epoch);
    await refoldAfter(db, [row], async () => {
      isSameRevision = (await db.outbox.get(row.sequence))?.revision === row.revision;
      if (isSameRevision) {
        await db.outbox.delete(row.sequence);
        await recordSent(mirror, row, outcome);
      }
      await store();
    });
    return isSameRevision;
  });
  if (isEnded) broadcastSettled(db, row, { name: outcome === 'superseded' ? 'dropped' : 'sent' });
  return done;
}

/**
 * Requests the stored first pages of an endpoint's lists again, after an item was added, or after a change of a field by which lists are
 * filtered or sorted. Call inside a transaction over listPages and wanted.
 */
export async function refreshLists(mirror: Mirror, endpoint: ListEndpoint, isAffected: (filters: string) => boolean = () => true): Promise<void> {
  const keys = await mirror.db.listPages.where('key').startsWith(`${endpoint}?`).primaryKeys();
  for (const key of keys) {
    const list = parseListKey(key);
    if (list?.page === 1 && isAffected(list.filters)) await forceRefresh(mirror, key, 1);
  }
}

/** Whether a list is filtered by subscription: `filter=subscribed`, `filter=unsubscribed` or `subscribed=…`. */
export const filtersBySubscription = (filters: string): boolean => filters.includes('subscribed');
