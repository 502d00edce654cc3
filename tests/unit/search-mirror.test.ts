// The archive's search answers and statistics are read into the mirror.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WireFulltextHit, WireSearchResults } from '../../src/contract/names.ts';
import { parseSearch } from '../../src/lib/search-query.ts';
import { toArchiveStats } from '../../src/mirror/archive-stats.ts';
import { recordDeletion } from '../../src/mirror/request-order.ts';
import { parseResourceKey, searchKey } from '../../src/mirror/resource-keys.ts';
import { linePartsOf, toSubtitleHit } from '../../src/mirror/search-answer.ts';
import { forgetAllSearches, forgetSearch, rememberSearch } from '../../src/mutations/recent-searches.ts';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import { searchShape } from '../../src/network/search-shapes.ts';
import { readShape } from '../../src/network/shape.ts';
import { statsChannelShape, statsVideoShape, statsWatchShape } from '../../src/network/stats-shapes.ts';
import { archiveStatsStore } from '../../src/queries/stats.ts';
import { deviceHitsStore, recentSearchesStore, searchAnswerStore } from '../../src/queries/search-stores.ts';
import { applySearch, fetchSearch } from '../../src/sync/fetch-search.ts';
import { fetchStats } from '../../src/sync/fetch-stats.ts';
import { aMirror, settled, waitUntil } from '../builders/mirror-copy.ts';
import { aWireChannel, aWirePlaylist, aWireVideo } from '../builders/mirror-wire.ts';
import { askedAt } from '../builders/asked-at.ts';

const aHit = (overrides: Partial<WireFulltextHit> = {}): WireFulltextHit => ({
  youtube_id: 'v1',
  title: 'Fog',
  subtitle_line: 'the <span class="settings-current">fog</span> came in',
  subtitle_start: '00:01:02.480',
  subtitle_end: '01:00:09.000',
  subtitle_channel: 'Harbour Lights',
  subtitle_channel_id: 'UC1',
  subtitle_fragment_id: 'v1-en-1',
  subtitle_index: 1,
  subtitle_lang: 'en',
  subtitle_last_refresh: 0,
  subtitle_source: 'user',
  vid_thumb_url: '/cache/videos/v/v1.jpg',
  _index: 'ta_subtitle',
  _score: 7.25,
  ...overrides,
});

describe('a line of subtitles', () => {
  test.each([
    [
      'the <span class="settings-current">fog</span> came',
      [
        ['the ', false],
        ['fog', true],
        [' came', false],
      ],
    ],
    ['<b>bold</b> & <img src=x onerror=alert(1)>', [['<b>bold</b> & <img src=x onerror=alert(1)>', false]]],
    [
      '<span class="settings-current">a</span><span class="settings-current">b</span>',
      [
        ['a', true],
        ['b', true],
      ],
    ],
    ['open <span class="settings-current">end', [['open <span class="settings-current">end', false]]],
    ['', []],
  ])('%j is read as text with marked matches, and never as markup', (line, parts) =>
    expect(linePartsOf(line).map(({ text, isMatch }) => [text, isMatch])).toEqual(parts),
  );

  test('has its times in seconds', () => {
    expect(toSubtitleHit(aHit())).toMatchObject({ startSeconds: 62.48, endSeconds: 3609, score: 7.25 });
    expect(toSubtitleHit(aHit({ subtitle_start: 'soon' })).startSeconds).toBe(0);
  });
});

describe('a search', () => {
  test('is sent with its query encoded once', async () => {
    const requestedPaths: string[] = [];
    const api = createArchiveClient({
      fetch: (input) => (requestedPaths.push(input as string), Promise.resolve(new Response('[]', { headers: { 'content-type': 'application/json' } }))),
      readCookie: () => null,
      onOutcome: () => {},
    });
    const answer = await fetchSearch(api, 'full:fog & 100%+ #1 ü', new AbortController().signal);
    expect(requestedPaths).toEqual(['/api/search/?query=full%3Afog%20%26%20100%25%2B%20%231%20%C3%BC']);
    expect(answer.ok).toBe(false); // a list is no answer to a search
  });

  test('has a key from which its query can be read, whatever its words', () => {
    expect(parseResourceKey(searchKey('video: channel:a page=2&size=3'))).toEqual({ kind: 'search', query: 'video: channel:a page=2&size=3' });
  });

  test('stores rows that are new to the device, changes no channel that is known, and fulfils its request', async () => {
    const mirror = await aMirror();
    const { db } = mirror;
    await applySearch(db, 'old', results({ channel_results: [aWireChannel({ channel_id: 'UC1', channel_name: 'As it was' })] }), askedAt(1));
    await db.channels.update('UC1', { fetchedAtMs: 500, overwrites: null, isSubscribed: true });
    const view = searchAnswerStore(mirror, 'fog');
    const unsubscribe = view.subscribe(() => {});
    await waitUntil(async () => (await db.wanted.get('search:fog')) !== undefined);
    await applySearch(
      db,
      'fog',
      results({
        video_results: [aWireVideo({ youtube_id: 'v1', title: 'Fog', player: { watched: true } })],
        channel_results: [aWireChannel({ channel_id: 'UC1', channel_name: 'Another' }), aWireChannel({ channel_id: 'UC2' })],
        playlist_results: [aWirePlaylist({ playlist_id: 'PL1' })],
        fulltext_results: [aHit()],
      }),
      askedAt(mirror.clock.now()),
    );
    await waitUntil(() => view.read().state === 'ready');
    expect(view.read()).toMatchObject({ data: { videoIds: ['v1'], channelIds: ['UC1', 'UC2'], playlistIds: ['PL1'], spoken: [{ videoId: 'v1' }] } });
    expect(await db.wanted.get('search:fog')).toBeUndefined();
    expect(await db.videoCards.get('v1')).toMatchObject({ title: 'Fog' });
    expect((await db.watchStates.get('v1'))?.shown.isWatched).toBe(true);
    expect(await db.channels.get('UC1')).toMatchObject({ name: 'As it was', isSubscribed: true });
    expect(await db.channels.get('UC2')).toMatchObject({ fetchedAtMs: 0 }); // the channel’s own page requests the channel again
    unsubscribe();
  });

  test('restores no channel, playlist or passage that was deleted after the request', async () => {
    const { db } = await aMirror();
    await recordDeletion(db, 1, ['channels:UC1', 'playlists:PL1', 'videos:v1']);
    const answer = results({
      channel_results: ['UC1', 'UC2'].map((channel_id) => aWireChannel({ channel_id })),
      playlist_results: ['PL1', 'PL2'].map((playlist_id) => aWirePlaylist({ playlist_id })),
      fulltext_results: [
        aHit({ youtube_id: 'v1', subtitle_channel_id: 'UC2' }),
        aHit({ youtube_id: 'v3', subtitle_channel_id: 'UC1' }),
        aHit({ youtube_id: 'v2', subtitle_channel_id: 'UC2' }),
      ],
    });
    await applySearch(db, 'fog', answer, askedAt(1));
    expect(await db.searches.get('fog')).toMatchObject({ channelIds: ['UC2'], playlistIds: ['PL2'], spoken: [{ videoId: 'v2' }] });
    expect(await db.channels.toCollection().primaryKeys()).toEqual(['UC2']);
    expect(await db.playlists.toCollection().primaryKeys()).toEqual(['PL2']);
  });

  test('keeps only the newest answers', async () => {
    const { db } = await aMirror();
    for (let index = 0; index < 45; index += 1) await applySearch(db, `query ${index}`, results({}), askedAt(1_000 + index));
    expect(await db.searches.count()).toBe(40);
    expect(await db.searches.get('query 4')).toBeUndefined();
    expect(await db.searches.get('query 44')).toBeDefined();
  });

  test.each([
    ['as they were requested', 5],
    ['in the other order', 3],
  ])('keeps both answers to a search, stored %s, even if the clock was set back after the earlier answers were stored', async (_what, spokenAtMs) => {
    const { db } = await aMirror();
    for (let index = 0; index < 40; index += 1) await applySearch(db, `query ${index}`, results({}), askedAt(1_000 + index));
    await applySearch(db, 'after', results({}), askedAt(4));
    await applySearch(db, 'full:after', results({}), askedAt(spokenAtMs));
    expect(await db.searches.get('after')).toMatchObject({ fetchedAtMs: 4 });
    expect(await db.searches.get('full:after')).toMatchObject({ fetchedAtMs: spokenAtMs });
    expect(await db.searches.count()).toBe(40);
  });

  test('finds nothing on the device, rather than searching forever, if the worker of the index cannot be fetched', async () => {
    const onWorkerStart = vi.fn<() => void>();
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal(
      'Worker',
      class {
        onerror: (() => void) | null = null;
        constructor() {
          onWorkerStart();
        }
        postMessage(): void {
          setTimeout(() => this.onerror?.());
        }
        terminate(): void {}
      },
    );
    const hits = deviceHitsStore(await aMirror(), parseSearch('fog'), () => null);
    const unsubscribe = hits.subscribe(() => {});
    await waitUntil(() => hits.read() !== null);
    expect(hits.read()).toEqual({ videos: [], channels: [], playlists: [] });
    expect(onWorkerStart).toHaveBeenCalledTimes(2);
    unsubscribe();
  });

  test('is remembered once, before older searches, and forgotten on request', async () => {
    const mirror = await aMirror();
    const recentSearches = recentSearchesStore(mirror);
    const unsubscribe = recentSearches.subscribe(() => {});
    for (const query of ['fog', ' Slow   Harbour ', 'FOG']) await rememberSearch(mirror, query);
    await waitUntil(() => recentSearches.read()?.[0] === 'FOG');
    expect(recentSearches.read()).toEqual(['FOG', 'Slow Harbour']);
    for (let number = 1; number <= 20; number += 1) await rememberSearch(mirror, `tide ${number}`);
    await waitUntil(() => recentSearches.read()?.[0] === 'tide 20');
    expect(recentSearches.read(), 'no more than twelve').toHaveLength(12);
    await forgetAllSearches(mirror);
    for (const query of ['Slow Harbour', 'FOG']) await rememberSearch(mirror, query);
    await waitUntil(() => recentSearches.read()?.[0] === 'FOG');
    await forgetSearch(mirror, 'FOG');
    await waitUntil(() => recentSearches.read()?.length === 1);
    await forgetAllSearches(mirror);
    await waitUntil(() => recentSearches.read()?.length === 0);
    unsubscribe();
  });
});

describe('statistics', () => {
  test('have zeros for missing values, and an answer of another shape is refused', () => {
    const video = readShape(statsVideoShape, { doc_count: 2, media_size: null, type_shorts: null, active_true: { doc_count: 2, media_size: 9, duration: 5 } });
    const channel = readShape(statsChannelShape, { doc_count: null });
    const watch = readShape(statsWatchShape, { total: null });
    if (!video.ok || !channel.ok || !watch.ok) throw new Error('an answer was refused');
    const stats = toArchiveStats({
      video: video.value,
      channel: channel.value,
      playlist: channel.value,
      download: { pending: null, ignore: null, pending_videos: null, pending_shorts: null, pending_streams: null },
      watch: watch.value,
      history: [],
      biggest: { doc_count: [], duration: [], media_size: [] },
    });
    const zeros = { count: 0, sizeBytes: 0, durationSeconds: 0 };
    expect(stats).toMatchObject({ all: { count: 2, sizeBytes: 0 }, active: { count: 2, sizeBytes: 9, durationSeconds: 5 }, inactive: zeros, streams: zeros });
    expect(stats).toMatchObject({ channels: { count: 0, subscribedCount: 0 }, pending: { count: 0 }, watched: { count: 0 }, watchedShare: 0 });
    for (const answer of [{}, [], { detail: 'no' }, null]) expect(readShape(statsVideoShape, answer).ok).toBe(false);
  });

  test('are requested in parallel, and fail together if one request fails', async () => {
    let runningCallCount = 0;
    let maxRunningCallCount = 0;
    const requestedPaths: string[] = [];
    const api = {
      async call(path: string) {
        requestedPaths.push(path);
        maxRunningCallCount = Math.max(maxRunningCallCount, (runningCallCount += 1));
        await settled();
        runningCallCount -= 1;
        return path.includes('watch') ? ({ ok: false, error: { kind: 'unreachable' } } as const) : ({ ok: true, value: [] } as const);
      },
    };
    const answer = await fetchStats(api as never, new AbortController().signal);
    expect(requestedPaths).toHaveLength(9);
    expect(maxRunningCallCount).toBe(9);
    expect(answer).toEqual({ ok: false, error: { kind: 'unreachable' } });
  });

  test('use a channel’s own name if the device knows that name', async () => {
    const mirror = await aMirror();
    const { db } = mirror;
    await applySearch(db, 'bbc', results({ channel_results: [aWireChannel({ channel_id: 'UC1', channel_name: 'BBC News' })] }), askedAt(1));
    const channel = (channelId: string, name: string) => ({ channelId, name, videoCount: 1, durationSeconds: 1, sizeBytes: 1 });
    const stats = toArchiveStats({
      video: { doc_count: 0 } as never,
      channel: { doc_count: 0 } as never,
      playlist: { doc_count: 0 } as never,
      download: { pending: 0 } as never,
      watch: {} as never,
      history: [],
      biggest: { doc_count: [], duration: [], media_size: [] },
    });
    stats.biggest.doc_count = [channel('UC1', 'Bbc News'), channel('UC9', 'Nobody Knows')];
    await db.documents.put({ key: 'page:stats', value: stats, fetchedAtMs: mirror.clock.now() });
    const view = archiveStatsStore(mirror);
    const unsubscribe = view.subscribe(() => {});
    await waitUntil(() => view.read().state === 'ready');
    expect(view.read()).toMatchObject({ data: { biggest: { doc_count: [{ name: 'BBC News' }, { name: 'Nobody Knows', thumbUrl: null }] } } });
    unsubscribe();
  });
});

test('a search answer of another shape is refused', () => {
  expect(readShape(searchShape, { results: { video_results: [] }, queryType: 'simple' }).ok).toBe(false);
  expect(readShape(searchShape, results({})).ok).toBe(true);
});

function results(overrides: Partial<WireSearchResults['results']>): WireSearchResults {
  return { results: { video_results: [], channel_results: [], playlist_results: [], fulltext_results: [], ...overrides }, queryType: 'simple' };
}
