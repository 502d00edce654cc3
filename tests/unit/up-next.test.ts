// Fixed rules choose the videos that play next. The device stores these videos, so they are the same after a reload and in another tab.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { withPage, needsNextPage } from '../../src/lib/playback-queue-pages.ts';
import {
  withLoop,
  nextVideo,
  emptyUpNext,
  previousInPlayback,
  restOfPlayback,
  skippedBefore,
  createPlaybackQueue,
  afterStarted,
  withShuffle,
  type PlaybackQueue,
  type UpNext,
} from '../../src/lib/up-next.ts';
import { withoutDeleted } from '../../src/lib/without-deleted.ts';
import { clearQueue, removeWithUndo } from '../../src/mutations/remove-from-queue.ts';
import {
  endPlaybackQueue,
  clearPlayHistory,
  moveInQueue,
  recordStarted,
  addToQueue,
  setAutoplay,
  setLooped,
  startChannelPlayback,
  startPlaybackQueue,
} from '../../src/mutations/up-next.ts';
import { applyDocument, applyVideo, applyVideoList } from '../../src/mirror/apply.ts';
import { forgetVideo } from '../../src/mirror/forget.ts';
import { mutationKinds } from '../../src/mutations/kinds/table.ts';
import { openMirrorDatabase, openRegistryDatabase, type Mirror } from '../../src/mirror/database.ts';
import { missingUpcomingStore } from '../../src/queries/up-next.ts';
import { startPlaybackFiller } from '../../src/sync/fill-playback-queue.ts';
import { aWirePagination, aWireUserConfig, aWireVideo } from '../builders/mirror-wire.ts';
import { seeded } from '../builders/seeded.ts';
import { createManualClock } from '../doubles/manual-clock.ts';
import { askedAt } from '../builders/asked-at.ts';

const video = (videoId: string) => ({ videoId, title: `Title of ${videoId}` });
const origin = { kind: 'playlist', id: 'PLx', name: 'North Sea' } as const;
const threeVideos = ['a', 'b', 'c'].map(video);
const always = () => true;

const withQueue = (...ids: string[]): UpNext => ({ ...emptyUpNext, queue: ids.map((id) => ({ entryId: `entry ${id}`, ...video(id) })) });
const withPlayback = (index: number, isLooped = false): UpNext => ({
  ...emptyUpNext,
  run: { ...createPlaybackQueue(origin, threeVideos, false, Math.random), at: index, isLooped },
});

describe('playback', () => {
  const cases: [string, UpNext, string, string | null, string | null][] = [
    ['nothing, if nothing is queued', emptyUpNext, 'a', null, null],
    ['a queued video before the rest of the playlist', { ...withPlayback(0), queue: withQueue('z').queue }, 'a', null, 'z'],
    ['the next video of the playlist', withPlayback(0), 'a', null, 'b'],
    ['the next video of the playlist, after a queued video that is not in it', withPlayback(1), 'z', null, 'c'],
    ['nothing after the end of the playlist', withPlayback(2), 'c', null, null],
    ['the first video of the playlist, if it is looped', withPlayback(2, true), 'c', null, 'a'],
    ['the playlist before the video of autoplay', { ...withPlayback(0), autoplayPlaylistId: 'PLy' }, 'a', 'y', 'b'],
    ['the video of autoplay, if nothing else is queued', emptyUpNext, 'a', 'y', 'y'],
  ];
  test.each(cases)('continues with %s', (_what, upNext, videoId, autoplay, expected) => {
    expect(nextVideo(upNext, { videoId, autoplay: autoplay === null ? null : video(autoplay), isPlayable: always })?.videoId ?? null).toBe(expected);
  });

  test('prefers a video that can play while the archive is away, and reports when none can', () => {
    const upNext = withQueue('x', 'y');
    expect(nextVideo(upNext, { videoId: 'a', autoplay: null, isPlayable: (id) => id === 'y' })).toMatchObject({ videoId: 'y', isAway: false });
    expect(nextVideo(upNext, { videoId: 'a', autoplay: null, isPlayable: () => false })).toMatchObject({ videoId: 'x', isAway: true });
  });

  test('skips videos that are missing on the server, and ends if all of them are', () => {
    const upNext = { ...withPlayback(0), queue: withQueue('x', 'y').queue };
    const playingState = { videoId: 'a', autoplay: null, isPlayable: always };
    expect(nextVideo(upNext, { ...playingState, isMissing: (id) => id === 'x' })).toMatchObject({ videoId: 'y', entryId: 'entry y', isAway: false });
    expect(nextVideo(upNext, { ...playingState, isMissing: (id) => id !== 'c' })?.videoId).toBe('c');
    expect(nextVideo(upNext, { ...playingState, isMissing: always })).toBeNull();
    expect(nextVideo(upNext, { ...playingState, isPlayable: () => false, isMissing: (id) => id === 'x' })).toMatchObject({ videoId: 'y', isAway: true });
  });

  test('reports only missing videos before the next one as skipped, and none that plays from this device', () => {
    const skippedIds = (nextId: string | null, ...missing: string[]): string[] =>
      skippedBefore(threeVideos, nextId === null ? null : video(nextId), (id) => missing.includes(id)).map(({ videoId }) => videoId);
    expect([skippedIds('a'), skippedIds('b', 'a'), skippedIds('c', 'a'), skippedIds(null, 'a', 'b', 'c')]).toEqual([[], ['a'], ['a'], ['a', 'b', 'c']]);
    expect(skippedIds('a', 'b'), 'the first is on this device, the second is missing').toEqual([]);
  });

  test('plays every video of a shuffled playlist once, and the chosen one first', () => {
    const playback = createPlaybackQueue(origin, threeVideos, true, () => 0, 'b');
    expect(playback.order.map((index) => threeVideos[index]?.videoId)[0]).toBe('b');
    expect(
      restOfPlayback(playback, 'b')
        .map(({ videoId }) => videoId)
        .sort(),
    ).toEqual(['a', 'c']);
  });

  test('remembers each video of a looped playlist once, the latest first, and fifty at most', () => {
    const stateAfterRounds = ['a', 'b', 'c', 'a', 'b'].reduce((upNext, id) => afterStarted(upNext, video(id), Math.random), withPlayback(0, true));
    expect(stateAfterRounds.history.map(({ videoId }) => videoId)).toEqual(['b', 'a', 'c']);
    const sixtyVideos = Array.from({ length: 60 }, (_none, index) => video(`v${index}`));
    const history = sixtyVideos
      .reduce((upNext, shownVideo) => afterStarted(upNext, shownVideo, Math.random), emptyUpNext)
      .history.map(({ videoId }) => videoId);
    expect([history.length, history[0], history.at(-1)]).toEqual([50, 'v59', 'v10']);
  });

  test('has no video before the first one of a shuffled round, because the last round had another order', () => {
    const playback = withLoop(
      createPlaybackQueue(origin, threeVideos, true, () => 0),
      true,
      () => 0,
    );
    const firstId = playback.videos[playback.order[0] ?? -1]?.videoId ?? '';
    expect(previousInPlayback(playback, firstId)).toBeNull();
  });

  test('keeps the current video when shuffle is turned on and off again', () => {
    const unshuffledQueue = { ...createPlaybackQueue(origin, threeVideos, false, Math.random), at: 1 };
    const shuffledQueue = withShuffle(unshuffledQueue, true, () => 0);
    expect(shuffledQueue.videos[shuffledQueue.order[shuffledQueue.at] ?? -1]?.videoId).toBe('b');
    expect(withShuffle(shuffledQueue, false, Math.random)).toEqual(unshuffledQueue);
  });

  test('knows the previous video, and wraps around only if it is looped', () => {
    expect(previousInPlayback(withPlayback(1).run, 'b')?.videoId).toBe('a');
    expect(previousInPlayback(withPlayback(0).run, 'a')).toBeNull();
    expect(previousInPlayback(withPlayback(0, true).run, 'a')?.videoId).toBe('c');
  });
});

describe('showing a video', () => {
  test('removes the video from the queue and keeps the playlist being played', () => {
    const stateBefore = { ...withPlayback(0), queue: withQueue('z', 'y').queue };
    const stateAfter = afterStarted(stateBefore, video('z'), Math.random);
    expect(stateAfter.queue.map(({ videoId }) => videoId)).toEqual(['y']);
    expect(stateAfter.run).toEqual(stateBefore.run);
    expect(stateAfter.history[0]).toEqual(video('z'));
  });

  test('removes the video from the queue even if it was the last one played, and keeps the playlist being played', () => {
    const stateBefore = { ...withPlayback(1), queue: withQueue('elsewhere', 'y').queue, history: [video('elsewhere')] };
    const stateAfter = afterStarted(stateBefore, video('elsewhere'), Math.random);
    expect(stateAfter).toEqual({ ...stateBefore, queue: withQueue('y').queue });
  });

  test('keeps the entry of the video in the queue if the video was the last one played and continues after a reload', () => {
    const stateBefore = { ...withPlayback(1), queue: withQueue('elsewhere', 'y').queue, history: [video('elsewhere')] };
    expect(afterStarted(stateBefore, video('elsewhere'), Math.random, true)).toBe(stateBefore);
    const stateWithOtherLast = { ...stateBefore, history: [video('other'), video('elsewhere')] };
    expect(afterStarted(stateWithOtherLast, video('elsewhere'), Math.random, true).queue).toEqual(withQueue('y').queue);
  });

  test('ends the playlist being played if the video is not part of the playlist, but not if a reload shows the same video again', () => {
    expect(afterStarted(withPlayback(1), video('elsewhere'), Math.random).run).toBeNull();
    const stateBeforeReload = { ...withPlayback(1), history: [video('elsewhere')] };
    expect(afterStarted(stateBeforeReload, video('elsewhere'), Math.random)).toBe(stateBeforeReload);
  });

  test('moves the playlist being played to that video', () => {
    expect(afterStarted(withPlayback(0), video('c'), Math.random).run?.at).toBe(2);
  });
});

describe('deleted videos', () => {
  const without = (upNext: UpNext, ...ids: string[]): UpNext => withoutDeleted(upNext, (id) => ids.includes(id));

  test('leave the queue, the playlist being played and the history', () => {
    const upNext = { ...withPlayback(1), queue: withQueue('z', 'b').queue, history: [video('b'), video('a')] };
    const remainingState = without(upNext, 'b');
    expect([remainingState.queue, remainingState.run?.videos, remainingState.history]).toEqual([withQueue('z').queue, [video('a'), video('c')], [video('a')]]);
    expect(without(upNext, 'elsewhere')).toBe(upNext);
  });

  test.each([
    ['the current one', 1, ['b'], ['c']],
    ['one before the current one', 1, ['a'], ['c']],
    ['one after the current one', 0, ['b'], ['c']],
    ['the current one, which is the first', 0, ['a'], ['b', 'c']],
  ])('of the playlist being played are skipped if they are %s', (_which, currentIndex, deletedIds, expectedIds) => {
    const { run } = without(withPlayback(currentIndex), ...deletedIds);
    expect(restOfPlayback(run, threeVideos[currentIndex]?.videoId ?? '').map(({ videoId }) => videoId)).toEqual(expectedIds);
  });

  test('end the playlist being played if no other video is left in it, and leave a shuffled order and its next round complete', () => {
    expect(without(withPlayback(1), 'a', 'b', 'c').run).toBeNull();
    const shuffledQueue = withLoop(createPlaybackQueue(origin, threeVideos, true, Math.random, 'c'), true, Math.random);
    const { run } = without({ ...emptyUpNext, run: shuffledQueue }, 'a');
    for (const order of [run?.order, run?.nextRound]) expect(order?.map((index) => run?.videos[index]?.videoId).toSorted()).toEqual(['b', 'c']);
    expect(restOfPlayback(run, 'c')[0]?.videoId).toBe('b');
  });

  test('at the start of the playlist cause no other video to be skipped, even after a change of the order or with another page', () => {
    const listedPages = { filters: 'x', offset: 0, listedCount: 0, sinceMs: 1 };
    const playback = without({ ...emptyUpNext, run: { ...createPlaybackQueue(origin, threeVideos, false, Math.random), coming: listedPages } }, 'a')
      .run as PlaybackQueue;
    const restIds = (queue: PlaybackQueue): string[] => restOfPlayback(queue, 'a').map(({ videoId }) => videoId);
    const shuffledQueue = withShuffle(playback, true, Math.random);
    expect(restIds(shuffledQueue).toSorted()).toEqual(['b', 'c']);
    expect(restIds(withShuffle(shuffledQueue, false, Math.random))).toEqual(['b', 'c']);
    const page = { videos: ['b', 'd'].map(video), nextOffset: 2 };
    expect(restIds(withPage(playback, page, Math.random))).toEqual(['b', 'd', 'c']);
    expect(restIds(withPage(shuffledQueue, page, Math.random)).toSorted()).toEqual(['b', 'c', 'd']);
  });

  test('of a channel that is listed page by page move the place at which the list continues', () => {
    const listedPages = { filters: 'x', offset: 2, listedCount: 2, sinceMs: 1 };
    const { run } = without({ ...emptyUpNext, run: { ...createPlaybackQueue(origin, threeVideos, false, Math.random), coming: listedPages } }, 'b', 'c');
    expect(run?.coming).toEqual({ ...listedPages, offset: 1, listedCount: 1 });
  });
});

describe('a shuffled playlist with loop', () => {
  const restIds = (playback: PlaybackQueue | null, from: string) => restOfPlayback(playback, from).map(({ videoId }) => videoId);

  test('has another order each round, which is shown beforehand, and never the same video twice in a row', () => {
    const random = seeded(7);
    const fiveVideos = ['a', 'b', 'c', 'd', 'e'].map(video);
    let upNext: UpNext = { ...emptyUpNext, run: withLoop(createPlaybackQueue(origin, fiveVideos, true, random), true, random) };
    let currentVideo = upNext.run?.videos[upNext.run.order[0] ?? 0] ?? video('a');
    const playedIds: string[] = [];
    for (let count = 0; count < 200; count += 1) {
      upNext = afterStarted(upNext, currentVideo, random);
      playedIds.push(currentVideo.videoId);
      const next = nextVideo(upNext, { videoId: currentVideo.videoId, autoplay: null, isPlayable: always });
      expect(restIds(upNext.run, currentVideo.videoId)[0]).toBe(next?.videoId);
      expect(next?.videoId).not.toBe(currentVideo.videoId);
      currentVideo = next ?? currentVideo;
    }
    const rounds = Array.from({ length: 40 }, (_, index) => playedIds.slice(index * 5, index * 5 + 5));
    for (const round of rounds) expect(round.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(new Set(rounds.map((round) => round.join(''))).size).toBeGreaterThan(10);
  });

  test('goes back from the last video to the one before it, and repeats a single video', () => {
    const random = seeded(3);
    const playback = withLoop(createPlaybackQueue(origin, threeVideos, true, random), true, random);
    const [, secondIndex = 0, lastIndex = 0] = playback.order;
    const stateAtEnd: UpNext = { ...emptyUpNext, run: { ...playback, at: 2 }, history: [threeVideos[lastIndex] ?? video('')] };
    expect(afterStarted(stateAtEnd, threeVideos[secondIndex] ?? video(''), random).run).toMatchObject({ at: 1, order: playback.order });
    const singleVideoQueue = withLoop(createPlaybackQueue(origin, [video('a')], true, random), true, random);
    expect(restIds(singleVideoQueue, 'a')).toEqual(['a']);
  });
});

describe('a channel that is listed page by page', () => {
  const nothingListed = { filters: 'channel=UCx', offset: 0, listedCount: 0, sinceMs: 0 };
  const idsOf = (playback: PlaybackQueue) => playback.order.map((index) => playback.videos[index]?.videoId);

  test('plays the listed videos first when not shuffled; videos that only the device knew follow, and are removed after the last page', () => {
    const queue: PlaybackQueue = { ...createPlaybackQueue(origin, ['b', 'd', 'gone'].map(video), false, Math.random), coming: nothingListed };
    const afterFirstPage = withPage(queue, { videos: ['b', 'c'].map(video), nextOffset: 2 }, Math.random);
    expect(idsOf(afterFirstPage)).toEqual(['b', 'c', 'd', 'gone']);
    expect(afterFirstPage.coming).toEqual({ ...nothingListed, offset: 2, listedCount: 2 });
    const afterLastPage = withPage(afterFirstPage, { videos: ['d', 'e'].map(video), nextOffset: null }, Math.random);
    expect(idsOf(afterLastPage)).toEqual(['b', 'c', 'd', 'e']);
    expect(afterLastPage.coming).toBeUndefined();
    expect(restOfPlayback(afterLastPage, 'b').map(({ videoId }) => videoId)).toEqual(['c', 'd', 'e']);
    expect(withPage(afterLastPage, { videos: [video('f')], nextOffset: null }, Math.random)).toBe(afterLastPage);
  });

  test('keeps its played and its current videos when shuffled, and inserts new videos anywhere after these', () => {
    for (let seed = 1; seed < 20; seed += 1) {
      const queue: PlaybackQueue = { ...createPlaybackQueue(origin, ['a', 'b', 'c'].map(video), true, seeded(seed)), at: 1, coming: nothingListed };
      const grownQueue = withPage(queue, { videos: ['x', 'a', 'y', 'b', 'z'].map(video), nextOffset: 5 }, seeded(seed));
      expect(idsOf(grownQueue).slice(0, 2)).toEqual(idsOf(queue).slice(0, 2));
      expect(new Set(idsOf(grownQueue))).toEqual(new Set(['a', 'b', 'c', 'x', 'y', 'z']));
      expect(grownQueue.order).toHaveLength(6);
      expect(grownQueue.at).toBe(1);
    }
  });

  test('is listed only some videos ahead of the current one if it is not shuffled, and to its end if it is shuffled', () => {
    const playback: PlaybackQueue = { ...createPlaybackQueue(origin, threeVideos, false, Math.random), coming: { ...nothingListed, listedCount: 60 } };
    expect(needsNextPage(playback)).toBe(false);
    expect(needsNextPage({ ...playback, at: 11 })).toBe(true);
    expect(needsNextPage({ ...playback, isShuffled: true })).toBe(true);
    expect(needsNextPage(createPlaybackQueue(origin, threeVideos, true, Math.random))).toBe(false);
  });
});

describe('up next on the device', () => {
  const openedDatabases: { close(): void }[] = [];
  afterEach(() => openedDatabases.splice(0).forEach((db) => db.close()));

  test('is the same in another tab and after a reload, and keeps simultaneous changes of two tabs', async () => {
    const name = `up-next-${crypto.randomUUID()}`;
    const [thisTab, otherTab] = [setup(name), setup(name)];
    await Promise.all([addToQueue(thisTab, video('x'), 'last'), addToQueue(otherTab, video('y'), 'last')]);
    expect((await readUpNext(thisTab)).queue).toHaveLength(2);
    await addToQueue(otherTab, video('z'), 'first');
    expect((await readUpNext(setup(name))).queue[0]?.videoId).toBe('z');
  });

  test('can be reordered, shortened and emptied; shortening and emptying can be undone', async () => {
    const mirror = setup();
    for (const { videoId } of threeVideos) await addToQueue(mirror, video(videoId), 'last');
    const ids = async () => (await readUpNext(mirror)).queue.map(({ videoId }) => videoId);
    const entryIdAt = async (index: number) => (await readUpNext(mirror)).queue[index]?.entryId ?? '';
    await moveInQueue(mirror, await entryIdAt(2), 0);
    expect(await ids()).toEqual(['c', 'a', 'b']);
    const undoRemoval = await removeWithUndo(mirror, await entryIdAt(1));
    expect(await ids()).toEqual(['c', 'b']);
    await undoRemoval();
    expect(await ids()).toEqual(['c', 'a', 'b']);
    const undoClearing = await clearQueue(mirror);
    expect(await ids()).toEqual([]);
    await undoClearing();
    expect(await ids()).toEqual(['c', 'a', 'b']);
  });

  test('clears the history, except for the video in the player', async () => {
    const mirror = setup();
    for (const { videoId } of threeVideos) await recordStarted(mirror, video(videoId));
    const ids = async () => (await readUpNext(mirror)).history.map(({ videoId }) => videoId);
    await clearPlayHistory(mirror, 'b');
    expect(await ids()).toEqual(['b']);
    await clearPlayHistory(mirror, undefined);
    expect(await ids()).toEqual([]);
  });

  test('keeps what was queued or played after a removal when the removal is undone', async () => {
    const mirror = setup();
    for (const { videoId } of threeVideos) await addToQueue(mirror, video(videoId), 'last');
    const ids = async () => (await readUpNext(mirror)).queue.map(({ videoId }) => videoId);
    const undoRemoval = await removeWithUndo(mirror, (await readUpNext(mirror)).queue[1]?.entryId ?? '');
    await recordStarted(mirror, video('a'));
    await addToQueue(mirror, video('x'), 'last');
    await undoRemoval();
    expect(await ids()).toEqual(['b', 'c', 'x']);
    const undoClearing = await clearQueue(mirror);
    await addToQueue(mirror, video('y'), 'last');
    await undoClearing();
    await undoClearing();
    expect(await ids()).toEqual(['b', 'c', 'x', 'y']);
  });

  test('keeps a newly started playlist when the end of an earlier one is undone', async () => {
    const mirror = setup();
    await startPlaybackQueue(mirror, { origin, videos: threeVideos, isShuffled: false });
    const undo = await endPlaybackQueue(mirror);
    await startPlaybackQueue(mirror, { origin: { ...origin, id: 'PLnew' }, videos: threeVideos, isShuffled: false });
    await undo();
    expect((await readUpNext(mirror)).run?.origin.id).toBe('PLnew');
  });

  test('plays a playlist through, and remembers what was played', async () => {
    const mirror = setup();
    expect(await startPlaybackQueue(mirror, { origin, videos: [], isShuffled: true })).toBeNull();
    expect(await startPlaybackQueue(mirror, { origin, videos: threeVideos, isShuffled: false, firstId: 'b' })).toBe('b');
    await setLooped(mirror, true);
    await setAutoplay(mirror, 'PLx');
    await recordStarted(mirror, video('b'));
    await recordStarted(mirror, video('c'));
    const storedState = await readUpNext(mirror);
    expect(nextVideo(storedState, { videoId: 'c', autoplay: null, isPlayable: always })?.videoId).toBe('a');
    expect(storedState.history.map(({ videoId }) => videoId)).toEqual(['c', 'b']);
    expect(storedState.autoplayPlaylistId).toBe('PLx');
    const undo = await endPlaybackQueue(mirror);
    expect((await readUpNext(mirror)).run).toBeNull();
    await undo();
    expect((await readUpNext(mirror)).run?.isLooped).toBe(true);
  });

  test('plays a channel through beyond the videos that the device knows, and requests the pages of the channel one by one', async () => {
    const mirror = setup();
    const { db } = mirror;
    await applyDocument(db, { key: 'user-config', value: aWireUserConfig({ page_size: 2 }) }, askedAt(0));
    const pageKey = (page: number) => `videos?channel=UCx&type=videos&sort=published&order=desc&size=2&page=${page}`;
    const channelVideos = ['v1', 'v2', 'v3'].map((id, index) =>
      aWireVideo({ youtube_id: id, published: `2026-05-0${9 - index}`, channel: { ...aWireVideo().channel, channel_id: 'UCx' } }),
    );
    const answer = async (page: number, videos: typeof channelVideos) => {
      await db.wanted.delete(pageKey(page));
      await applyVideoList(db, {
        key: pageKey(page),
        data: videos,
        paginate: aWirePagination({ current_page: page, last_page: 2 }),
        requestTime: askedAt(mirror.clock.now()),
      });
    };
    await applyVideoList(db, { key: 'videos?size=1&page=1', data: channelVideos.slice(0, 1), paginate: null, requestTime: askedAt(0) });
    expect(await startChannelPlayback(mirror, { channelId: 'UCx', name: 'Slow Harbour', kind: 'videos', isShuffled: false })).toBe('v1');
    // Two tabs fill the playback queue.
    const stopFillers = [startPlaybackFiller(mirror), startPlaybackFiller(mirror)];
    await expect.poll(async () => (await db.wanted.toArray()).map(({ key }) => key)).toEqual([pageKey(1)]);
    await answer(1, channelVideos.slice(0, 2));
    await expect.poll(async () => (await db.wanted.toArray()).map(({ key }) => key)).toEqual([pageKey(2)]);
    await answer(2, channelVideos.slice(2));
    await expect.poll(async () => (await readUpNext(mirror)).run?.coming).toBeUndefined();
    const { run: playback } = await readUpNext(mirror);
    expect(restOfPlayback(playback, 'v1').map(({ videoId }) => videoId)).toEqual(['v2', 'v3']);
    stopFillers.forEach((stop) => stop());
  });

  test.each([
    ['a larger page size is set', 3, null],
    ['a smaller page size is set', 1, null],
    ['a video is deleted', 2, 'v2'],
  ])('skips and repeats no video when %s while a channel plays through', async (_what, pageSize, deletedId) => {
    const clock = createManualClock();
    const mirror = { ...setup(), clock };
    const { db } = mirror;
    let ids = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7'];
    const setPageSize = (size: number) => applyDocument(db, { key: 'user-config', value: aWireUserConfig({ page_size: size }) }, askedAt(mirror.clock.now()));
    const inChannel = (id: string) => aWireVideo({ youtube_id: id, channel: { ...aWireVideo().channel, channel_id: 'UCx' } });
    /** Answers each request as the archive would, and returns the playback queue. */
    const answer = async () => {
      for (const { key } of await db.wanted.toArray()) {
        const { size, page } = /size=(?<size>\d+)&page=(?<page>\d+)$/.exec(key)?.groups ?? {};
        const end = Number(size) * Number(page);
        await db.wanted.delete(key);
        await applyVideoList(db, {
          key,
          data: ids.slice(end - Number(size), end).map(inChannel),
          paginate: aWirePagination({ current_page: Number(page), last_page: Math.ceil(ids.length / Number(size)) }),
          requestTime: askedAt(mirror.clock.now()),
        });
      }
      return (await readUpNext(mirror)).run;
    };
    await setPageSize(2);
    await applyVideoList(db, { key: 'videos?size=1&page=1', data: [inChannel('v1')], paginate: null, requestTime: askedAt(0) });
    await startChannelPlayback(mirror, { channelId: 'UCx', name: 'Slow Harbour', kind: 'videos', isShuffled: false });
    onTestFinished(startPlaybackFiller(mirror));
    await expect.poll(async () => (await answer())?.coming?.listedCount).toBeGreaterThanOrEqual(4);
    await setPageSize(pageSize);
    if (deletedId !== null) {
      clock.pass(5_000);
      ids = ids.filter((id) => id !== deletedId);
      await forgetVideo(mirror, deletedId, () => Promise.resolve());
    }
    await expect.poll(async () => (await answer())?.coming).toBeUndefined();
    expect((await readUpNext(mirror)).run?.videos.map(({ videoId }) => videoId)).toEqual(ids);
  });

  test('lists a channel from its start again if an earlier version began to list it', async () => {
    const mirror = setup();
    await applyDocument(mirror.db, { key: 'user-config', value: aWireUserConfig({ page_size: 2 }) }, askedAt(0));
    const pages = { filters: 'channel=UCx', page: 3, listedCount: 4, sinceMs: mirror.clock.now() };
    await startPlaybackQueue(mirror, { origin: { kind: 'channel', id: 'UCx', name: 'Slow Harbour' }, videos: threeVideos, isShuffled: false, pages });
    onTestFinished(startPlaybackFiller(mirror));
    await expect.poll(async () => (await mirror.db.wanted.toArray()).map(({ key }) => key)).toEqual(['videos?channel=UCx&size=2&page=1']);
  });

  test('knows which of the next videos are missing, and plays no missing video of a channel until a list names that video again', async () => {
    const mirror = setup();
    const { db } = mirror;
    const inChannel = (id: string, overrides: { missing_since?: string } = {}) =>
      aWireVideo({ youtube_id: id, channel: { ...aWireVideo().channel, channel_id: 'UCx' }, ...overrides });
    await applyVideo(db, inChannel('v1', { missing_since: '2026-06-01T08:00:00+00:00' }), askedAt(0));
    await applyVideo(db, inChannel('v2'), askedAt(0));
    const missingStore = missingUpcomingStore(mirror, ['v1', 'v2']);
    const stop = missingStore.subscribe(() => {});
    await expect.poll(() => missingStore.read()).toEqual(['v1']);
    const request = { channelId: 'UCx', name: 'Slow Harbour', kind: 'videos', isShuffled: false } as const;
    await startChannelPlayback(mirror, request);
    expect((await readUpNext(mirror)).run?.videos.map(({ videoId }) => videoId)).toEqual(['v2']);
    await applyVideoList(db, { key: 'videos?size=12&page=1', data: [inChannel('v1')], paginate: null, requestTime: askedAt(1) });
    await expect.poll(() => missingStore.read()).toEqual([]);
    await startChannelPlayback(mirror, request);
    expect((await readUpNext(mirror)).run?.videos).toHaveLength(2);
    stop();
  });

  test('skips a video that the archive no longer has, as soon as its request is answered', async () => {
    const mirror = setup();
    const { db } = mirror;
    const missingStore = missingUpcomingStore(mirror, ['gone', 'v2']);
    const stop = missingStore.subscribe(() => {});
    expect(missingStore.read()).toEqual([]);
    await db.wanted.put({ key: 'video:gone', sinceMs: 0, untilMs: 1, rank: 0, state: 'failed', failure: 'not-found' });
    await expect.poll(() => missingStore.read()).toEqual(['gone']);
    await applyVideo(db, aWireVideo({ youtube_id: 'gone' }), askedAt(0));
    await expect.poll(() => missingStore.read()).toEqual([]);
    stop();
  });

  function setup(name = `up-next-${crypto.randomUUID()}`): Mirror {
    const db = openMirrorDatabase(name, mutationKinds);
    const registry = openRegistryDatabase(`registry-${crypto.randomUUID()}`);
    openedDatabases.push(db, registry);
    return { db, registry, accountKey: 'here', clock: createManualClock(), newKey: () => crypto.randomUUID() };
  }
  async function readUpNext(mirror: Mirror): Promise<UpNext> {
    const row = await mirror.db.documents.get('up-next');
    return row?.key === 'up-next' ? row.value : emptyUpNext;
  }
});
