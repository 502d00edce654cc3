// An outbox row as a new mutation writes it: waiting to be sent.
import type { OutboxRow } from '../../src/mirror/rows.ts';

export function anOutboxRow(overrides: Pick<OutboxRow, 'lane' | 'mutation'> & Partial<OutboxRow>): OutboxRow {
  return {
    idempotencyKey: 'k',
    base: null,
    subject: 'Quay walks',
    nextTryAtMs: 0,
    attempts: 0,
    revision: 1,
    state: { name: 'waiting' },
    createdAtMs: 0,
    ...overrides,
  };
}
