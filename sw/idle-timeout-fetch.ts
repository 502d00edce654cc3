// Ends requests when the server has gone silent. Called by images.ts and app-shell.ts: a page of pictures takes all six connections of a
// browser, and while a hanging server occupies them, no ping could notice that it is back. A slow connection is not silent: as long as
// another picture arrives, requests waiting for a connection keep waiting.
import type { Clock } from '../src/lib/clock.ts';

export interface IdleTimeoutFetch {
  fetch(request: Request, init?: Pick<RequestInit, 'headers' | 'cache'>): Promise<Response>;
  /** Wraps the reading of a body: while one arrives, the server is not silent. */
  trackBody<Body>(body: Promise<Body>): Promise<Body>;
}

/** Longer than a busy disk takes to answer, shorter than a user would wait. */
export const idleTimeoutMs = 10_000;
/** A body that takes longer may itself hang. */
const maxReadMs = 60_000;

export function createIdleTimeoutFetch({ fetch, clock }: { fetch: typeof globalThis.fetch; clock: Pick<Clock, 'after'> }): IdleTimeoutFetch {
  let lastActivityAtMs = -Infinity;
  const readings = new Set<{ sinceMs: number }>();

  // `performance.now()`, because the device's clock may be set. While the device sleeps it may stand still, as the timers do.
  /** The time until the server counts as silent if it sends nothing more; 0 or less: it is silent now. */
  function msUntilSilent(): number {
    const untilMs = Math.max(lastActivityAtMs + idleTimeoutMs, ...[...readings].map(({ sinceMs }) => sinceMs + maxReadMs));
    return Math.min(untilMs - performance.now(), idleTimeoutMs);
  }

  return {
    async fetch(request, init) {
      const controller = new AbortController();
      const end = (): void => controller.abort();
      const startTimer = (delayMs: number): (() => void) =>
        clock.after(delayMs, () => {
          const ms = msUntilSilent();
          if (ms > 0) stopTimer = startTimer(ms);
          else end();
        });
      let stopTimer = startTimer(idleTimeoutMs);
      // AbortSignal.any is missing in browsers we still support.
      request.signal.addEventListener('abort', end, { once: true });
      try {
        const answer = await fetch(request, { ...init, signal: controller.signal });
        lastActivityAtMs = performance.now();
        return answer;
      } finally {
        stopTimer();
      }
    },

    async trackBody(body) {
      const reading = { sinceMs: performance.now() };
      readings.add(reading);
      try {
        return await body;
      } finally {
        readings.delete(reading);
        lastActivityAtMs = performance.now();
      }
    },
  };
}
