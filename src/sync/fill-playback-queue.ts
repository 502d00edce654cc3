// Extends the playback queue of a channel. The queue begins with the videos that this device knows; the rest is read from the archive page
// by page. Runs in each tab that has a player, while pages are unread. Requests one page at a time, as a query would, and appends the page
// once it is stored. So the next start continues after a crash, and two tabs append each page only once.
import { isSince } from '../lib/clock.ts';
import { needsNextPage } from '../lib/playback-queue-pages.ts';
import type { UnreadPages } from '../lib/up-next.ts';
import type { Mirror } from '../mirror/database.ts';
import { listKey } from '../mirror/list-keys.ts';
import type { ListPageRow } from '../mirror/rows.ts';
import { freshForMs, requestRefresh } from '../mirror/refresh-requests.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import { extendPlaybackQueue } from '../mutations/up-next.ts';

type Step = { name: 'request'; key: string } | { name: 'append'; pages: UnreadPages; ids: string[]; nextOffset: number | null };

/** Returns the function that stops the filler. */
export function startPlaybackFiller(mirror: Mirror): () => void {
  return watchQuery(
    mirror.clock,
    () => nextStep(mirror),
    (step) => void runStep(mirror, step).catch(logFailure),
  );
}

async function nextStep({ db, clock }: Mirror): Promise<Step | null> {
  const document = await db.documents.get('up-next');
  const playback = document?.key === 'up-next' ? document.value.run : null;
  const config = await db.documents.get('user-config');
  if (!playback?.coming || !needsNextPage(playback) || config?.key !== 'user-config') return null;
  const { coming: unread } = playback;
  const pageSize = config.value.page_size;
  const pageNumber = Math.floor((unread.offset ?? 0) / pageSize) + 1;
  const key = listKey({ endpoint: 'videos', filters: unread.filters, pageSize, page: pageNumber });
  const page = await db.listPages.get(key);
  const nowMs = clock.now();
  // If the clock was set back after the playback queue was started, every page would seem too old, however often it is fetched.
  const sinceMs = unread.sinceMs > nowMs ? nowMs - freshForMs : unread.sinceMs;
  if (page && isSince(clock, page.fetchedAtMs, sinceMs))
    return { name: 'append', pages: unread, ids: page.ids, nextOffset: hasMore(page, pageNumber) ? pageNumber * pageSize : null };
  const request = await db.wanted.get(key);
  // A 404 ends the list like an empty page (docs/behaviour.md, Pages). Pull retries temporary failures.
  if (request?.failure === 'not-found') return { name: 'append', pages: unread, ids: [], nextOffset: null };
  return request ? null : { name: 'request', key };
}

async function runStep(mirror: Mirror, step: Step | null): Promise<void> {
  if (step?.name === 'request') await requestRefresh(mirror, step.key, 2);
  if (step?.name !== 'append') return;
  const { pages, ids, nextOffset } = step;
  const cards = await mirror.db.videoCards.bulkGet(ids);
  const videos = cards.flatMap((card) => (card ? [{ videoId: card.videoId, title: card.title }] : []));
  await extendPlaybackQueue(mirror, pages, { videos, nextOffset });
}

function hasMore({ ids, paginate }: ListPageRow, pageNumber: number): boolean {
  return ids.length > 0 && paginate !== null && (paginate.next_pages.length > 0 || paginate.last_page > pageNumber);
}

/** Called if the database is closing or the device is full; the videos already in the queue still play. */
function logFailure(reason: unknown): void {
  console.warn('The playback queue could not be extended', reason);
}
