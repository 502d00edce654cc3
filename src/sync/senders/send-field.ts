// Sends changes that set the value of a field: the last value counts, and sending it twice changes nothing. The archive's value is read
// first only if an answer was lost.
import type { Mutation } from '../../mirror/rows.ts';
import type { Answer } from '../../network/archive-api.ts';
import { completeEntityRow } from '../complete-entity-row.ts';
import { handleFailedRead, handleFailedWrite, done, isOutcomeUnknown, markSent, type RowOutcome, type SendPorts } from '../row-outcome.ts';
import type { Sender } from './sender.ts';

/** How one field of the archive is set to its wanted value. */
export interface Field<Receipt> {
  /** Resolves to whether the field already has the wanted value; null if that is never read. */
  isApplied: (() => Answer<boolean>) | null;
  write(): Answer<Receipt>;
  /** Stores the new state, in the transaction that deletes the row. */
  store(): Promise<void>;
}

/** @param fieldOf gets the row's Idempotency-Key as `key` */
export function createFieldSender<M extends Mutation, Receipt>(fieldOf: (ports: SendPorts, mutation: M, key: string) => Field<Receipt>): Sender<M> {
  return async (ports, row) => {
    const { acceptedKeys } = ports;
    const { idempotencyKey: key } = row;
    const { isApplied, write, store } = fieldOf(ports, row.mutation, key);
    if (acceptedKeys.has(key)) return complete();
    if (isApplied && isOutcomeUnknown(row)) {
      const appliedResult = await isApplied();
      if (!appliedResult.ok) return handleFailedRead(ports, row, appliedResult.error);
      if (appliedResult.value) return complete();
    }
    if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
    if (!(await markSent(ports, row))) return done;
    const answer = await write();
    if (!answer.ok) return handleFailedWrite(ports, row, answer.error);
    acceptedKeys.add(key);
    return complete();

    async function complete(): Promise<RowOutcome> {
      const outcome = await completeEntityRow(ports, row, store);
      acceptedKeys.delete(key);
      return outcome;
    }
  };
}
