// Outcomes of this copy's last changes at the archive, for the sync sheet. Written by flush in the transaction that ends a row, so that
// history and outbox never disagree. Belongs to one account: it is deleted with the copy.
import type { MirrorDatabase } from './database.ts';
import type { SentChange } from './rows.ts';

/** Few enough for a user to read; each is about 200 bytes, so writing all of them with each row costs little. */
const maxSentChanges = 50;

/** Newest first. Inside a transaction over `documents`, or in none. */
export async function readSentChanges(db: MirrorDatabase): Promise<SentChange[]> {
  const document = await db.documents.get('sent-changes');
  return document?.key === 'sent-changes' ? document.value : [];
}

/**
 * Call inside a transaction over `documents`.
 *
 * @param isReplaced whether the new change makes an earlier one irrelevant
 */
export async function addSentChange(db: MirrorDatabase, change: SentChange, isReplaced: (earlier: SentChange) => boolean): Promise<void> {
  const earlier = (await readSentChanges(db)).filter((one) => !isReplaced(one));
  await db.documents.put({ key: 'sent-changes', value: [change, ...earlier].slice(0, maxSentChanges), fetchedAtMs: change.settledAtMs });
}
