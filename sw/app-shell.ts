// Caches the client itself for offline use: the files that every start needs at installation, those of other screens at first use or when
// the page is idle. Called by sw.ts. A crash during installation leaves the previous worker in charge with all its files.
import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { chunkCache } from '../src/contract/chunk-cache.ts';
import type { Clock } from '../src/lib/clock.ts';
import { createIdleTimeoutFetch } from './idle-timeout-fetch.ts';
import { hasExpectedType } from './expected-type.ts';

/** A build file, as listed by the build (scripts/build/shell-files.mjs). */
export interface BuiltFile {
  url: string;
  revision: string | null;
  /** Not part of the shell: cached when the page is idle. */
  isForLater?: boolean;
  /** The texts of a language: the page caches the file of the one in use (src/features/language/). */
  isLanguage?: boolean;
}

type LifecycleEvent = Parameters<PrecacheController['install']>[0];

/** The parts of a fetch event that the shell needs. */
interface RequestEvent {
  request: Request;
  waitUntil(work: Promise<unknown>): void;
}

export interface AppShell {
  install(event: LifecycleEvent): void;
  activate(event: LifecycleEvent): void;
  answerDocument(event: RequestEvent): Promise<Response>;
  answerBuiltFile(event: RequestEvent): Promise<Response>;
  /** Call at every request of the page: just after one, the page counts as busy. */
  onRequest(): void;
  /** Caches the files marked `isForLater`. Stops when a new version waits, which could not take over while this one is busy. */
  cacheChunks(registration: ServiceWorkerRegistration): Promise<void>;
}

const shellCache = 'stowaway-shell';
/** Chunks of older versions stay in the cache, for tabs that still use them. At activation, the oldest above this number are deleted. */
const maxOldChunks = 300;
/**
 * After a request the page is drawing, and the user may tap again: writing a hundred files then would make taps twice as slow
 * (docs/decisions/501).
 */
const busyWindowMs = 100;

export function createAppShell(files: BuiltFile[], { clock }: { clock: Clock }): AppShell {
  // A screen has a dozen files: if they hung, they would block the connections that the ping needs to notice that the server is back.
  const fetcher = createIdleTimeoutFetch({ fetch: (input, init) => fetch(input, init), clock });
  const shell = new PrecacheController({
    cacheName: shellCache,
    plugins: [{ cacheWillUpdate: async ({ request, response }) => ((await isFromBuild(response, pathOf(request.url))) ? response : null) }],
  });
  const shellFiles = files.filter((file) => !file.isForLater && !file.isLanguage);
  shell.addToCacheList(shellFiles.map(({ url, revision }) => ({ url, revision })));
  const lazyFiles = files.filter((file) => file.isForLater).map((file) => new URL(file.url, self.location.href).href);

  const scripts = files.filter(({ url }) => url.endsWith('.js'));

  /**
   * The document is recognised by the scripts that it names. A sign-in page is HTML too: if it were cached, it would be shown at every
   * start, online and offline.
   */
  async function isFromBuild(answer: Response, address: string): Promise<boolean> {
    if (!hasExpectedType(answer, address)) return false;
    if (!address.endsWith('.html')) return true;
    const page = await answer.clone().text();
    return scripts.some(({ url }) => page.includes(url));
  }

  async function fetchAndCache(request: Request, address: string): Promise<{ answer: Response; cached: Promise<void> }> {
    const answer = await fetcher.fetch(request);
    if (!hasExpectedType(answer, address)) {
      // A document in place of a script is an error for the caller; a plain 404 is passed on.
      return { answer: answer.ok ? Response.error() : answer, cached: Promise.resolve() };
    }
    const copy = answer.clone();
    return { answer, cached: fetcher.trackBody(caches.open(chunkCache).then((cache) => cache.put(address, copy))) };
  }

  /** Fetches missing shell files again: the user or the browser can empty the caches while the worker stays. */
  async function refill(): Promise<void> {
    const cache = await caches.open(shellCache);
    for (const { url, revision } of shellFiles) {
      const key = shell.getCacheKeyForURL(url);
      if (!key || (await cache.match(key))) continue;
      const answer = await fetch(url, { cache: revision === null ? 'default' : 'reload', credentials: 'same-origin' });
      if (await isFromBuild(answer, url)) await cache.put(key, answer);
    }
  }

  /** Caches the languages that this device has used, so that after an update a start without the network is not in English. */
  async function cacheUsedLanguages(): Promise<void> {
    const cache = await caches.open(chunkCache);
    const usedNames = (await cache.keys()).map(({ url }) => withoutHash(url));
    for (const { url } of files.filter((file) => file.isLanguage)) {
      const address = new URL(url, self.location.href).href;
      if (!usedNames.includes(withoutHash(address)) || (await cache.match(address))) continue;
      const fetched = await fetchAndCache(new Request(address), address);
      if (!fetched.answer.ok) throw new Error(`${address} is missing`); // the previous version stays
      await fetched.cached;
    }
  }

  async function deleteOldChunks(): Promise<void> {
    const cache = await caches.open(chunkCache);
    const current = new Set(files.map(({ url }) => new URL(url, self.location.href).href));
    // Oldest first, in the order they were put. Chunks that have not changed for long are among the oldest.
    const old = (await cache.keys()).filter(({ url }) => !current.has(url));
    await Promise.all(old.slice(0, Math.max(0, old.length - maxOldChunks)).map((request) => cache.delete(request)));
  }

  let lastRequestAtMs = 0;

  /** If the page is busy, waits once and briefly: files that are not cached yet are missing when the network is lost. */
  async function waitWhileBusy(): Promise<void> {
    if (clock.now() - lastRequestAtMs < busyWindowMs) await new Promise<void>((resolve) => void clock.after(busyWindowMs, resolve));
  }

  return {
    onRequest: () => void (lastRequestAtMs = clock.now()),

    install(event) {
      void shell.install(event); // it passes its promise to waitUntil itself
      event.waitUntil(cacheUsedLanguages());
    },

    activate(event) {
      void shell.activate(event); // like `install`
      event.waitUntil(deleteOldChunks());
    },

    async answerDocument(event) {
      const cached = await shell.matchPrecache('index.html');
      if (cached) return cached;
      const answer = await fetch(event.request);
      event.waitUntil(refill().catch(() => undefined)); // the network is gone again: retried at the next load
      return answer;
    },

    async answerBuiltFile(event) {
      const { request } = event;
      const cached = (await shell.matchPrecache(request)) ?? (await caches.match(request.url, { cacheName: chunkCache }));
      if (cached) return cached;
      const fetched = await fetchAndCache(request, request.url);
      event.waitUntil(fetched.cached.catch(() => undefined)); // no space: fetched again next time
      return fetched.answer;
    },

    async cacheChunks(registration) {
      const cache = await caches.open(chunkCache);
      for (const address of lazyFiles) {
        if (registration.waiting) return;
        // One at a time: the page's own requests and drawing go first.
        if (await cache.match(address)) continue;
        await waitWhileBusy();
        const fetched = await fetchAndCache(new Request(address), address).catch(() => null);
        if (!fetched) return;
        await fetched.cached.catch(() => undefined);
      }
    },
  };
}

/** Without the query, because Workbox adds a revision to the address of files without a hash in their name. */
function pathOf(address: string): string {
  return new URL(address).pathname;
}

/** `/assets/texts-de` of `/assets/texts-de-kVx0f_2a.js`. */
function withoutHash(address: string): string {
  return pathOf(address).slice(0, -'-12345678.js'.length);
}
