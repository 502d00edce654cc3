import type { StoredOutboxRow } from '../../mirror/fold.ts';
import type { Mutation } from '../../mirror/rows.ts';
import type { RowOutcome, SendPorts } from '../row-outcome.ts';

export type RowOf<M extends Mutation> = StoredOutboxRow & { mutation: M };

/**
 * Sends one row of a kind to the archive: reads the archive's state where sending blindly could do harm, marks the row sent, sends it, and
 * records the answer.
 */
export type Sender<M extends Mutation> = (ports: SendPorts, row: RowOf<M>) => Promise<RowOutcome>;
