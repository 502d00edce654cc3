// One event loop for a whole simulated world. fake-indexeddb uses the global `setImmediate` for each of its events, and the client's
// timeouts use the global `setTimeout`. While a world runs, this loop replaces both with queues, so that nothing happens unless the
// scheduler says so. Each event runs in its own turn of the real loop, so its promises settle before the next event.

export interface EventLoop {
  /** The world's time in milliseconds. Setting a device's clock does not change it. */
  nowMs(): number;
  /** Calls back once; returns a function that cancels. */
  after(ms: number, callback: () => void): () => void;
  /** Queues the callback after the waiting storage events. */
  soon(callback: () => void): void;
  /** Runs one storage event and the promises that it settles; resolves to false when none waits. */
  step(): Promise<boolean>;
  /** Runs all storage events. @throws when they do not end */
  drain(): Promise<void>;
  /** The time until the next timer; Infinity when there is none. */
  msUntilNextTimer(): number;
  /** Lets `ms` milliseconds pass: runs the due timers in order and, before each of them, all storage events. */
  pass(ms: number): Promise<void>;
  steps(): number;
  end(): void;
}

const { setImmediate: realImmediate, clearImmediate: realClearImmediate, setTimeout: realTimeout, clearTimeout: realClearTimeout } = globalThis;

/** Sending a small outbox takes hundreds of steps. Work that takes this many while the clock stands still never ends. */
const maxSteps = 60_000;

/** The most timers that one `pass` may run. It needs far fewer, because it covers the time to the next timer, or at most a minute. */
const maxTimers = 10_000;

/** Replaces the globals; `end` restores them. */
export function createEventLoop(): EventLoop {
  const { stackTraceLimit } = Error;
  // A run creates thousands of errors, and recording their stacks takes a tenth of its time.
  Error.stackTraceLimit = 0;
  let now = 0;
  let steps = 0;
  let timersMade = 0;
  let queue: (() => void)[] = [];
  const timers = new Set<{ atMs: number; order: number; callback: () => void }>();

  const turn = (work: () => void): Promise<void> =>
    new Promise((resolve, reject) =>
      realImmediate(() => {
        try {
          work();
          resolve();
        } catch (reason) {
          reject(reason as Error);
        }
      }),
    );
  /** Lets the promises of the last event settle. */
  const settlePromises = (): Promise<void> => turn(() => {});

  function after(ms: number, callback: () => void): () => void {
    const timer = { atMs: now + Math.max(0, ms), order: (timersMade += 1), callback };
    timers.add(timer);
    return () => timers.delete(timer);
  }

  async function step(): Promise<boolean> {
    if (queue.length === 0) await settlePromises();
    const storageEvent = queue.shift();
    if (!storageEvent) return false;
    steps += 1;
    await turn(storageEvent);
    return true;
  }

  async function drain(): Promise<void> {
    for (let stepCount = 0; await step(); stepCount += 1)
      if (stepCount > maxSteps) throw new Error('Storage events without end: a loop in which no time passes');
  }

  globalThis.setImmediate = ((callback: (...args: unknown[]) => void, ...args: unknown[]) => {
    queue.push(() => callback(...args));
    return {};
  }) as typeof setImmediate;
  globalThis.clearImmediate = () => {};
  globalThis.setTimeout = ((callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    after(ms, () => callback(...args))) as unknown as typeof setTimeout;
  globalThis.clearTimeout = ((cancel: unknown) => {
    if (typeof cancel === 'function') cancel();
    else realClearTimeout(cancel as NodeJS.Timeout);
  }) as typeof clearTimeout;

  return {
    nowMs: () => now,
    after,
    soon: (callback) => void queue.push(callback),
    step,
    drain,
    msUntilNextTimer: () => [...timers].reduce((soonest, { atMs }) => Math.min(soonest, Math.max(0, atMs - now)), Infinity),
    async pass(ms) {
      const endMs = now + ms;
      for (let timerCount = 0; ; timerCount += 1) {
        if (timerCount > maxTimers) throw new Error('Timers without end');
        await drain();
        const dueTimer = [...timers].filter(({ atMs }) => atMs <= endMs).sort((left, right) => left.atMs - right.atMs || left.order - right.order)[0];
        if (!dueTimer) break;
        timers.delete(dueTimer);
        now = Math.max(now, dueTimer.atMs);
        await turn(dueTimer.callback);
      }
      now = endMs;
    },
    steps: () => steps,
    end() {
      queue = [];
      timers.clear();
      Error.stackTraceLimit = stackTraceLimit;
      globalThis.setImmediate = realImmediate;
      globalThis.clearImmediate = realClearImmediate;
      globalThis.setTimeout = realTimeout;
      globalThis.clearTimeout = realClearTimeout;
    },
  };
}
