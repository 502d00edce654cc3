// Lets one tab flush at a time. Called by the engine. The lock is released when the pass ends or its tab is closed or killed; a tab that
// finds the lock taken retries soon. Knows nothing of the pass itself.
import type { Clock } from '../lib/clock.ts';
import type { Locks } from '../lib/locks.ts';

/**
 * Most rows take at most three requests of 20 s. A tab that has had the lock for longer without recording progress on any row counts as
 * frozen by the system, and the lock is taken from it. If it thaws, the fence refuses its writes, and a row that it had sent is read back
 * before that row is sent again. A pass that reads for long renews its claim, which counts as progress.
 */
const frozenAfterMs = 90_000;

export interface Leader {
  /**
   * Runs `work` if no other tab does; resolves to undefined if another tab is running it. `readProgress` resolves to a value that changes
   * while that tab is alive.
   *
   * @param work gets whether no other tab can be sending: false if the lock was taken from another tab, or the browser has no locks
   */
  lead<Value>(work: (isAlone: boolean) => Promise<Value>, readProgress: () => Promise<string>): Promise<Value | undefined>;
}

export function createLeader({ locks, clock, name }: { locks: Locks; clock: Clock; name: string }): Leader {
  let lastSeen: { progress: string; sinceMs: number } | null = null;
  return {
    async lead(work, readProgress) {
      const outcome = await locks.run(name, async () => ({ value: await work(locks.isCrossTab) }), { ifFree: true });
      if (outcome) {
        lastSeen = null;
        return outcome.value;
      }
      const progress = await readProgress();
      if (lastSeen?.progress !== progress || clock.now() < lastSeen.sinceMs) lastSeen = { progress, sinceMs: clock.now() };
      if (clock.now() - lastSeen.sinceMs < frozenAfterMs) return undefined;
      lastSeen = null;
      return locks.run(name, () => work(false), { shouldSteal: true });
    },
  };
}
