// What this copy's last changes became at the archive, for the sync sheet. Written by flush in the transaction that ends a row, so that the
// history and the outbox never disagree. Belongs to one account: it goes with the copy.
import type { MirrorDatabase } from './database.ts';
import type { SentChange } from './rows.ts';

/** So many are worth reading back; each is some 200 bytes, so that writing all of them with each row costs little. */
const mostSentChanges = 50;

/** Newest first. Inside a transaction over `documents`, or in none. */
export async function readSentChanges(db: MirrorDatabase): Promise<SentChange[]> {
  const document = await db.documents.get('sent-changes');
  return document?.key === 'sent-changes' ? document.value : [];
}

/**
 * Inside a transaction over `documents`.
 *
 * @param isReplaced an earlier one that the new one makes uninteresting
 */
export async function addSentChange(db: MirrorDatabase, change: SentChange, isReplaced: (earlier: SentChange) => boolean): Promise<void> {
  const earlier = (await readSentChanges(db)).filter((one) => !isReplaced(one));
  await db.documents.put({ key: 'sent-changes', value: [change, ...earlier].slice(0, mostSentChanges), fetchedAtMs: change.settledAtMs });
}
