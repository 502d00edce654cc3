// Distinguishes a single record that the database refuses from a problem with the database itself. Uses SQLite's codes, never its messages.
import type { Database } from '../database/transaction.ts';
import { inSavepoint, inTransaction } from '../database/transaction.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import type { RefusedRecord } from './records.ts';

/** Thrown for a number that SQLite would store but not return: not finite, or beyond 2^53. */
class NotStorable extends Error {}

const reasons: Record<number, string> = {
  18: importReasons.notStorable.large,
  19: importReasons.notStorable.rule,
  20: importReasons.notStorable.kind,
};

/** @throws NotStorable */
export function requireStorable(fields: object): void {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) throw new NotStorable(importReasons.notStorable.number(name));
  }
}

/**
 * Stores records in one transaction. A record that cannot be stored is rolled back alone and returned; the others stay. All records are
 * first tried together, because a savepoint for each would take a twentieth of an import's time. So `put` may run twice for a record.
 * @throws errors that no single record causes, such as a full disk; no record is stored then
 */
export function putEach<Value>(database: Database, records: Value[], idOf: (record: Value) => string, put: (record: Value) => void): RefusedRecord[] {
  /** Returns null if `work` succeeds. */
  function reasonOf(work: () => void): string | null {
    try {
      inSavepoint(database, work);
      return null;
    } catch (error) {
      const message = error instanceof NotStorable ? error.message : reasons[primaryCode(error)];
      if (message === undefined || !database.isTransaction) throw error;
      return importReasons.notStored(message);
    }
  }
  return inTransaction(database, () => {
    if (reasonOf(() => records.forEach(put)) === null) return [];
    return records.flatMap((record) => {
      const reason = reasonOf(() => put(record));
      return reason === null ? [] : [{ id: idOf(record), reason }];
    });
  });
}

/** SQLite's extended codes contain the primary code in their lowest eight bits. Returns 0 for errors that are not SQLite's. */
function primaryCode(error: unknown): number {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : 0;
}
