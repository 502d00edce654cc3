// Caches the client itself for offline use. The files that every start needs are cached at installation, those of other screens at first
// use or when the page is idle. Called by sw.ts. A crash during installation leaves the previous worker in charge with all its files.
import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { chunkCache } from '../src/contract/chunk-cache.ts';
import type { Clock } from '../src/lib/clock.ts';
import { createIdleTimeoutFetch } from './idle-timeout-fetch.ts';
import { hasExpectedType } from './expected-type.ts';

/** A build file, as listed by the build (scripts/build/shell-files.mjs). */
export interface BuiltFile {
  url: string;
  revision: string | null;
  /** Whether the file is not part of the shell, and is therefore cached only at first use or when the page is idle. */
  isForLater?: boolean;
  /** Whether the file contains the texts of a language. The page caches the file of the language in use (src/features/language/). */
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
  /** To be called at every request of the page, which counts as busy for a short time afterwards. */
  onRequest(): void;
  /** Caches the files marked `isForLater`. Stops when a new version waits, because it could not take over while this worker is busy. */
  cacheChunks(registration: ServiceWorkerRegistration): Promise<void>;
}

const shellCache = 'stowaway-shell';
/** Chunks of older versions stay in the cache, for tabs that still use them. At activation, the oldest above this number are deleted. */
const maxOldChunks = 300;
/**
 * For this long after a request, the page counts as busy: it is drawing, and the user may tap again. Writing a hundred files at that time
 * makes taps twice as slow (docs/decisions/501).
 */
const busyWindowMs = 100;

export function createAppShell(files: BuiltFile[], { clock }: { clock: Clock }): AppShell {
  // Without a timeout, hanging requests for the dozen files of a screen would block the connections. Then no ping could detect that the
  // server is back.
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

  /** `whenCached` resolves once the answer is in the cache, or immediately if it is not cacheable. */
  async function fetchAndCache(request: Request, address: string): Promise<{ answer: Response; whenCached: Promise<void> }> {
    const answer = await fetcher.fetch(request);
    if (!hasExpectedType(answer, address)) {
      // A document in place of a script is an error for the caller; a plain 404 is passed on.
      return { answer: answer.ok ? Response.error() : answer, whenCached: Promise.resolve() };
    }
    const copy = answer.clone();
    return { answer, whenCached: fetcher.trackBody(caches.open(chunkCache).then((cache) => cache.put(address, copy))) };
  }

  const findCached = async (request: Request): Promise<Response | undefined> =>
    (await shell.matchPrecache(request)) ?? caches.match(request.url, { cacheName: chunkCache });

  /** Fetches missing shell files again, because the user or the browser can empty the caches while the worker stays installed. */
  async function refill(): Promise<void> {
    const cache = await caches.open(shellCache);
    for (const { url, revision } of shellFiles) {
      const key = shell.getCacheKeyForURL(url);
      if (!key || (await cache.match(key))) continue;
      const answer = await fetch(url, { cache: revision === null ? 'default' : 'reload', credentials: 'same-origin' });
      if (await isFromBuild(answer, url)) await cache.put(key, answer);
    }
  }

  /** Caches the languages that this device has used, so that a start without a network after an update is not in English. */
  async function cacheUsedLanguages(): Promise<void> {
    const cache = await caches.open(chunkCache);
    const usedNames = (await cache.keys()).map(({ url }) => withoutHashAndExtension(url));
    for (const { url } of files.filter((file) => file.isLanguage)) {
      const address = new URL(url, self.location.href).href;
      if (!usedNames.includes(withoutHashAndExtension(address)) || (await cache.match(address))) continue;
      const fetchResult = await fetchAndCache(new Request(address), address);
      if (!fetchResult.answer.ok) throw new Error(`${address} is missing`); // the previous version stays
      await fetchResult.whenCached;
    }
  }

  async function deleteOldChunks(): Promise<void> {
    const cache = await caches.open(chunkCache);
    const currentUrls = new Set(files.map(({ url }) => new URL(url, self.location.href).href));
    // `keys()` lists the chunks in the order in which they were cached, so a chunk that stayed the same in many versions counts as old.
    const oldRequests = (await cache.keys()).filter(({ url }) => !currentUrls.has(url));
    await Promise.all(oldRequests.slice(0, Math.max(0, oldRequests.length - maxOldChunks)).map((request) => cache.delete(request)));
  }

  let lastRequestAtMs = 0;

  /** If the page is busy, waits briefly, once. A longer wait would leave files uncached when the network is lost. */
  async function waitWhileBusy(): Promise<void> {
    if (clock.now() - lastRequestAtMs < busyWindowMs) await new Promise<void>((resolve) => void clock.after(busyWindowMs, resolve));
  }

  return {
    onRequest: () => void (lastRequestAtMs = clock.now()),

    install(event) {
      void shell.install(event); // Workbox itself passes the promise to `waitUntil`
      event.waitUntil(cacheUsedLanguages());
    },

    activate(event) {
      void shell.activate(event); // like `install`
      event.waitUntil(deleteOldChunks());
    },

    async answerDocument(event) {
      const cachedAnswer = await shell.matchPrecache('index.html').catch(() => undefined); // the caches cannot be read now
      if (cachedAnswer) return cachedAnswer;
      const answer = await fetch(event.request);
      event.waitUntil(refill().catch(() => undefined)); // the network is gone again: retried at the next load
      return answer;
    },

    async answerBuiltFile(event) {
      const { request } = event;
      const cachedAnswer = await findCached(request).catch(() => undefined); // the caches cannot be read now
      if (cachedAnswer) return cachedAnswer;
      const fetchResult = await fetchAndCache(request, request.url);
      event.waitUntil(fetchResult.whenCached.catch(() => undefined)); // no space: fetched again next time
      return fetchResult.answer;
    },

    async cacheChunks(registration) {
      const cache = await caches.open(chunkCache);
      for (const address of lazyFiles) {
        if (registration.waiting) return;
        // One at a time, because the page's own requests and drawing go first.
        if (await cache.match(address)) continue;
        await waitWhileBusy();
        const fetchResult = await fetchAndCache(new Request(address), address).catch(() => null);
        if (!fetchResult) return;
        await fetchResult.whenCached.catch(() => undefined);
      }
    },
  };
}

/** The path without the query, because Workbox adds a revision to the address of files without a hash in their name. */
function pathOf(address: string): string {
  return new URL(address).pathname;
}

/** `/assets/texts-de-kVx0f_2a.js` → `/assets/texts-de`. The hash of a language file has eight characters, that of other files seven. */
function withoutHashAndExtension(address: string): string {
  return pathOf(address).slice(0, -'-12345678.js'.length);
}
