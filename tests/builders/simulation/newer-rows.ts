// The outbox rows that a newer version of the app has made (newer-version.ts).
import type { StoredOutboxRow } from '../../../src/mirror/fold.ts';
import type { Mutation } from '../../../src/mirror/rows.ts';
import type { SimulatedDevice } from './device.ts';
import { storedChanges } from './storage.ts';

export interface NewerChange {
  device: number;
  /** The name of the database. */
  copy: string;
  row: StoredOutboxRow;
}

export const isOfNewerVersion = ({ mutation }: { mutation: Mutation }): boolean => mutation.kind === 'rate-video';

/** Whether the change with this Idempotency-Key should still wait for a newer tab's change of its lane, or is one. */
export function mustWait({ databasePrefix }: SimulatedDevice, key: string): boolean {
  return storedChanges(databasePrefix).some(({ rows }) => {
    const sentRow = rows.find(({ idempotencyKey }) => idempotencyKey === key);
    return sentRow !== undefined && rows.some((row) => isOfNewerVersion(row) && row.lane === sentRow.lane && row.sequence <= sentRow.sequence);
  });
}
