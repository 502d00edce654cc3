// When a device's clock is set back or forward, nothing runs in a loop, and nothing waits for the length of the jump.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reloadOnMissingChunk } from '../../src/app/reload-on-missing-chunk.ts';
import type { WireVideo } from '../../src/contract/names.ts';
import { createTaskWatch } from '../../src/commands/task-watch.ts';
import { isUpdateCheckDue } from '../../src/app/start-worker.ts';
import { ok } from '../../src/lib/result.ts';
import { listKey, videoListFilters } from '../../src/mirror/list-keys.ts';
import { requestRefresh } from '../../src/mirror/refresh-requests.ts';
import { sessionStore } from '../../src/queries/session-stores.ts';
import { startPlaybackFiller } from '../../src/sync/fill-playback-queue.ts';
import { startPrefetch } from '../../src/sync/prefetch.ts';
import { createClaims } from '../../src/sync/request-claims.ts';
import { startChannelPlayback } from '../../src/mutations/up-next.ts';
import { applyVideo, applyVideoList } from '../../src/mirror/apply.ts';
import { addLiveKey } from '../../src/mirror/live-keys.ts';
import { createSleepTimer } from '../../src/player/sleep-timer.ts';
import { chunkFailedEvent } from '../../src/ui/lazy-chunk.tsx';
import { createAnnouncer } from '../../src/ui/announcements.ts';
import { askedAt } from '../builders/asked-at.ts';
import { aMirror, steppedClock, setConnection, settled, sharedLocks, waitUntil } from '../builders/mirror-copy.ts';
import { aWirePagination, aWireVideo } from '../builders/mirror-wire.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

const hourMs = 3_600_000;
const returnTrue = (): boolean => true;

test('a sleep timer fades out and ends on time, and never asks for more than the full volume', () => {
  for (const jumpMs of [-hourMs, -20_000, hourMs]) {
    const clock = createManualClock();
    const effects: (number | 'asleep')[] = [];
    const sleepTimer = createSleepTimer({ clock, scaleVolume: (share) => effects.push(share), onSleep: () => effects.push('asleep') });
    sleepTimer.choose(15);
    clock.pass(10 * 60_000);
    clock.adjust(jumpMs);
    clock.pass(5 * 60_000 - 9_000);
    expect(effects).toEqual([]);
    clock.pass(10_000);
    const shares = effects.filter((share) => typeof share === 'number');
    expect(shares.length).toBeGreaterThan(30);
    expect(shares.every((share) => share > 0 && share <= 1)).toBe(true);
    expect(effects).toContain('asleep');
    expect(sleepTimer.read()).toEqual({ name: 'off' });
  }
});

test('a missing chunk reloads the page even if the clock was set back since the last reload, and at most once a minute', async () => {
  const page = new EventTarget();
  const storedValues = new Map([['stowaway.reloaded-at', String(Date.now() + hourMs)]]);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => storedValues.set(key, value),
  });
  const fetchManifest = vi.fn(async () => new Response('{}', { headers: { 'content-type': 'application/manifest+json' } }));
  vi.stubGlobal('fetch', fetchManifest);
  onTestFinished(() => void vi.unstubAllGlobals());
  const reload = vi.fn();
  onTestFinished(reloadOnMissingChunk({ isPlaying: () => false, reload }));
  page.dispatchEvent(new Event(chunkFailedEvent));
  await expect.poll(() => reload).toHaveBeenCalledOnce();
  page.dispatchEvent(new Event(chunkFailedEvent));
  expect(fetchManifest).toHaveBeenCalledOnce();
});

test('a second message is spoken after the usual pause, even if the clock is set back by an hour', () => {
  const clock = createManualClock();
  const spokenMessages: string[] = [];
  const announcer = createAnnouncer(clock, (message) => spokenMessages.push(message));
  announcer.say('Saved');
  clock.adjust(-hourMs);
  announcer.say('Removed');
  clock.pass(10_000);
  expect(spokenMessages).toEqual(['Saved', 'Removed']);
});

test('after the clock is set back, the server’s tasks are still polled, and the wait for a task that never appears ends', async () => {
  const clock = steppedClock();
  const list = vi.fn(async () => ok([]));
  const doNothing = async () => ok(undefined);
  const watch = createTaskWatch({
    clock,
    list,
    start: doNothing,
    retryDownloads: doNothing,
    stop: doNothing,
    isVisible: () => true,
    onVisibility: () => {},
    onProgress: () => {},
  });
  const passTime = async (ms: number) => {
    clock.advance(ms);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  watch.check();
  await passTime(0);
  clock.adjust(-hourMs);
  watch.check();
  await passTime(0);
  expect(list).toHaveBeenCalledTimes(2);
  watch.expect();
  await passTime(0);
  clock.adjust(-hourMs);
  for (let second = 0; second < 60; second += 1) await passTime(1_000);
  expect(list.mock.calls.length).toBeLessThan(25);
});

test('the next page of a list is requested even if the stored pages seem to come from the future', async () => {
  const mirror = await aMirror();
  await setConnection(mirror, 'online');
  const firstPageKey = listKey({ endpoint: 'videos', filters: '', pageSize: 12, page: 1 });
  const secondPageKey = listKey({ endpoint: 'videos', filters: '', pageSize: 12, page: 2 });
  const paginate = aWirePagination({ next_pages: [2], last_page: 2 });
  for (const key of [firstPageKey, secondPageKey]) {
    await applyVideoList(mirror.db, { key, data: [aWireVideo({ youtube_id: key })], paginate, requestTime: askedAt(mirror.clock.now()) });
  }
  for (const endpoint of ['channels', 'playlists'] as const) {
    await mirror.db.listPages.put({ key: listKey({ endpoint, filters: '', pageSize: 12, page: 1 }), ids: [], paginate: null, fetchedAtMs: mirror.clock.now() });
  }
  onTestFinished(addLiveKey(mirror.db, { key: () => firstPageKey, fetchedAtMs: () => mirror.clock.now(), rank: 0 }));
  onTestFinished(
    startPrefetch({
      mirror,
      isVisible: returnTrue,
      mayFetch: returnTrue,
      isBusy: () => false,
      canCachePictures: () => false,
      onIdle: () => {},
      cachePicture: async () => {},
    }),
  );
  mirror.clock.adjust(-2 * hourMs);
  for (let round = 0; round < 3; round += 1) {
    mirror.clock.advance(10_000);
    await settled();
    if (await mirror.db.wanted.get(secondPageKey)) return;
    await mirror.db.wanted.clear();
    await mirror.db.listPages.toCollection().modify((page) => {
      if (page.key !== secondPageKey) page.fetchedAtMs = mirror.clock.now();
    });
  }
  expect.unreachable('the next page is never requested');
});

test('a start requests the account’s settings even if the stored settings seem to come from the future', async () => {
  const mirror = await aMirror();
  mirror.clock.adjust(-hourMs);
  onTestFinished(sessionStore(mirror).subscribe(() => {}));
  await waitUntil(async () => (await mirror.db.wanted.get('user-config')) !== undefined);
});

test('the playback of a channel requests each page once, even if the clock is set back', async () => {
  const mirror = await aMirror({ pageSize: 2 });
  await applyVideo(mirror.db, aVideoOfChannel(), askedAt(mirror.clock.now()));
  await startChannelPlayback(mirror, { channelId: 'UCx', name: 'Slow Harbour', kind: 'videos', isShuffled: false });
  mirror.clock.adjust(-hourMs);
  expect(await requestsOfPlayback(mirror)).toHaveLength(1);
});

test('the playback of a channel requests a page again, once, that was read while the clock was ahead', async () => {
  const mirror = await aMirror({ pageSize: 2 });
  const { db, clock } = mirror;
  const key = listKey({ endpoint: 'videos', filters: videoListFilters({ channelId: 'UCx', kind: 'videos' }), pageSize: 2, page: 1 });
  await applyVideoList(db, { key, data: [aVideoOfChannel()], paginate: aWirePagination(), requestTime: askedAt(clock.now() + hourMs) });
  await startChannelPlayback(mirror, { channelId: 'UCx', name: 'Slow Harbour', kind: 'videos', isShuffled: false });
  expect(await requestsOfPlayback(mirror)).toEqual([key]);
});

const aVideoOfChannel = (): WireVideo => aWireVideo({ youtube_id: 'v1', channel: { ...aWireVideo().channel, channel_id: 'UCx' } });

/** Starts the filler, and answers every open refresh request in each of some rounds. Resolves to the requested keys. */
async function requestsOfPlayback(mirror: Awaited<ReturnType<typeof aMirror>>): Promise<string[]> {
  const { db, clock } = mirror;
  onTestFinished(startPlaybackFiller(mirror));
  const requestedKeys: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    await settled();
    for (const { key } of await db.wanted.toArray()) {
      requestedKeys.push(key);
      await applyVideoList(db, { key, data: [aVideoOfChannel()], paginate: aWirePagination(), requestTime: askedAt(clock.now()) });
    }
    clock.advance(10);
  }
  return requestedKeys;
}

test('a refresh request claimed by a frozen tab is taken over when the clock is set back', async () => {
  const mirror = await aMirror();
  const locks = sharedLocks();
  await requestRefresh(mirror, 'account', 0);
  const frozenTab = createClaims(mirror, locks);
  const [request] = await mirror.db.wanted.toArray();
  if (!request) throw new Error('no request is stored');
  expect(await frozenTab.claim(request)).not.toBeNull();
  const otherTab = createClaims(mirror, locks);
  const [claimedRequest] = await mirror.db.wanted.toArray();
  if (!claimedRequest) throw new Error('no request is claimed');
  expect(await otherTab.isAbandoned(claimedRequest)).toBe(false);
  mirror.clock.adjust(-hourMs);
  expect(await otherTab.isAbandoned(claimedRequest)).toBe(true);
  frozenTab.release();
  otherTab.release();
});

test('a page looks for a new version after half an hour by the device’s clock, and at once if that clock was set back', () => {
  const minuteMs = 60_000;
  expect([29 * minuteMs, 30 * minuteMs, -hourMs].map((passedMs) => isUpdateCheckDue(0, passedMs))).toEqual([false, true, true]);
});
