// Completes a row other than watch state: stores what the archive accepted and removes the row, in one transaction.
import { holdClaim } from '../mirror/sending-claim.ts';
import { foldTables, refoldAfter, type StoredOutboxRow } from '../mirror/fold.ts';
import type { Mirror } from '../mirror/database.ts';
import type { ListEndpoint } from '../mirror/list-keys.ts';
import { parseListKey } from '../mirror/list-keys.ts';
import type { SentChange } from '../mirror/rows.ts';
import { refresh } from '../mirror/wanted.ts';
import { rememberSent } from './remember-sent.ts';
import { done, tellSettled, type RowOutcome, type SendPorts } from './row-outcome.ts';

export async function recordEntity(
  { mirror, epoch }: SendPorts,
  row: StoredOutboxRow,
  keep: () => Promise<void>,
  became: SentChange['outcome'] = 'sent',
): Promise<RowOutcome> {
  const { db } = mirror;
  const isOver = await db.transaction('rw', [...foldTables(db), db.wanted, db.listPages], async () => {
    let isSame = false;
    await holdClaim(mirror, epoch);
    await refoldAfter(db, [row], async () => {
      isSame = (await db.outbox.get(row.sequence))?.revision === row.revision;
      if (isSame) {
        await db.outbox.delete(row.sequence);
        await rememberSent(mirror, row, became);
      }
      await keep();
    });
    return isSame;
  });
  if (isOver) tellSettled(db, row, { name: became === 'superseded' ? 'dropped' : 'sent' });
  return done;
}

/**
 * Requests the stored first pages of an endpoint's lists again, after an addition or a change that they filter or sort by.
 * Inside a transaction over listPages and wanted.
 */
export async function wishForLists(mirror: Mirror, endpoint: ListEndpoint, isConcerned: (filters: string) => boolean = () => true): Promise<void> {
  const keys = await mirror.db.listPages.where('key').startsWith(`${endpoint}?`).primaryKeys();
  for (const key of keys) {
    const list = parseListKey(key);
    if (list?.page === 1 && isConcerned(list.filters)) await refresh(mirror, key, 1);
  }
}

/** `filter=subscribed`, `filter=unsubscribed`, `subscribed=…`. */
export const isBySubscription = (filters: string): boolean => filters.includes('subscribed');
