// What a playlist's page decides: which rows to draw, where a dragged entry goes, what to request, where to continue, and which original
// address to link.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { entryCardsStore, listPageKeysOf } from '../../src/queries/entry-cards.ts';
import { findPlaylistStart } from '../../src/queries/playlist-start.ts';
import { originalOfPlaylist } from '../../src/features/page/original-address.ts';
import { positionsOf } from '../../src/screens/playlist/entry-positions.ts';
import { groupsNearView } from '../../src/screens/playlist/row-window.ts';
import { indexUnderPointer, indexWhileDragging } from '../../src/ui/use-row-drag.ts';
import { applyPlaylist, applyVideo, applyVideoList } from '../../src/mirror/apply.ts';
import { listKey } from '../../src/mirror/list-keys.ts';
import { liveKeysOf } from '../../src/mirror/live-keys.ts';
import { removeResource } from '../../src/sync/fetch-resource.ts';
import { aMirror, settled, waitUntil } from '../builders/mirror-copy.ts';
import { aWirePagination, aWirePlaylist, aWireVideo } from '../builders/mirror-wire.ts';
import { askedAt } from '../builders/asked-at.ts';

describe('a list', () => {
  const listSize = { rowHeight: 100, viewHeight: 800, rowCount: 2000 };
  test.each([
    ['at its top', { ...listSize, listTop: 300 }, { first: 0, end: 2 }],
    ['when scrolled', { ...listSize, listTop: -5000 }, { first: 4, end: 7 }],
    ['at its end', { ...listSize, listTop: -199_400 }, { first: 198, end: 200 }],
    ['when scrolled far below its end', { ...listSize, listTop: -900_000 }, { first: 199, end: 200 }],
    ['when far below the view', { ...listSize, listTop: 5000 }, { first: 0, end: 1 }],
    ['when short', { ...listSize, rowCount: 7, listTop: 0 }, { first: 0, end: 1 }],
    ['when not measured yet', { ...listSize, rowHeight: 0, listTop: 0 }, { first: 0, end: 1 }],
    ['when empty', { ...listSize, rowCount: 0, listTop: 0 }, { first: 0, end: 0 }],
  ])('%s draws the rows in view and about a screen of rows on each side', (_case, measurements, groups) => {
    expect(groupsNearView(measurements)).toEqual(groups);
  });
});

describe('a dragged entry', () => {
  test.each([
    [0, 0, 0],
    [0, 49, 0],
    [0, 51, 1],
    [3, -160, 1],
    [3, -9000, 0],
    [3, 9000, 9],
  ])('from place %i, moved by %i px, is over place %i', (from, liftedPx, place) => {
    expect(indexUnderPointer({ from, liftedPx, rowHeight: 100, count: 10 })).toBe(place);
  });

  test.each([
    ['down', { from: 1, to: 3 }, [0, 1, 1, 2, 4]],
    ['up', { from: 3, to: 1 }, [0, 2, 3, 3, 4]],
    ['nowhere', { from: 2, to: 2 }, [0, 1, 2, 3, 4]],
  ])('moved %s gives each entry its place', (_case, { from, to }, places) => {
    expect([0, 1, 2, 3, 4].map((place) => indexWhileDragging(place, { rowId: 'v', from, to }))).toEqual(places);
  });
});

describe('the pages of a playlist that contain its entries', () => {
  const query = { playlistId: 'PL1', videoIds: ['a', 'b', 'c'], unarchivedIds: [], archivedIndexes: [10, 11, 12], isInArchive: true, isCustom: false };
  test.each([
    ['one page', query, 25, [1]],
    ['two pages for entries on both sides of a border', query, 12, [1, 2]],
    ['pages of one entry', query, 1, [11, 12, 13]],
    ['none between entries that a filter shows', { ...query, archivedIndexes: [3, 40, 41] }, 12, [1, 4]],
    ['none when nothing is archived', { ...query, videoIds: [], archivedIndexes: [] }, 12, []],
    ['none when the playlist is not in the archive yet', { ...query, isInArchive: false }, 12, []],
    ['none for an invalid playlist id', { ...query, playlistId: '../x' }, 12, []],
    ['none for an invalid page size', query, 0, []],
  ])('%s', (_case, changedQuery, pageSize, pages) => {
    expect(listPageKeysOf(changedQuery, pageSize)).toEqual(pages.map((page) => `videos?playlist=PL1&size=${pageSize}&page=${page}`));
  });

  test('follow from the positions of the entries in the whole playlist', () => {
    const entries = [true, false, true, true].map((isDownloaded) => ({ videoId: 'twice', isDownloaded }));
    expect([...positionsOf(entries).values()]).toEqual([
      { index: 0, archivedIndex: 0 },
      { index: 1, archivedIndex: 1 },
      { index: 2, archivedIndex: 1 },
      { index: 3, archivedIndex: 2 },
    ]);
  });

  test('are requested once the entries have been in view for a moment, and then the cards are shown', async () => {
    const mirror = await aMirror();
    const { clock } = mirror;
    const store = entryCardsStore(mirror, {
      playlistId: 'PL1',
      videoIds: ['v1', 'v2'],
      unarchivedIds: [],
      archivedIndexes: [0, 1],
      isInArchive: true,
      isCustom: false,
    });
    const stop = store.subscribe(() => {});
    await settled();
    expect(await mirror.db.wanted.count()).toBe(0);
    clock.advance(200);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 1);
    const [request] = await mirror.db.wanted.toArray();
    expect(request?.key).toMatch(/^videos\?playlist=PL1&size=\d+&page=1$/);
    await applyVideoList(mirror.db, {
      key: request?.key ?? '',
      data: [aWireVideo({ youtube_id: 'v1' })],
      paginate: aWirePagination(),
      requestTime: askedAt(clock.now()),
    });
    await waitUntil(() => store.read().length === 1);
    expect(store.read().map((card) => card.videoId)).toEqual(['v1']);
    stop();
  });
});

describe('an entry that a playlist lists as not archived', () => {
  const missingSince = '2026-05-31T20:14:00+00:00';
  const query = { playlistId: 'PL1', videoIds: [], unarchivedIds: ['v1', 'v2'], archivedIndexes: [], isInArchive: true, isCustom: false };

  test('is requested if the device knows the video, and has a card once the archive reports the file as missing', async () => {
    const mirror = await aMirror();
    await applyVideo(mirror.db, aWireVideo({ youtube_id: 'v1' }), askedAt(mirror.clock.now() - 60_000));
    const store = entryCardsStore(mirror, query);
    const stop = store.subscribe(() => {});
    await settled();
    expect(store.read()).toEqual([]);
    mirror.clock.advance(200);
    await waitUntil(async () => (await mirror.db.wanted.toCollection().primaryKeys()).join(' ') === 'video:v1');
    await applyVideo(mirror.db, aWireVideo({ youtube_id: 'v1', missing_since: missingSince }), askedAt(mirror.clock.now()));
    await waitUntil(() => store.read().length === 1);
    expect(store.read()[0]).toMatchObject({ videoId: 'v1', missingSince });
    stop();
  });

  test('is not requested if another answer settles its state first', async () => {
    const mirror = await aMirror();
    await applyVideo(mirror.db, aWireVideo({ youtube_id: 'v1' }), askedAt(mirror.clock.now() - 60_000));
    const store = entryCardsStore(mirror, query);
    const stop = store.subscribe(() => {});
    await waitUntil(() => liveKeysOf(mirror.db).length === 1);
    await applyVideo(mirror.db, aWireVideo({ youtube_id: 'v1', missing_since: missingSince }), askedAt(mirror.clock.now()));
    await waitUntil(() => store.read().length === 1);
    expect(liveKeysOf(mirror.db)).toEqual([]);
    mirror.clock.advance(200);
    await settled();
    expect(await mirror.db.wanted.count()).toBe(0);
    stop();
  });

  test('is requested in a custom playlist even if the device has never seen the video', async () => {
    const mirror = await aMirror();
    const store = entryCardsStore(mirror, { ...query, isCustom: true });
    const stop = store.subscribe(() => {});
    await settled();
    mirror.clock.advance(200);
    await waitUntil(async () => (await mirror.db.wanted.toCollection().primaryKeys()).join(' ') === 'video:v1 video:v2');
    stop();
  });

  test('loses its card when the video itself is not found, but not when only its comments are missing', async () => {
    const mirror = await aMirror();
    const key = listKey({ endpoint: 'videos', filters: '', pageSize: 12, page: 1 });
    const pageFields = { key, paginate: aWirePagination(), requestTime: askedAt(mirror.clock.now()) };
    await applyVideoList(mirror.db, { ...pageFields, data: [aWireVideo({ youtube_id: 'v1' }), aWireVideo({ youtube_id: 'v2' })] });
    await applyVideoList(mirror.db, { ...pageFields, data: [aWireVideo({ youtube_id: 'v2' })] });
    await applyPlaylist(mirror.db, 'playlist:PL1', aWirePlaylist({ playlist_id: 'PL1' }), askedAt(mirror.clock.now()));
    expect(await mirror.db.videoCards.get('v1')).toBeDefined();
    await removeResource(mirror, { kind: 'comments', videoId: 'v1' }, async () => false);
    expect(await mirror.db.videoCards.get('v1')).toBeDefined();
    await removeResource(mirror, { kind: 'video', videoId: 'v1' }, async () => false);
    expect(await mirror.db.videoCards.get('v1')).toBeUndefined();
  });
});

describe('where to continue in a playlist', () => {
  test.each<[string, (number | 'watched' | null)[], { videoId: string; isBeginning: boolean } | null]>([
    ['at the start when nothing has a position', [null, null], { videoId: 'v0', isBeginning: true }],
    ['at the first video when it has a position', [30, null], { videoId: 'v0', isBeginning: false }],
    ['at the first unwatched video when some are watched', ['watched', 'watched', null], { videoId: 'v2', isBeginning: false }],
    ['at a later video that has a position', [null, 'watched', 30], { videoId: 'v2', isBeginning: false }],
    ['nowhere when all are watched', ['watched', 'watched'], null],
    ['nowhere when nothing is archived', [], null],
  ])('%s', async (_case, states, start) => {
    const mirror = await aMirror();
    const ids = states.map((_, index) => `v${index}`);
    await mirror.db.watchStates.bulkPut(
      states.flatMap((state, index) => {
        if (state === null) return [];
        const watchState = { isWatched: state === 'watched', positionSeconds: typeof state === 'number' ? state : null };
        return [{ videoId: `v${index}`, server: watchState, shown: watchState, waiting: 0 as const, localPositionAtMs: null, alternativeSeconds: null }];
      }),
    );
    expect(await findPlaylistStart(mirror, ids)).toEqual(start);
  });

  test('at the first unwatched video, even after many watched videos', async () => {
    const mirror = await aMirror();
    const ids = Array.from({ length: 130 }, (_, index) => `v${index}`);
    const watchState = { isWatched: true, positionSeconds: null };
    await mirror.db.watchStates.bulkPut(
      ids
        .slice(0, 120)
        .map((videoId) => ({ videoId, server: watchState, shown: watchState, waiting: 0 as const, localPositionAtMs: null, alternativeSeconds: null })),
    );
    expect(await findPlaylistStart(mirror, ids)).toEqual({ videoId: 'v120', isBeginning: false });
  });
});

describe('the original address of a playlist', () => {
  test.each([
    ['is its source address', 'PLx', 'https://films.example/list/1', 'https://films.example/list/1'],
    ['is derived from a YouTube id', 'PLnorthSeaSingleHandedSampleList01', null, 'https://www.youtube.com/playlist?list=PLnorthSeaSingleHandedSampleList01'],
    ['is unknown for another id without a source address', 'x-made-up', null, null],
    ['is never a javascript: address', 'PLx', 'javascript:alert(1)', null],
  ])('%s', (_case, playlistId, sourceUrl, link) => {
    expect(originalOfPlaylist(playlistId, sourceUrl)).toBe(link);
  });
});
