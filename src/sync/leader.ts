// One flusher over all tabs. Called by the engine. A pass is bounded and the lock ends with it, so a tab that is closed
// or killed frees it at once; whoever finds it held looks again soon. Knows nothing of what the pass does.
import type { Clock } from '../lib/clock.ts';
import type { Locks } from '../lib/locks.ts';

/**
 * A row takes at most three requests of 20 s. Who has held the lock for longer without writing down anything of any row is a page that the
 * system froze in the middle of its pass: only then is the lock taken from it. If it thaws, what it would write is refused by the fence, and a
 * row that it had sent is read back before it is sent again.
 */
const frozenAfterMs = 90_000;

export interface Leader {
  /**
   * Runs `work` if no other tab does; undefined when one is at it. `progress` says what would move if that one were alive.
   *
   * @param work `isAlone`: no other tab can be sending. False where the lock was taken from one, or the browser has none.
   */
  lead<Value>(work: (isAlone: boolean) => Promise<Value>, progress: () => Promise<string>): Promise<Value | undefined>;
}

export function createLeader({ locks, clock, name }: { locks: Locks; clock: Clock; name: string }): Leader {
  let stuck: { progress: string; sinceMs: number } | null = null;
  return {
    async lead(work, progress) {
      const outcome = await locks.run(name, async () => ({ value: await work(locks.areOverAllTabs) }), { ifFree: true });
      if (outcome) {
        stuck = null;
        return outcome.value;
      }
      const seen = await progress();
      if (stuck?.progress !== seen || clock.now() < stuck.sinceMs) stuck = { progress: seen, sinceMs: clock.now() };
      if (clock.now() - stuck.sinceMs < frozenAfterMs) return undefined;
      stuck = null;
      return locks.run(name, () => work(false), { isStolen: true });
    },
  };
}
