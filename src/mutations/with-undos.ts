import type { Mirror } from '../mirror/database.ts';
import { foldTables } from '../mirror/fold.ts';
import { retryWrite } from '../mirror/retry-write.ts';

/** Runs `work` in a transaction over everything that a change and its undo touch. */
export function withUndoTables<Value>({ db }: Mirror, work: () => Promise<Value>): Promise<Value> {
  return retryWrite(() => db.transaction('rw', [...foldTables(db), db.undos], work));
}
