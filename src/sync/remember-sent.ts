// Keeps what became of a change that left the outbox for the archive (src/mirror/sent-changes.ts). Called where a row is ended, inside its
// transaction.
import type { StoredOutboxRow } from '../mirror/fold.ts';
import type { Mirror } from '../mirror/database.ts';
import type { Mutation, SentChange } from '../mirror/rows.ts';
import { addSentChange } from '../mirror/sent-changes.ts';
import type { KnownMutation } from '../mutations/kinds/table.ts';

/** Inside a transaction over `documents`. */
export function rememberSent(
  { db, clock }: Mirror,
  row: StoredOutboxRow,
  outcome: SentChange['outcome'],
  more: Pick<SentChange, 'leftCount'> = {},
): Promise<void> {
  const { lane, subject, createdAtMs } = row;
  const change: SentChange = { lane, mutation: brief(row.mutation), subject, askedAtMs: createdAtMs, settledAtMs: clock.now(), outcome, ...more };
  // A film that is watched sends its position each minute: the last one stands for them all.
  const isPosition = change.mutation.kind === 'save-progress';
  return addSentChange(db, change, (earlier) => isPosition && earlier.lane === lane && earlier.mutation.kind === 'save-progress');
}

/** Without the ids and links that it may have in thousands: the words for it need how many at most. */
function brief(asked: Mutation): KnownMutation {
  const mutation = asked as KnownMutation;
  switch (mutation.kind) {
    case 'mark-channel-watched':
    case 'mark-playlist-watched': {
      const { known: _, ...rest } = mutation;
      return rest;
    }
    case 'order-playlist':
      return { ...mutation, wanted: [] };
    case 'add-downloads':
      return { ...mutation, lines: mutation.lines.map(() => '') };
    default:
      return mutation;
  }
}
