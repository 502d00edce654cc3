// The answers that the script in index.html requests at a first visit while this bundle is still loading (docs/decisions/505). The client
// takes each of them once instead of sending the same request.

/** Written by index.html, so its shape changes there too. */
interface EarlyAnswers {
  /** The answers by path with query. `undefined` for a path that the client has asked for, so that the script does not request it too. */
  [path: `/${string}`]: Promise<Response> | undefined;
  /** Aborts all of them. */
  stop: () => void;
  /** `document.cookie` before the first request. */
  cookie: string;
}

declare global {
  var earlyAnswers: EarlyAnswers | undefined;
}

/** The script starts with the page, so no answer that is taken is older than this. */
const maxPageAgeMs = 30_000;

/** `fetch` for the client. `input` is a path. */
export const fetchEarly: typeof fetch = (input, init) => {
  const early = globalThis.earlyAnswers;
  const path = input as `/${string}`;
  if (!early || init?.method !== 'GET') return fetch(input, init);
  const answer = early[path];
  early[path] = undefined;
  if (!answer || performance.now() > maxPageAgeMs) return fetch(input, init);
  init.signal?.addEventListener('abort', early.stop);
  return answer.catch(() => fetch(input, init)); // the connection may be back
};

/**
 * To be called if this device has a copy, or somebody has signed in or out on it: the answers may then be older than a confirmed change, or
 * belong to another person.
 */
export function dropEarlyAnswers(): void {
  globalThis.earlyAnswers?.stop();
  globalThis.earlyAnswers = undefined;
}
