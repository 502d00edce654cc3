// Counts elapsed time for deadlines in days, such as the trash's, and is robust against jumps of the system's clock. A jump back counts as
// nothing, a jump forward as a day at most. The time during which the server did not run also counts as a day at most, so that nobody finds
// the trash emptied after a long absence.
import type { Database } from '../database/transaction.ts';

const maxStepSeconds = 86_400;

export function createAgeClock(database: Database, now: () => number = () => Math.floor(Date.now() / 1000)) {
  const read = database.prepare("SELECT value FROM archive WHERE key = 'age-clock'");
  const write = database.prepare("INSERT OR REPLACE INTO archive (key, value) VALUES ('age-clock', ?)");
  return {
    /** Seconds since the last call, at most a day; 0 for the first call. The write is part of the caller's transaction. */
    step(): number {
      const row = read.get() as { value: string } | undefined;
      const nowSeconds = now();
      write.run(String(nowSeconds));
      return row ? Math.min(Math.max(nowSeconds - Number(row.value), 0), maxStepSeconds) : 0;
    },
  };
}
