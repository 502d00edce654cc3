// Ends requests when the server has gone silent. A page of pictures takes all six connections of a browser, and while a hanging server
// occupies them, no ping can detect that the server is back. A slow server is not silent: while another picture arrives, requests waiting
// for a connection keep waiting. Called by images.ts and app-shell.ts.
import type { Clock } from '../src/lib/clock.ts';

export interface IdleTimeoutFetch {
  fetch(request: Request, init?: Pick<RequestInit, 'headers' | 'cache'>): Promise<Response>;
  /** Wraps the reading of a body; while a body arrives, the server does not count as silent. */
  trackBody<Body>(body: Promise<Body>): Promise<Body>;
}

/** Longer than a busy disk takes to answer, shorter than a user would wait. */
export const idleTimeoutMs = 10_000;
/** A body that takes longer counts as hanging. */
const maxReadMs = 60_000;

export function createIdleTimeoutFetch({ fetch, clock }: { fetch: typeof globalThis.fetch; clock: Pick<Clock, 'after'> }): IdleTimeoutFetch {
  let lastActivityAtMs = -Infinity;
  const readings = new Set<{ sinceMs: number }>();

  /** The time until the server counts as silent if it sends nothing more; 0 or less if it already does. */
  function msUntilSilent(): number {
    // Uses `performance.now()`, because the user may set the device's clock. `performance.now()` may stop while the device sleeps, but the
    // timers stop too.
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
