// One row of the outbox on its way. Called by flush, one row of a lane at a time.
import type { StoredOutboxRow } from '../mirror/fold.ts';
import type { Mutation } from '../mirror/rows.ts';
import type { KindName } from '../mutations/kinds/table.ts';
import { done, type RowOutcome, type SendPorts } from './row-outcome.ts';
import type { Sender } from './senders/sender.ts';
import { senders } from './senders/table.ts';

export async function sendRow(ports: SendPorts, seen: StoredOutboxRow): Promise<RowOutcome> {
  // A playlist may have got its id since the outbox was read: the row has been written again then.
  const row = await ports.mirror.db.outbox.get(seen.sequence);
  if (row?.revision !== seen.revision) return done;
  const send = senders[row.mutation.kind as KindName] as Sender<Mutation>;
  return send(ports, row);
}
