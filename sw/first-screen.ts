// Inserts the home screen, as it was last shown, into the document at startup, so that the first paint has content (docs/decisions/503). CSS
// hides the inserted markup once the page has drawn home itself.
import { openDB } from 'idb';
import { firstScreenCache, firstScreenHeaders, firstScreenStyles } from '../src/contract/first-screen.ts';
import type { Clock } from '../src/lib/clock.ts';

export interface FirstScreen {
  /** Resolves to `page` with the stored screen inside, if there is one for this start; otherwise to `page` itself. */
  addTo(page: Response, request: Request): Promise<Response>;
  styles(): Promise<Response>;
}

/** Answers wait no longer than this for the registry, which does not open while another tab is upgrading it. */
export const registryTimeoutMs = 300;

interface Ports {
  caches: CacheStorage;
  clock: Clock;
  /** Resolves to the key of the account to open at startup, or null if there is none. */
  findOpenAccount(): Promise<string | null>;
}

export function createFirstScreen({ caches, clock, findOpenAccount }: Ports): FirstScreen {
  /** The stored screen and the build that it belongs to; null if none is stored for the open account. */
  async function findStored(): Promise<{ markup: string; build: string | null } | null> {
    const storedMarkup = await caches.match('/', { cacheName: firstScreenCache });
    if (!storedMarkup) return null;
    const account = await inTime(clock, findOpenAccount());
    if (account === null || storedMarkup.headers.get(firstScreenHeaders.account) !== encodeURIComponent(account)) return null;
    return { markup: await storedMarkup.text(), build: storedMarkup.headers.get(firstScreenHeaders.build) };
  }

  return {
    async addTo(page, request) {
      const { pathname, search } = new URL(request.url);
      // After a reload or a step through the history, the page itself restores the scroll position and shows the current data.
      if (pathname !== '/' || search !== '' || request.cache !== 'default' || page.status !== 200) return page;
      const stored = await findStored().catch((reason: unknown) => {
        console.warn('The first screen could not be read', reason); // the page draws home as usual
        return null;
      });
      if (!stored) return page;
      const html = await page.text();
      const headers = new Headers(page.headers);
      for (const name of ['Content-Length', 'Content-Encoding', 'ETag']) headers.delete(name);
      const shownHtml = html.includes(`"${stored.build}"`)
        ? html
            .replace('</head>', () => `<link rel="stylesheet" href="${firstScreenStyles}" /></head>`)
            .replace('<div id="root">', (start) => `${stored.markup}${start}`)
        : html;
      // A blob, not a stream or a copy of `page`: an update may end this worker before the browser has read the whole answer. A stream would
      // then stop, and the load would hang.
      return new Response(new Blob([shownHtml]), { headers });
    },
    async styles() {
      const storedStyles = await caches.match(firstScreenStyles, { cacheName: firstScreenCache });
      return storedStyles ?? new Response('', { headers: { 'Content-Type': 'text/css' } });
    },
  };
}

/** Resolves to null if the registry does not open in time. */
export function inTime(clock: Clock, openAccount: Promise<string | null>): Promise<string | null> {
  let cancel = (): void => {};
  const timeout = new Promise<null>((resolve) => (cancel = clock.after(registryTimeoutMs, () => resolve(null))));
  return Promise.race([openAccount, timeout]).finally(() => cancel());
}

/**
 * Reads the key of the account to open from the page's registry, as the page does (src/mirror/registry.ts, `findCurrentAccount`), because
 * no page exists yet. So the stored screen of a locked or logged-out account is never shown, even if the tab that logged out could not
 * delete the screen.
 */
export async function readOpenAccountKey(): Promise<string | null> {
  // A missing database is not created, because the page would then find a database without tables.
  const registry = await openDB('stowaway', undefined, {
    upgrade(_db, _from, _to, transaction) {
      transaction.done.catch(() => undefined); // `openDB` rejects as well
      transaction.abort();
    },
  });
  try {
    const accounts = (await registry.getAll('accounts')) as { accountKey: string; isLocked: 0 | 1; lastUsedAtMs: number }[];
    const unlockedAccounts = accounts.filter(({ isLocked }) => isLocked === 0).sort((left, right) => right.lastUsedAtMs - left.lastUsedAtMs);
    return unlockedAccounts[0]?.accountKey ?? null;
  } finally {
    registry.close();
  }
}
