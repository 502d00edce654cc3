// The history of sent changes, for the sync sheet: the last changes that this copy has sent, or no longer needs to send, and their outcomes.
// Flush writes it in the transaction that deletes a row, so that history and outbox never disagree. It belongs to one account and is deleted
// with the copy.
import type { MirrorDatabase } from './database.ts';
import type { SentChange } from './rows.ts';

/** Few enough for a user to read. Each change takes about 200 bytes, so rewriting the list for each sent row costs little. */
const maxSentChanges = 50;

/** Newest first. Call inside a transaction over `documents`, or outside any. */
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
  const keptChanges = (await readSentChanges(db)).filter((earlierChange) => !isReplaced(earlierChange));
  await db.documents.put({ key: 'sent-changes', value: [change, ...keptChanges].slice(0, maxSentChanges), fetchedAtMs: change.settledAtMs });
}
