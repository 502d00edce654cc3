// When the whole catalogue is on this device, each filter and sort of a list of videos covers the whole catalogue, as at the archive.
import 'fake-indexeddb/auto';
import { expect, test, vi, onTestFinished } from 'vitest';
import { noCatalogue } from '../../src/mirror/catalogue-state.ts';
import type { VideoCardRow, WatchStateRow } from '../../src/mirror/rows.ts';
import { isInList, sortCards } from '../../src/queries/device-video-list.ts';
import { toVideoCard } from '../../src/queries/video-cards.ts';
import { videoListStore } from '../../src/queries/video-stores.ts';
import type { VideoListQuery, VideoPage } from '../../src/queries/views.ts';
import { createListColumns } from '../../src/search-index/list-columns.ts';
import { createListCache } from '../../src/search-index/list-cache.ts';
import type { ToIndex } from '../../src/search-index/messages.ts';
import { openMirrorRows } from '../../src/search-index/mirror-rows.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { aMirror, setConnection, settled, waitUntil } from '../builders/mirror-copy.ts';

test('filters and sorts give the requested range of the matching ids in order, and the number of matching ids', () => {
  const cards = Array.from({ length: 60 }, (_, index) => card(index));
  const states = cards.map(({ videoId }, index) => watchState(videoId, index % 3 === 0));
  const columns = createListColumns();
  columns.add(cards.slice(0, 25));
  columns.add(cards.slice(25));
  columns.add([{ ...card(99), missingSince: '2026-01-01T00:00:00Z' }]);
  columns.addStates(states);
  const videoCards = cards.map((row, index) => toVideoCard(row, states[index]));
  for (const sort of ['published', 'downloaded', 'views', 'likes', 'duration', 'mediasize', 'width', 'height'] as const) {
    for (const order of ['asc', 'desc'] as const) {
      // The order of equal heights is unspecified; all heights in UC1 are different.
      for (const filters of sort === 'height'
        ? [ofOneChannel]
        : ([{}, ofOneChannel, { watch: 'watched' }, { watch: 'unwatched', kind: 'shorts' }, { height: 720 }] as const)) {
        const query: VideoListQuery = { ...filters, sort, order, page: 1 };
        const expectedIds = sortCards(
          videoCards.filter((row) => isInList(row, query)),
          query,
        ).map(({ videoId }) => videoId);
        const { page: _page, ...listQuery } = { ...query, changed: [], from: 3, count: 5 };
        const { watch, ...otherFields } = listQuery;
        const list = columns.list({ ...otherFields, ...(watch === 'watched' || watch === 'unwatched' ? { watch } : {}) });
        expect(list, `${JSON.stringify(query)}`).toEqual({ ids: expectedIds.slice(3, 8), total: expectedIds.length });
      }
    }
  }
});

test('cached columns that are outdated answer one more query, and are then read again', async () => {
  let [nowMs, cards] = [0, [card(1)]];
  const rows = {
    async *allCards() {
      yield cards;
    },
    async *watchStates() {},
  };
  const cache = createListCache({ rows, now: () => nowMs });
  const total = async (): Promise<number> => (await cache.list({ from: 0, count: 5, changed: [] })).total;
  expect(await total()).toBe(1);
  cards = [card(1), card(2)];
  nowMs = 15_000;
  expect(await total()).toBe(1);
  await settled();
  expect(await total()).toBe(1);
  nowMs = 15_001;
  expect(await total()).toBe(1);
  await settled();
  expect(await total()).toBe(2);
});

test('a list that was never stored is answered from the whole catalogue, without being called incomplete, and shows changes made here', async () => {
  const mirror = await aMirror({ pageSize: 4 });
  await setConnection(mirror, 'unreachable');
  stubWorkers();
  // These are more videos than a device without the whole catalogue considers.
  const cards = Array.from({ length: 620 }, (_, index) => card(index));
  await mirror.db.videoCards.bulkPut(cards);
  const query: VideoListQuery = { sort: 'views', order: 'asc', watch: 'unwatched', page: 1 };
  const leastViewedIds = cards.toSorted((left, right) => left.viewCount - right.viewCount).map(({ videoId }) => videoId);
  const store = videoListStore(mirror, query);
  const unsubscribe = store.subscribe(() => {});
  const readPage = (): VideoPage | null => {
    const view = store.read();
    return view.state === 'ready' ? view.data : null;
  };
  await waitUntil(() => readPage()?.isFromDevice === true);
  expect(readPage()?.paginate).toMatchObject({ total_hits: 500, max_hits: true });
  const lastRead = { atMs: 7, videos: 620, channels: 0, playlists: 0, unreached: 0, failedLists: 0 };
  await mirror.db.documents.put({ key: 'catalogue', value: { ...noCatalogue, last: lastRead }, fetchedAtMs: 0 });
  await waitUntil(() => readPage()?.isFromDevice === false);
  expect(store.read()).toMatchObject({ fetchedAtMs: 7 });
  expect(readPage()?.paginate).toMatchObject({ total_hits: 620, max_hits: false });
  expect(readPage()?.videos.map(({ videoId }) => videoId)).toEqual(leastViewedIds.slice(0, 4));
  await markVideoWatched(mirror, { videoId: leastViewedIds[0] ?? '', isWatched: true, subject: 'Quay walks' });
  await waitUntil(() => readPage()?.videos[0]?.videoId === leastViewedIds[1]);
  expect(readPage()?.paginate?.total_hits).toBe(619);
  // If something could not be read, the list may lack it.
  await mirror.db.documents.put({ key: 'catalogue', value: { ...noCatalogue, last: { ...lastRead, unreached: 1 } }, fetchedAtMs: 0 });
  await waitUntil(() => readPage()?.isFromDevice === true);
  unsubscribe();
});

const ofOneChannel = { channelId: 'UC1' } as const;

/** Returns a card. Apart from the height 720, no two cards have the same value in a field that lists are sorted by. */
function card(index: number): VideoCardRow {
  const mixedNumber = (index * 37) % 997;
  return {
    videoId: `v${index}`,
    title: `Quay walk ${index}`,
    channelId: `UC${index % 2}`,
    channelName: 'Harbour Lights',
    channelThumbUrl: null,
    thumbUrl: null,
    kind: index % 5 === 0 ? 'shorts' : 'videos',
    publishedAt: new Date(Date.UTC(2024, 0, 1) + mixedNumber * 86_400_000).toISOString(),
    downloadedAt: 1_700_000_000 + ((index * 53) % 991),
    durationSeconds: 60 + ((index * 41) % 983),
    mediaSizeBytes: 1_000 + ((index * 59) % 977),
    width: 1_000 + ((index * 61) % 971),
    height: index % 4 === 0 ? 720 : 2_000 + index,
    viewCount: (index * 67) % 967,
    likeCount: (index * 71) % 953,
    isActive: true,
  };
}

function watchState(videoId: string, isWatched: boolean): WatchStateRow {
  const state = { isWatched, positionSeconds: null };
  return { videoId, server: state, shown: state, waiting: 0, localPositionAtMs: null, alternativeSeconds: null };
}

/** Replaces the index worker with one that answers only queries for lists, in this process. */
function stubWorkers(): void {
  class InProcessWorker {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    #rows: ReturnType<typeof openMirrorRows> = Promise.resolve(null);
    #lists: ReturnType<typeof createListCache> | null = null;
    async postMessage(message: ToIndex): Promise<void> {
      if (message.kind === 'open') this.#rows = openMirrorRows(message.databaseName, () => {});
      if (message.kind !== 'list') return;
      const rows = await this.#rows;
      if (!rows) throw new Error('no rows');
      this.#lists ??= createListCache({ rows, now: () => performance.now() });
      const list = await this.#lists.list(message.query);
      this.onmessage?.({ data: { kind: 'listed', number: message.number, listed: list } });
    }
    terminate(): void {}
  }
  vi.stubGlobal('Worker', InProcessWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
}
