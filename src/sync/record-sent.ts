// Stores the outcome of a change that left the outbox (src/mirror/sent-changes.ts). Called in the transaction that removes the row.
import type { Mirror } from '../mirror/database.ts';
import type { StoredOutboxRow } from '../mirror/fold.ts';
import type { SentChange } from '../mirror/rows.ts';
import { addSentChange } from '../mirror/sent-changes.ts';

/** Call inside a transaction over `documents`. */
export function recordSent(
  { db, clock }: Mirror,
  { lane, mutation, subject, createdAtMs }: StoredOutboxRow,
  outcome: SentChange['outcome'],
  extra: Pick<SentChange, 'leftCount'> = {},
): Promise<void> {
  const kind = db.kinds.of(mutation);
  const shortMutation = kind?.shorten?.(mutation) ?? mutation;
  const change: SentChange = { lane, mutation: shortMutation, subject, askedAtMs: createdAtMs, settledAtMs: clock.now(), outcome, ...extra };
  return addSentChange(db, change, (earlier) => kind?.isRepeated === true && earlier.lane === lane && earlier.mutation.kind === mutation.kind);
}
