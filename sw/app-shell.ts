// The client itself, without a network: what every start needs is kept at installation, the other screens at first use or
// when the page is idle. Called by sw.ts. A crash while installing leaves the former worker in charge with all its files.
import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import type { Clock } from '../src/lib/clock.ts';
import { createPatientFetch } from './patient-fetch.ts';
import { isRightType } from './right-type.ts';

/** A file of the build, as the build's list names it (scripts/build/shell-files.mjs). */
export interface BuiltFile {
  url: string;
  revision: string | null;
  /** Not part of the shell: taken when the page is idle. */
  isForLater?: boolean;
}

type LifeEvent = Parameters<PrecacheController['install']>[0];

/** What it needs of a fetch event. */
interface AskEvent {
  request: Request;
  waitUntil(work: Promise<unknown>): void;
}

export interface AppShell {
  install(event: LifeEvent): void;
  activate(event: LifeEvent): void;
  document(event: AskEvent): Promise<Response>;
  builtFile(event: AskEvent): Promise<Response>;
  /** The page asked for something, of whatever kind: it is at work. */
  onAsked(): void;
  /** Until a new version waits: it could not take over while this one is at work. */
  keepChunks(registration: ServiceWorkerRegistration): Promise<void>;
}

const shellCache = 'stowaway-shell';
const chunkCache = 'stowaway-chunks';
/** A build has about forty lazy files: tabs that stayed open over some deploys still find theirs. */
const mostChunks = 200;
/**
 * A page that asked for something is drawing it, and whoever taps taps again: a hundred files that are written meanwhile make taps
 * twice as slow (docs/decisions/501).
 */
const atWorkMs = 100;

export function createAppShell(files: BuiltFile[], { clock }: { clock: Clock }): AppShell {
  // A screen has a dozen files: left hanging, they would keep the browser's connections from the ping that tells that the server is back.
  const server = createPatientFetch({ fetch: (input, init) => fetch(input, init), clock });
  const shell = new PrecacheController({
    cacheName: shellCache,
    plugins: [{ cacheWillUpdate: async ({ request, response }) => ((await isOfBuild(response, nameOf(request.url))) ? response : null) }],
  });
  const shellFiles = files.filter((file) => !file.isForLater);
  shell.addToCacheList(shellFiles.map(({ url, revision }) => ({ url, revision })));
  const laterFiles = files.filter((file) => file.isForLater).map((file) => new URL(file.url, self.location.href).href);

  const scripts = files.filter(({ url }) => url.endsWith('.js'));

  /**
   * The document is known by the scripts that it names: a sign-in page is HTML as well, and kept in its place it would be shown at every start,
   * with and without a network.
   */
  async function isOfBuild(answer: Response, address: string): Promise<boolean> {
    if (!isRightType(answer, address)) return false;
    if (!address.endsWith('.html')) return true;
    const page = await answer.clone().text();
    return scripts.some(({ url }) => page.includes(url));
  }

  async function fetchAndKeep(request: Request, address: string): Promise<{ answer: Response; kept: Promise<void> }> {
    const answer = await server.fetch(request);
    if (!isRightType(answer, address)) {
      // A document where a script was due is an error for whoever asked; a plain 404 is passed on as it is.
      return { answer: answer.ok ? Response.error() : answer, kept: Promise.resolve() };
    }
    const copy = answer.clone();
    return { answer, kept: server.reading(caches.open(chunkCache).then((cache) => cache.put(address, copy))) };
  }

  /** Caches can be emptied by hand or by the browser while the worker stays: what is missing is fetched again. */
  async function refill(): Promise<void> {
    const cache = await caches.open(shellCache);
    for (const { url, revision } of shellFiles) {
      const key = shell.getCacheKeyForURL(url);
      if (!key || (await cache.match(key))) continue;
      const answer = await fetch(url, { cache: revision === null ? 'default' : 'reload', credentials: 'same-origin' });
      if (await isOfBuild(answer, url)) await cache.put(key, answer);
    }
  }

  let askedAtMs = 0;

  /** Gives a page that is at work its turn. No longer: what is not kept yet is missing when the network goes. */
  async function giveWay(): Promise<void> {
    if (clock.now() - askedAtMs < atWorkMs) await new Promise<void>((resolve) => void clock.after(atWorkMs, resolve));
  }

  return {
    onAsked: () => void (askedAtMs = clock.now()),

    install: (event) => void shell.install(event), // it hands its promise to waitUntil itself

    activate(event) {
      void shell.activate(event); // as above
      event.waitUntil(trimChunks());
    },

    async document(event) {
      const kept = await shell.matchPrecache('index.html');
      if (kept) return kept;
      const answer = await fetch(event.request);
      event.waitUntil(refill().catch(() => undefined)); // the network went away again: at the next load
      return answer;
    },

    async builtFile(event) {
      const { request } = event;
      const kept = (await shell.matchPrecache(request)) ?? (await caches.match(request.url, { cacheName: chunkCache }));
      if (kept) return kept;
      const fetched = await fetchAndKeep(request, request.url);
      event.waitUntil(fetched.kept.catch(() => undefined)); // no room: it is fetched again next time
      return fetched.answer;
    },

    async keepChunks(registration) {
      const cache = await caches.open(chunkCache);
      for (const address of laterFiles) {
        if (registration.waiting) return;
        // One after the other: what the page asks for meanwhile, and what it draws, goes first.
        if (await cache.match(address)) continue;
        await giveWay();
        const fetched = await fetchAndKeep(new Request(address), address).catch(() => null);
        if (!fetched) return;
        await fetched.kept.catch(() => undefined);
      }
    },
  };
}

/** Workbox adds a revision to the address of files that have no hash in their name. */
function nameOf(address: string): string {
  return new URL(address).pathname;
}

async function trimChunks(): Promise<void> {
  const cache = await caches.open(chunkCache);
  const requests = await cache.keys();
  // Oldest first, as they were put.
  await Promise.all(requests.slice(0, Math.max(0, requests.length - mostChunks)).map((request) => cache.delete(request)));
}
