// Counts how long this server has run, so that a deadline in days holds when the system's clock jumps: a step back counts as nothing, a step forward
// as a day at most. Time in which the server did not run also counts as a day at most, so that nobody comes home to an emptied trash.
import type { Database } from '../database/transaction.ts';

const maxStepSeconds = 86_400;

export function createAgeClock(database: Database, now: () => number = () => Math.floor(Date.now() / 1000)) {
  const read = database.prepare("SELECT value FROM archive WHERE key = 'age-clock'");
  const write = database.prepare("INSERT OR REPLACE INTO archive (key, value) VALUES ('age-clock', ?)");
  return {
    /** Seconds since the last call, 0 on the first. Part of the caller's transaction. */
    step(): number {
      const row = read.get() as { value: string } | undefined;
      const at = now();
      write.run(String(at));
      return row ? Math.min(Math.max(at - Number(row.value), 0), maxStepSeconds) : 0;
    },
  };
}
