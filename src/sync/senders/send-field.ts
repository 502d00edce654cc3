// Changes that set the value of a field: the last one counts, and sending it twice changes nothing. The archive is asked first only when an answer
// was lost.
import type { Mutation } from '../../mirror/rows.ts';
import type { Answer } from '../../network/archive-api.ts';
import { recordEntity } from '../record-entity.ts';
import { afterFailedRead, afterFailedWrite, done, isOutcomeUnknown, markSent, type RowOutcome, type SendPorts } from '../row-outcome.ts';
import type { Sender } from './sender.ts';

/** A field of the archive and its wanted value. */
export interface Field<Receipt> {
  /** Whether it has that value already; null if asking would say nothing. */
  isThere: (() => Answer<boolean>) | null;
  write(): Answer<Receipt>;
  /** Stores the new state, in the transaction that ends the row. */
  keep(): Promise<void>;
}

/** @param fieldOf with the row's Idempotency-Key */
export function fieldSender<M extends Mutation, Receipt>(fieldOf: (ports: SendPorts, mutation: M, key: string) => Field<Receipt>): Sender<M> {
  return async (ports, row) => {
    const { acceptedKeys } = ports;
    const { idempotencyKey: key } = row;
    const { isThere, write, keep } = fieldOf(ports, row.mutation, key);
    if (acceptedKeys.has(key)) return end();
    if (isThere && isOutcomeUnknown(row)) {
      const there = await isThere();
      if (!there.ok) return afterFailedRead(ports, row, there.error);
      if (there.value) return end();
    }
    if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
    if (!(await markSent(ports, row))) return done;
    const answer = await write();
    if (!answer.ok) return afterFailedWrite(ports, row, answer.error);
    acceptedKeys.add(key);
    return end();

    async function end(): Promise<RowOutcome> {
      const outcome = await recordEntity(ports, row, keep);
      acceptedKeys.delete(key);
      return outcome;
    }
  };
}
