// Answers requests for the archive's pictures (/cache/…) and caches them, in one cache for each archive. Called by sw.ts. A cached
// picture is returned immediately and then compared with the server's picture, since new artwork appears under the same address. A picture
// that is cached in another size is shown in its place: a wider one immediately, a narrower one if the archive sends none and none is saved.
// Knows nothing of the page, the mirror or who is signed in.
import { pictureWidths } from '../src/contract/picture-widths.ts';
import type { Clock } from '../src/lib/clock.ts';
import type { ImageIndex, ImageLimits, ShownArchive } from './image-index.ts';
import { createIdleTimeoutFetch } from './idle-timeout-fetch.ts';

/**
 * Minimum interval between checks of a picture. Artwork changes at a rescan, which takes minutes; without this interval, each scroll
 * through a list would send a request for each picture.
 */
export const recheckAfterMs = 10 * 60_000;
/** Enough for about three hundred list pages on a phone. Originals of 30 kB to 50 kB reach both limits together. */
const defaultLimits: ImageLimits = { count: 3_000, bytes: 150_000_000 };
/** Used if the server sends no archive id. Only the origin then distinguishes archives. */
const unnamedArchive = 'unnamed';
const defaultArchive: ShownArchive = { pictures: unnamedArchive, archive: unnamedArchive };
const cachePrefix = 'stowaway-images-';

/** The parts of a FetchEvent that this module uses. */
export interface ImageEvent {
  request: Request;
  waitUntil(work: Promise<unknown>): void;
}

export interface Images {
  /**
   * @param findSaved resolves to the picture as it was saved with a video, or to undefined; called if the archive sends no picture, because it
   *   is away or has deleted the video, or because a proxy answers in its place
   */
  answer(event: ImageEvent, findSaved?: () => Promise<Response | undefined>): Promise<Response>;
  /** @param picturesOf the archive id under which its pictures are kept; absent: `archiveId` */
  showArchive(archiveId: string | null, picturesOf?: string | null): Promise<void>;
  clear(): Promise<void>;
  /** Reconciles cache and index; pictures of unknown archives are deleted. Returns the number of repairs and deletions. */
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
  const { index, caches, clock, limits = defaultLimits } = ports;
  const fetcher = createIdleTimeoutFetch(ports);
  /** The shown archive, kept in memory so that a hundred pictures of a page do not each open a transaction. */
  let shownArchive: Promise<ShownArchive> | null = null;
  /** The pictures being checked, so that twenty cards with one channel icon send one request. */
  const checkingKeys = new Set<string>();

  const currentArchive = (): Promise<ShownArchive> =>
    (shownArchive ??= index.shownArchive().then(
      (shown) => shown ?? defaultArchive,
      () => defaultArchive,
    ));

  async function cacheImage({ pictures: archive }: ShownArchive, url: string, answer: Response): Promise<void> {
    const blob = await fetcher.trackBody(answer.blob());
    const cache = await caches.open(cachePrefix + archive);
    await cache.put(url, new Response(blob, { headers: answer.headers }));
    await index.put({ archive, address: addressOf(url), bytes: blob.size, checkedAtMs: clock.now() });
    for (const row of await index.takeOverflow(limits)) {
      await (await caches.open(cachePrefix + row.archive)).delete(row.address);
    }
  }

  /** @param headers the headers of the cached picture */
  async function revalidate(shown: ShownArchive, url: string, headers: Headers): Promise<void> {
    const { pictures: archive } = shown;
    const key = `${archive} ${url}`;
    if (checkingKeys.has(key)) return;
    checkingKeys.add(key);
    try {
      const address = addressOf(url);
      const row = await index.get(archive, address);
      const ageMs = clock.now() - (row?.checkedAtMs ?? -Infinity);
      // A negative age means that the clock was set back; the picture is checked anyway.
      if (ageMs >= 0 && ageMs < recheckAfterMs) return;
      const answer = await fetcher.fetch(new Request(url), { headers: conditionalHeaders(headers), cache: 'no-store' });
      if (answer.status === 304) await index.put({ archive, address, bytes: row?.bytes ?? (await cachedBytes(archive, url)), checkedAtMs: clock.now() });
      else if (isPicture(answer) && isFromArchive(shown, answer)) await cacheImage(shown, url, answer);
    } finally {
      checkingKeys.delete(key);
    }
  }

  /** The size of a cached picture whose row was lost. */
  async function cachedBytes(archive: string, url: string): Promise<number> {
    const cachedAnswer = await (await caches.open(cachePrefix + archive)).match(url);
    return cachedAnswer ? (await cachedAnswer.blob()).size : 0;
  }

  /** The first of these pictures that is kept. */
  async function findKept(cacheName: string, urls: readonly string[]): Promise<KeptPicture | undefined> {
    const answers = await Promise.all(urls.map((url) => caches.match(url, { cacheName, ignoreVary: true }).catch(() => undefined))); // the cache cannot be read now
    return urls.map((url, index) => ({ url, answer: answers[index] })).find((picture): picture is KeptPicture => picture.answer !== undefined);
  }

  return {
    async answer(event, findSaved = async () => undefined) {
      const { url } = event.request;
      const shown = await currentArchive();
      const cacheName = cachePrefix + shown.pictures;
      const { wider, narrower } = otherAddresses(url);
      const keptPicture = (await findKept(cacheName, [url])) ?? (await findKept(cacheName, wider));
      if (keptPicture) {
        // In place of an original, which an earlier version of this client showed, the width that is asked for is kept from now on.
        const isReplaced = keptPicture.url !== url && new URL(keptPicture.url).search === '';
        const check = isReplaced ? revalidate(shown, url, new Headers()) : revalidate(shown, keptPicture.url, keptPicture.answer.headers);
        event.waitUntil(check.catch(() => undefined)); // the server is unreachable: checked later
        return keptPicture.answer;
      }
      // A saved picture is the original, so it is better than a narrower one.
      const findSubstitute = async (): Promise<Response | undefined> => (await findSaved()) ?? (await findKept(cacheName, narrower))?.answer;
      let answer: Response;
      try {
        answer = await fetcher.fetch(event.request);
      } catch (error) {
        const substitute = await findSubstitute();
        if (!substitute) throw error;
        return substitute;
      }
      // A different archive answers at this address. Showing no picture is better than showing a wrong one.
      const isRight = isFromArchive(shown, answer);
      if (!isRight || !isPicture(answer)) return (await findSubstitute()) ?? (isRight ? answer : Response.error());
      event.waitUntil(cacheImage(shown, url, answer.clone()).catch(() => undefined)); // no space: not kept
      return answer;
    },

    async showArchive(archiveId, picturesOf = archiveId) {
      const shown = { pictures: picturesOf ?? unnamedArchive, archive: archiveId ?? unnamedArchive };
      shownArchive = Promise.resolve(shown);
      await index.setShownArchive(shown);
    },

    async sweep(archives) {
      const { pictures } = await currentArchive();
      const keptArchives = new Set([unnamedArchive, pictures, ...archives.map((archive) => archive ?? unnamedArchive)]);
      const sinceMs = clock.now();
      let count = 0;
      const cachedKeys = new Set<string>();
      for (const name of await caches.keys()) {
        if (!name.startsWith(cachePrefix)) continue;
        const archive = name.slice(cachePrefix.length);
        const cache = await caches.open(name);
        const urls = (await cache.keys()).map(({ url }) => url);
        if (!keptArchives.has(archive)) {
          count += urls.length;
          await caches.delete(name);
          continue;
        }
        for (const url of urls) {
          const address = addressOf(url);
          cachedKeys.add(`${archive} ${address}`);
          if (await index.get(archive, address)) continue;
          // An uncounted picture would never be evicted. With `checkedAtMs` 0, this picture is evicted first.
          await index.put({ archive, address, bytes: await cachedBytes(archive, url), checkedAtMs: 0 });
          count += 1;
        }
      }
      return count + (await index.keepOnly((row) => row.checkedAtMs >= sinceMs || cachedKeys.has(`${row.archive} ${row.address}`)));
    },

    async clear() {
      const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
      await Promise.all(names.map((name) => caches.delete(name)));
      await index.clear();
    },
  };
}

interface KeptPicture {
  url: string;
  answer: Response;
}

/**
 * Addresses of the same picture in other sizes: `wider` beginning with the narrowest, the original last; `narrower` beginning with the widest.
 * The original is the address without a query. Both are empty for an address with another query.
 */
function otherAddresses(url: string): { wider: string[]; narrower: string[] } {
  const { origin, pathname, search } = new URL(url);
  const addressOfWidth = (width: number): string => `${origin}${pathname}?width=${width}`;
  const askedWidth = search === '' ? Infinity : (pictureWidths.find((width) => search === `?width=${width}`) ?? NaN);
  const wider = pictureWidths.filter((width) => width > askedWidth).map(addressOfWidth);
  const narrower = pictureWidths.filter((width) => width < askedWidth).map(addressOfWidth);
  return { wider: askedWidth < Infinity ? [...wider, origin + pathname] : [], narrower: narrower.toReversed() };
}

function isPicture(answer: Response): boolean {
  // An opaque answer costs megabytes of quota and cannot be inspected.
  return answer.status === 200 && answer.type !== 'opaque' && (answer.headers.get('content-type') ?? '').startsWith('image/');
}

/** False if the answer names another archive (`X-Archive-Id`). Archives without an id are identified only by their address. */
function isFromArchive({ archive }: ShownArchive, answer: Response): boolean {
  const answeringArchive = answer.headers.get('x-archive-id');
  return answeringArchive === null || archive === unnamedArchive || answeringArchive === archive;
}

function conditionalHeaders(headers: Headers): Record<string, string> {
  const etag = headers.get('etag');
  const modified = headers.get('last-modified');
  if (etag !== null) return { 'if-none-match': etag };
  return modified === null ? {} : { 'if-modified-since': modified };
}

function addressOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
