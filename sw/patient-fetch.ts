// Requests that end when the server has gone silent. Called by images.ts and app-shell.ts: a page of pictures takes all six connections of a browser,
// and while a server hangs on them no ping could notice that it is back. A slow line is not silent: as long as another picture comes in, requests
// waiting for a connection keep waiting.
import type { Clock } from '../src/lib/clock.ts';

export interface PatientFetch {
  fetch(request: Request, init?: Pick<RequestInit, 'headers' | 'cache'>): Promise<Response>;
  /** Wraps the reading of a body: while one comes in, the server is not silent. */
  reading<Body>(body: Promise<Body>): Promise<Body>;
}

/** Longer than a busy disk takes, shorter than anybody waits. */
export const silentMs = 10_000;
/** A body that takes longer may itself hang. */
const longestReadingMs = 60_000;

export function createPatientFetch({ fetch, clock }: { fetch: typeof globalThis.fetch; clock: Clock }): PatientFetch {
  let heardAtMs = -Infinity;
  const readings = new Set<{ sinceMs: number }>();

  function isHeard(): boolean {
    const now = clock.now();
    return now - heardAtMs < silentMs || [...readings].some(({ sinceMs }) => now - sinceMs < longestReadingMs);
  }

  return {
    async fetch(request, init) {
      const ending = new AbortController();
      const end = (): void => ending.abort();
      const look = (): (() => void) => clock.after(silentMs, () => (isHeard() ? (stopLooking = look()) : end()));
      let stopLooking = look();
      // AbortSignal.any is missing in browsers we still support.
      request.signal.addEventListener('abort', end, { once: true });
      try {
        const answer = await fetch(request, { ...init, signal: ending.signal });
        heardAtMs = clock.now();
        return answer;
      } finally {
        stopLooking();
      }
    },

    async reading(body) {
      const reading = { sinceMs: clock.now() };
      readings.add(reading);
      try {
        return await body;
      } finally {
        readings.delete(reading);
        heardAtMs = clock.now();
      }
    },
  };
}
