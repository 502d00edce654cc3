// Counts elapsed time for deadlines in days, such as the trash's, and is robust against jumps of the system's clock. A jump back counts as
// nothing, a jump forward as a day at most. The time during which the server did not run also counts as a day at most, so that nobody finds
// the trash emptied after a long absence. A computer without a clock battery starts in the past until the network sets its clock; the jump
// forward that follows counts as nothing, because otherwise a few restarts would empty the trash.
import type { Database } from '../database/transaction.ts';

const maxStepSeconds = 86_400;

export function createAgeClock(database: Database, now: () => number = () => Math.floor(Date.now() / 1000)) {
  const read = database.prepare("SELECT value FROM archive WHERE key = 'age-clock'");
  const write = database.prepare("INSERT OR REPLACE INTO archive (key, value) VALUES ('age-clock', ?)");
  /** The time of the last call, if the clock was behind the stored time then. */
  let behindSeconds: number | null = null;
  return {
    /** Seconds since the last call, at most a day; 0 for the first call. The write is part of the caller's transaction. */
    step(): number {
      const row = read.get() as { value: string } | undefined;
      const nowSeconds = now();
      const storedSeconds = row ? Number(row.value) : nowSeconds;
      const isBehind = nowSeconds < storedSeconds;
      const lastSeconds = isBehind ? (behindSeconds ?? nowSeconds) : storedSeconds;
      // A clock that is behind at two calls in a row is correct now, and was ahead before.
      if (!isBehind || behindSeconds !== null) write.run(String(nowSeconds));
      behindSeconds = isBehind ? nowSeconds : null;
      return Math.min(Math.max(nowSeconds - lastSeconds, 0), maxStepSeconds);
    },
  };
}
