// Pictures of the archive (/cache/…), kept when they are shown, one cache for each archive. Called by sw.ts. What is kept
// is answered at once and compared with the server's behind it, since new artwork appears under the same address.
// Knows nothing of the page, the mirror or who is signed in.
import type { Clock } from '../src/lib/clock.ts';
import type { ImageIndex, ImageLimits, ShownArchive } from './image-index.ts';
import { createPatientFetch } from './patient-fetch.ts';

/**
 * A picture is asked about again after this at the earliest: artwork changes at a rescan, which takes minutes, and a list
 * that is scrolled up and down would else send a request for each picture each time.
 */
export const recheckAfterMs = 10 * 60_000;
/** About three hundred list pages of a phone; at the usual 30 kB to 50 kB of a thumbnail both limits are met together. */
const usualLimits: ImageLimits = { count: 3_000, bytes: 150_000_000 };
/** Where the server names no archive: the origin alone tells archives apart. */
const unnamedArchive = 'unnamed';
const unnamed: ShownArchive = { pictures: unnamedArchive, archive: unnamedArchive };
const cachePrefix = 'stowaway-images-';

/** What is used of a FetchEvent. */
export interface ImageEvent {
  request: Request;
  waitUntil(work: Promise<unknown>): void;
}

export interface Images {
  answer(event: ImageEvent): Promise<Response>;
  /** @param picturesOf the archive id under which its pictures are kept; absent: `archiveId` */
  showArchive(archiveId: string | null, picturesOf?: string | null): Promise<void>;
  clear(): Promise<void>;
  /** Makes what is kept and what is known of it agree; pictures of other archives go. Answers how many did not fit. */
  sweep(archives: readonly (string | null)[]): Promise<number>;
}

interface Ports {
  index: ImageIndex;
  caches: CacheStorage;
  fetch: typeof fetch;
  clock: Clock;
  limits?: ImageLimits;
}

export function createImages(ports: Ports): Images {
  const { index, caches, clock, limits = usualLimits } = ports;
  const server = createPatientFetch(ports);
  /** Kept beside the index so that a hundred pictures of a page do not each open a transaction. */
  let shownArchive: Promise<ShownArchive> | null = null;
  /** Pictures that are being asked about, so that twenty cards with one channel icon ask once. */
  const asked = new Set<string>();

  const archiveNow = (): Promise<ShownArchive> =>
    (shownArchive ??= index.shownArchive().then(
      (shown) => shown ?? unnamed,
      () => unnamed,
    ));

  async function keep({ pictures: archive }: ShownArchive, url: string, answer: Response): Promise<void> {
    const blob = await server.reading(answer.blob());
    const cache = await caches.open(cachePrefix + archive);
    await cache.put(url, new Response(blob, { headers: answer.headers }));
    await index.put({ archive, address: addressOf(url), bytes: blob.size, checkedAtMs: clock.now() });
    for (const row of await index.takeOverflow(limits)) {
      await (await caches.open(cachePrefix + row.archive)).delete(row.address);
    }
  }

  /** `headers`: of the kept picture. */
  async function compare(shown: ShownArchive, url: string, headers: Headers): Promise<void> {
    const { pictures: archive } = shown;
    const key = `${archive} ${url}`;
    if (asked.has(key)) return;
    asked.add(key);
    try {
      const address = addressOf(url);
      const row = await index.get(archive, address);
      const ageMs = clock.now() - (row?.checkedAtMs ?? -Infinity);
      // A clock that was set back makes a negative age: ask.
      if (ageMs >= 0 && ageMs < recheckAfterMs) return;
      const answer = await server.fetch(new Request(url), { headers: conditionsOf(headers), cache: 'no-store' });
      if (answer.status === 304) await index.put({ archive, address, bytes: row?.bytes ?? (await keptBytes(archive, url)), checkedAtMs: clock.now() });
      else if (isPicture(answer) && isOf(shown, answer)) await keep(shown, url, answer);
    } finally {
      asked.delete(key);
    }
  }

  /** For a picture whose row was lost. */
  async function keptBytes(archive: string, url: string): Promise<number> {
    const kept = await (await caches.open(cachePrefix + archive)).match(url);
    return kept ? (await kept.blob()).size : 0;
  }

  return {
    async answer(event) {
      const { url } = event.request;
      const shown = await archiveNow();
      const kept = await caches.match(url, { cacheName: cachePrefix + shown.pictures, ignoreVary: true });
      if (kept) {
        event.waitUntil(compare(shown, url, kept.headers).catch(() => undefined)); // the server is away: another time
        return kept;
      }
      const answer = await server.fetch(event.request);
      // The copy of one archive is shown while another one answers at this address: no picture rather than a wrong one.
      if (!isOf(shown, answer)) return Response.error();
      if (isPicture(answer)) event.waitUntil(keep(shown, url, answer.clone()).catch(() => undefined)); // no room: not kept
      return answer;
    },

    async showArchive(archiveId, picturesOf = archiveId) {
      const shown = { pictures: picturesOf ?? unnamedArchive, archive: archiveId ?? unnamedArchive };
      shownArchive = Promise.resolve(shown);
      await index.setShownArchive(shown);
    },

    async sweep(archives) {
      const { pictures } = await archiveNow();
      const known = new Set([unnamedArchive, pictures, ...archives.map((archive) => archive ?? unnamedArchive)]);
      const sinceMs = clock.now();
      let count = 0;
      const present = new Set<string>();
      for (const name of await caches.keys()) {
        if (!name.startsWith(cachePrefix)) continue;
        const archive = name.slice(cachePrefix.length);
        const cache = await caches.open(name);
        const urls = (await cache.keys()).map(({ url }) => url);
        if (!known.has(archive)) {
          count += urls.length;
          await caches.delete(name);
          continue;
        }
        for (const url of urls) {
          const address = addressOf(url);
          present.add(`${archive} ${address}`);
          if (await index.get(archive, address)) continue;
          // Not counted, it would never make room for another. Of those it goes first.
          await index.put({ archive, address, bytes: await keptBytes(archive, url), checkedAtMs: 0 });
          count += 1;
        }
      }
      return count + (await index.keepOnly((row) => row.checkedAtMs >= sinceMs || present.has(`${row.archive} ${row.address}`)));
    },

    async clear() {
      const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
      await Promise.all(names.map((name) => caches.delete(name)));
      await index.clear();
    },
  };
}

function isPicture(answer: Response): boolean {
  // An opaque answer costs megabytes of quota and cannot be looked into.
  return answer.status === 200 && answer.type !== 'opaque' && (answer.headers.get('content-type') ?? '').startsWith('image/');
}

/** Servers that say which archive they are (`X-Archive-Id`) are believed; others are known by their address. */
function isOf({ archive }: ShownArchive, answer: Response): boolean {
  const named = answer.headers.get('x-archive-id');
  return named === null || archive === unnamedArchive || named === archive;
}

function conditionsOf(headers: Headers): Record<string, string> {
  const etag = headers.get('etag');
  const modified = headers.get('last-modified');
  if (etag !== null) return { 'if-none-match': etag };
  return modified === null ? {} : { 'if-modified-since': modified };
}

function addressOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
