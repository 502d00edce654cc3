import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import type { PolicyPorts } from '../../src/app/saved-plans/apply-policies.ts';
import { startPolicies, type Policies } from '../../src/app/saved-plans/start-policies.ts';
import type { WireVideo } from '../../src/contract/names.ts';
import { applyVideo, applyVideoList, markSavedVideoMissing } from '../../src/mirror/apply.ts';
import { parseListKey } from '../../src/mirror/list-keys.ts';
import { parseResourceKey } from '../../src/mirror/resource-keys.ts';
import type { SavedItem, SavePolicy } from '../../src/saved-media/ledger/rows.ts';
import { resumePacking, packTrip, restoreTrip } from '../../src/saved-media/plan/pack-trip.ts';
import { videoLockName } from '../../src/saved-media/store/video-lock.ts';
import { aMirror, setConnection, settled, sharedLocks, waitUntil } from '../builders/mirror-copy.ts';
import { aWirePagination, aWireVideo } from '../builders/mirror-wire.ts';
import { anOutboxRow } from '../builders/outbox-row.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import { memorySavedLink, type MemorySavedLink } from '../doubles/memory-saved-link.ts';
import { askedAt } from '../builders/asked-at.ts';

const dayMs = 24 * 3_600_000;
const policy = (overrides: Partial<SavePolicy> = {}): SavePolicy => ({
  account: 'mara',
  policyId: 'channel c1',
  source: { kind: 'channel', id: 'c1' },
  order: 'newest',
  count: 2,
  addedAtMs: 0,
  ...overrides,
});
const savedByPolicy = (videoId: string): SavedItem => aSavedItem({ videoId, keptFor: 'policy', status: { state: 'ready', reason: null }, wholeRevision: 1 });
const bergenTrip = { tripId: 't', name: 'Bergen', departsAt: null, days: 1, hoursADay: 6, sources: [], videoIds: ['a'], packedAtMs: 0 };
const saveCalls = (link: MemorySavedLink): string[] => link.calls.filter((call) => call.startsWith('save'));
const removalCalls = (link: MemorySavedLink): string[] => link.calls.filter((call) => call.startsWith('remove'));

test('a policy saves the newest videos of a channel, each once', async () => {
  const { link, policies, finishRun } = await setup({ videos: ['a', 'b', 'c'], policies: [policy()] });
  await waitUntil(() => saveCalls(link).length === 2);
  expect(saveCalls(link)).toEqual(['save a', 'save b']);
  policies.wake();
  await finishRun();
  expect(saveCalls(link)).toEqual(['save a', 'save b']);
  expect(link.plans()?.policies[0]?.askedIds).toEqual(['a', 'b']);
});

test('a policy for the next videos of a channel saves its oldest videos', async () => {
  const { link } = await setup({ videos: ['a', 'b', 'c'], policies: [policy({ order: 'next' })] });
  await waitUntil(() => saveCalls(link).length >= 2);
  expect(saveCalls(link)).toEqual(['save c', 'save b']);
});

test('a policy for Continue Watching saves only videos in progress', async () => {
  const { link, videos } = await setup({
    videos: ['a', 'b', 'c'],
    policies: [policy({ policyId: 'continue', source: { kind: 'continue' }, order: 'next', count: 3 })],
  });
  for (const id of ['b', 'c']) videos.set(id, aWireVideo({ youtube_id: id, player: { position: 120, progress: 20 } }));
  await waitUntil(() => saveCalls(link).length >= 2);
  expect(saveCalls(link)).toEqual(['save b', 'save c']);
});

test('nothing is saved until the changes made on this device are sent', async () => {
  const { link, mirror, finishRun } = await setup({ videos: ['a'], policies: [policy()], hasUnsentChange: true });
  await finishRun();
  expect(link.calls).toEqual([]);
  await mirror.db.outbox.clear();
  await waitUntil(() => {
    mirror.clock.advance(1_000);
    return saveCalls(link).length > 0;
  });
  expect(saveCalls(link)).toEqual(['save a']);
});

test.each([
  ['', 0],
  [', even if the list was read while the clock was ahead', 30 * dayMs],
])('a video watched elsewhere since the list was read is not saved%s', async (_when, listAheadMs) => {
  const { link, videos, finishRun } = await setup({ videos: ['a', 'b', 'c'], policies: [policy({ count: 3 })], hasStoredList: true, listAheadMs });
  videos.set('a', aWireVideo({ youtube_id: 'a', player: { watched: true } }));
  await waitUntil(() => saveCalls(link).length === 2);
  await finishRun();
  expect(saveCalls(link)).toEqual(['save b', 'save c']);
});

test('a watched video is removed a day later, and the removal is reported', async () => {
  const { link, mirror, reportedRemovals, videos, finishRun } = await setup({
    videos: ['a', 'b'],
    policies: [policy({ askedIds: ['a', 'b'] })],
    items: [savedByPolicy('a'), savedByPolicy('b')],
  });
  videos.set('a', aWireVideo({ youtube_id: 'a', player: { watched: true } }));
  await waitUntil(() => {
    mirror.clock.advance(20 * 60_000);
    return Boolean(link.item('a')?.watched);
  });
  expect(removalCalls(link)).toEqual([]);
  mirror.clock.advance(dayMs);
  await finishRun();
  expect([removalCalls(link), reportedRemovals]).toEqual([['remove a'], [['a']]]);
});

test('a video that was watched more than a day ago and is still open in a player is removed only once the player closes', async () => {
  const watchedItem = { ...savedByPolicy('a'), watched: { sinceMs: 0, behindSinceMs: null } };
  const { link, locks, policies, videos, reportedRemovals, finishRun } = await setup({
    videos: ['b'],
    policies: [policy({ askedIds: ['a'] })],
    items: [watchedItem],
  });
  videos.set('a', aWireVideo({ youtube_id: 'a', player: { watched: true } }));
  let closePlayer = (): void => {};
  const playback = locks.run(videoLockName(savedByPolicy('a')), () => new Promise<void>((resolve) => (closePlayer = resolve)));
  await waitUntil(() => saveCalls(link).length > 0);
  await finishRun();
  expect([removalCalls(link), reportedRemovals]).toEqual([[], []]);
  closePlayer();
  await playback;
  policies.wake();
  await finishRun();
  expect([removalCalls(link), reportedRemovals]).toEqual([['remove a'], [['a']]]);
});

test.each(['this tab', 'another tab'])('a video that leaves the list while %s plays it is removed once the player closes', async (playingTab) => {
  const openIdsHere = new Set(playingTab === 'this tab' ? ['a'] : []);
  const { link, locks, policies, reportedRemovals, finishRun } = await setup({
    videos: ['b', 'a'],
    policies: [policy({ count: 1, askedIds: ['a'] })],
    items: [savedByPolicy('a')],
    openIds: openIdsHere,
  });
  let closePlayer = (): void => {};
  if (playingTab === 'another tab') void locks.run(videoLockName(savedByPolicy('a')), () => new Promise<void>((resolve) => (closePlayer = resolve)));
  await waitUntil(() => saveCalls(link).length > 0);
  await finishRun();
  expect([saveCalls(link), removalCalls(link), reportedRemovals]).toEqual([['save b'], [], []]);
  openIdsHere.clear();
  closePlayer();
  policies.wake();
  await finishRun();
  expect([removalCalls(link), reportedRemovals]).toEqual([['remove a'], [['a']]]);
});

test('a saved video that the archive has just deleted is not removed, because its copy is the only one left', async () => {
  const { link, mirror, reportedRemovals, finishRun } = await setup({
    videos: [],
    deletedIds: ['a'],
    policies: [policy({ askedIds: ['a'] })],
    items: [savedByPolicy('a')],
  });
  await finishRun();
  expect((await mirror.db.videoCards.get('a'))?.missingSince).toBeDefined();
  expect([removalCalls(link), reportedRemovals]).toEqual([[], []]);
});

test('a saved video that was watched elsewhere and has left the list is not removed immediately', async () => {
  const { link, videos, finishRun } = await setup({ videos: ['b', 'c'], policies: [policy({ askedIds: ['a'] })], items: [savedByPolicy('a')] });
  videos.set('a', aWireVideo({ youtube_id: 'a', player: { watched: true } }));
  await finishRun();
  expect(removalCalls(link)).toEqual([]);
  expect(link.item('a')?.watched).toMatchObject({ behindSinceMs: null });
});

test('a policy that is added after the clock was set back is applied without delay', async () => {
  const { link, mirror, policies, finishRun } = await setup({ videos: ['b'], policies: [policy()], allowedBytes: async () => null });
  await waitUntil(() => saveCalls(link).length > 0);
  mirror.clock.adjust(-2 * 3_600_000);
  await link.actions.putPolicy({ ...policy(), policyId: 'another', source: { kind: 'channel', id: 'c2' } });
  policies.wake();
  await finishRun();
  expect(link.plans()?.policies.find(({ policyId }) => policyId === 'another')?.askedIds).toEqual(['b']);
});

test('without a connection to the archive, nothing is saved or removed', async () => {
  const watchedItem = { ...savedByPolicy('a'), watched: { sinceMs: 0, behindSinceMs: null } };
  const { link, mirror, videos, goOnline, finishRun } = await setup({
    videos: ['b'],
    policies: [policy({ askedIds: ['a'] })],
    items: [watchedItem],
    connection: 'unreachable',
  });
  await applyVideo(mirror.db, aWireVideo({ youtube_id: 'a', player: { watched: true } }), askedAt(mirror.clock.now()));
  await finishRun();
  expect(link.calls).toEqual([]);
  videos.set('a', aWireVideo({ youtube_id: 'a', player: { watched: true } }));
  await goOnline();
  await waitUntil(() => {
    mirror.clock.advance(1_000);
    return removalCalls(link).length > 0;
  });
  expect([saveCalls(link), removalCalls(link)]).toEqual([['save b'], ['remove a']]);
});

test('nothing is saved while the page is hidden, because nobody could undo the change', async () => {
  const page = { isHidden: true };
  const { link, policies, finishRun } = await setup({ videos: ['b'], policies: [policy()], page });
  await finishRun();
  expect(link.calls).toEqual([]);
  page.isHidden = false;
  policies.wake();
  await finishRun();
  expect(saveCalls(link)).toEqual(['save b']);
});

test('a trip that was being packed when the page closed is packed completely at the next start', async () => {
  const link = memorySavedLink({ items: [aSavedItem({ videoId: 'a', keptFor: 'trip' })] });
  const trip = { tripId: 't', name: 'Bergen', departsAt: null, days: 1, hoursADay: 6, sources: [], videoIds: ['a', 'b'], packedAtMs: 0 };
  await link.actions.putTrip({ ...trip, isPlanned: true });
  await resumePacking(link);
  expect(saveCalls(link)).toEqual(['save b']);
  expect(link.plans()?.trips[0]?.isPlanned).toBe(false);
});

test('packing a trip retries a video whose copy was taken away, but not the failed update of a copy', async () => {
  const takenAwayItem = aSavedItem({ videoId: 'a', status: { state: 'failed', reason: 'taken-away' } });
  const itemWithFailedUpdate = aSavedItem({ videoId: 'd', status: { state: 'failed', reason: 'unverified' }, wholeRevision: 1 });
  const link = memorySavedLink({ items: [takenAwayItem, aSavedItem({ videoId: 'b' }), itemWithFailedUpdate] });
  await packTrip(link, { ...bergenTrip, videoIds: ['a', 'b', 'c', 'd'] });
  expect(link.calls).toEqual(['trip t', 'try-again a', 'save c', 'trip t']);
});

test('a trip that is unpacked while another trip is being packed at startup is not packed again', async () => {
  const link = memorySavedLink({
    trips: [
      { ...bergenTrip, account: 'mara', videoIds: ['a'], isPlanned: true },
      { ...bergenTrip, account: 'mara', tripId: 'other', videoIds: ['b'], isPlanned: true },
    ],
  });
  const unpackings: Promise<void>[] = [];
  link.subscribe(() => {
    if (link.item('a') && unpackings.length === 0) unpackings.push(link.deleteTrip('other'));
  });
  await resumePacking(link);
  await Promise.all(unpackings);
  expect(link.plans()?.trips.map(({ tripId }) => tripId)).toEqual(['t']);
  expect(saveCalls(link)).toEqual(['save a']);
});

test('a trip that is unpacked while it is being packed leaves nothing behind', async () => {
  const link = memorySavedLink();
  // The trip is unpacked while its first video is being queued. Unpacking does not see that video, and deletes only the trip.
  const unpackings: Promise<void>[] = [];
  link.subscribe(() => {
    if (link.items().length > 0 && unpackings.length === 0) unpackings.push(link.deleteTrip('t'));
  });
  await packTrip(link, { tripId: 't', name: 'Bergen', departsAt: null, days: 1, hoursADay: 6, sources: [], videoIds: ['a', 'b', 'c'], packedAtMs: 0 });
  await Promise.all(unpackings);
  expect([link.items(), link.plans()?.trips]).toEqual([[], []]);
});

test('a trip that is unpacked while it is being packed, and then restored, is packed completely', async () => {
  const link = memorySavedLink();
  const trip = { ...bergenTrip, videoIds: ['a', 'b'] };
  const unpackings: Promise<void>[] = [];
  link.subscribe(() => {
    if (link.item('a') && unpackings.length === 0) unpackings.push(link.deleteTrip('t'));
  });
  await packTrip(link, trip);
  await Promise.all(unpackings);
  expect(link.items()).toEqual([]);
  await restoreTrip(link, { ...trip, account: 'mara', isPlanned: true }, []);
  expect(link.items().map(({ videoId }) => videoId)).toEqual(['a', 'b']);
  expect(link.plans()?.trips).toMatchObject([{ isPlanned: false }]);
});

test('a trip that another tab has finished packing keeps its last video', async () => {
  const link = memorySavedLink();
  const packings: Promise<void>[] = [];
  link.subscribe(() => {
    if (link.items().length > 0 && packings.length === 0) packings.push(link.actions.putTrip({ ...bergenTrip, isPlanned: false }));
  });
  await packTrip(link, { ...bergenTrip, videoIds: ['a'] });
  expect(packings).toHaveLength(1);
  expect(link.items().map(({ videoId }) => videoId)).toEqual(['a']);
});

test('a trip that is unpacked just before its packing ends is not put back', async () => {
  const link = memorySavedLink();
  const { actions } = link;
  link.actions = {
    ...actions,
    async changeTrip(...change) {
      await link.deleteTrip('t');
      await actions.changeTrip(...change);
    },
  };
  await packTrip(link, bergenTrip);
  expect(link.calls).toContain('no trip t');
  expect(link.plans()?.trips).toEqual([]);
});

test('a policy that is turned off just before its requested videos are stored is not put back', async () => {
  const { link } = await setup({ videos: ['a'], policies: [policy({ askedIds: ['no longer listed'] })] });
  const { actions } = link;
  let isTurnedOff = false;
  link.actions = {
    ...actions,
    async changePolicy(...change) {
      await actions.deletePolicy('channel c1');
      isTurnedOff = true;
      await actions.changePolicy(...change);
    },
  };
  await waitUntil(() => isTurnedOff);
  await settled();
  expect(link.plans()?.policies).toEqual([]);
});

test('a policy whose number is changed just before its requested videos are stored keeps the new number', async () => {
  const { link } = await setup({ videos: ['a'], policies: [policy({ askedIds: ['no longer listed'] })] });
  const { actions } = link;
  let isChanged = false;
  link.actions = {
    ...actions,
    async changePolicy(...change) {
      if (!isChanged) await actions.putPolicy(policy({ count: 7, askedIds: ['no longer listed'] }));
      isChanged = true;
      await actions.changePolicy(...change);
    },
  };
  await waitUntil(() => isChanged);
  await settled();
  expect(link.plans()?.policies).toMatchObject([{ count: 7 }]);
});

test('a trip whose videos change while it is being packed is packed with the new videos', async () => {
  const link = memorySavedLink();
  const secondPackings: Promise<void>[] = [];
  link.subscribe(() => {
    if (link.item('a') && secondPackings.length === 0) secondPackings.push(packTrip(link, { ...bergenTrip, videoIds: ['a', 'x', 'y', 'z'] }));
  });
  await packTrip(link, { ...bergenTrip, videoIds: ['a', 'b'] });
  await Promise.all(secondPackings);
  expect(link.plans()?.trips).toMatchObject([{ videoIds: ['a', 'x', 'y', 'z'], isPlanned: false }]);
  expect(saveCalls(link)).toEqual(['save a', 'save x', 'save y', 'save z']);
});

test('a video that a person has also saved is not removed when its trip is unpacked while the trip is being packed', async () => {
  const link = memorySavedLink();
  const unpackings: Promise<void>[] = [];
  link.subscribe(() => {
    if (link.item('a')?.keptFor !== 'trip') return;
    unpackings.push(link.deleteTrip('t'));
    link.put({ ...aSavedItem({ videoId: 'a' }), keptFor: 'person' });
  });
  await packTrip(link, { ...bergenTrip, videoIds: ['a', 'b'] });
  expect([removalCalls(link), unpackings.length]).toEqual([[], 1]);
});

test('a video that a person saves while the policies are being applied is not removed', async () => {
  const { link, reportedRemovals, finishRun } = await setup({
    videos: ['b', 'a'],
    policies: [policy({ count: 1, askedIds: ['a'] })],
    items: [savedByPolicy('a')],
    allowedBytes: async (savedLink) => (savedLink.put({ ...savedByPolicy('a'), keptFor: 'person' }), null),
  });
  await waitUntil(() => saveCalls(link).length > 0);
  await finishRun();
  expect([removalCalls(link), reportedRemovals]).toEqual([[], []]);
});

test('a video that does not fit gets the space of the video that the policies want least, and nothing new is saved meanwhile', async () => {
  const { link, reportedRemovals, finishRun } = await setup({
    videos: ['a', 'b', 'c'],
    policies: [policy({ count: 3, askedIds: ['a', 'b'] })],
    items: ['a', 'b'].map((videoId) => ({ ...savedByPolicy(videoId), totalBytes: 100 })),
    freeBytes: async (savedLink) => (savedLink.item('b') ? 0 : 100),
  });
  await finishRun();
  expect(link.calls).toEqual([]);
  link.put(aSavedItem({ videoId: 'x', status: { state: 'paused', reason: 'storage-full' }, totalBytes: 100 }));
  await finishRun();
  expect([removalCalls(link), reportedRemovals, saveCalls(link)]).toEqual([['remove b'], [['b']], []]);
});

test('a video that would not fit even without the videos of policies removes none of them', async () => {
  const { link, finishRun } = await setup({
    videos: ['a'],
    policies: [policy({ askedIds: ['a'] })],
    items: [{ ...savedByPolicy('a'), totalBytes: 100 }, aSavedItem({ videoId: 'x', status: { state: 'paused', reason: 'storage-full' }, totalBytes: 300 })],
    freeBytes: async () => 100,
  });
  await finishRun();
  expect(link.calls).toEqual([]);
});

test('a video of a policy that does not fit waits, and removes none of the others', async () => {
  const { link, finishRun } = await setup({
    videos: ['b', 'a'],
    policies: [policy({ askedIds: ['b', 'a'] })],
    items: [
      { ...savedByPolicy('a'), totalBytes: 100 },
      { ...savedByPolicy('b'), status: { state: 'paused', reason: 'storage-full' }, wholeRevision: null, totalBytes: 100 },
    ],
    freeBytes: async () => 0,
  });
  await finishRun();
  expect(link.calls).toEqual([]);
});

test('a policy that is ended while its source is being read saves nothing', async () => {
  const { link, finishRun } = await setup({ videos: ['a'], policies: [policy()], onRequest: (savedLink) => void savedLink.actions.deletePolicy('channel c1') });
  await waitUntil(() => link.calls.length > 0);
  await finishRun();
  expect([saveCalls(link), link.plans()?.policies]).toEqual([[], []]);
});

test('a video that is packed for a trip while the source of its policy is being read is not removed', async () => {
  const { link, finishRun } = await setup({
    videos: ['b', 'a'],
    policies: [policy({ count: 1, askedIds: ['a'] })],
    items: [savedByPolicy('a')],
    onRequest: (savedLink) => void (savedLink.plans()?.trips.length === 0 && savedLink.actions.putTrip(bergenTrip)),
  });
  await waitUntil(() => saveCalls(link).length > 0);
  await finishRun();
  expect([link.plans()?.trips.length, removalCalls(link)]).toEqual([1, []]);
});

test('the policies that request a video list it as soon as it is saved, so that the undo of another policy does not remove it', async () => {
  const { link, finishRun } = await setup({ videos: ['a', 'b'], policies: [policy(), policy({ policyId: 'another', count: 1 })] });
  const unlistedIds: string[] = [];
  link.subscribe(() => {
    const listedIds = new Set(link.plans()?.policies.flatMap(({ askedIds }) => askedIds ?? []));
    unlistedIds.push(...link.items().flatMap(({ videoId }) => (listedIds.has(videoId) ? [] : [videoId])));
  });
  await waitUntil(() => saveCalls(link).length === 2);
  await finishRun();
  expect([saveCalls(link), unlistedIds]).toEqual([['save a', 'save b'], []]);
  expect(link.plans()?.policies.map(({ askedIds }) => askedIds)).toEqual([['a', 'b'], ['a']]);
});

test('one run stores the requested videos of every policy', async () => {
  const others = ['continue', 'another'].map((policyId) => policy({ policyId }));
  const { link } = await setup({ videos: ['a'], policies: [policy(), ...others] });
  await waitUntil(() => saveCalls(link).length > 0);
  await settled();
  expect(link.plans()?.policies.map(({ askedIds }) => askedIds)).toEqual([['a'], ['a'], ['a']]);
});

interface Setup {
  /** The ids of the videos of channel c1, newest first. */
  videos: string[];
  /** The ids of the videos that the archive answers with 404. */
  deletedIds?: string[];
  policies: SavePolicy[];
  items?: SavedItem[];
  hasUnsentChange?: boolean;
  page?: { isHidden: boolean };
  hasStoredList?: boolean;
  /** How far the clock was ahead when the stored list was read. */
  listAheadMs?: number;
  /** The videos that are open in a player of this tab. */
  openIds?: ReadonlySet<string>;
  connection?: 'online' | 'unreachable';
  allowedBytes?: (link: MemorySavedLink) => Promise<number | null>;
  freeBytes?: (link: MemorySavedLink) => Promise<number>;
  /** Called before the archive answers a request. */
  onRequest?: (link: MemorySavedLink) => void;
}

async function setup({ videos: ids, policies: rows, items = [], ...overrides }: Setup) {
  let { connection = 'online' } = overrides;
  const {
    deletedIds = [],
    hasUnsentChange = false,
    page = { isHidden: false },
    hasStoredList = false,
    listAheadMs = 0,
    openIds = new Set<string>(),
  } = overrides;
  const { allowedBytes = () => Promise.resolve(null), freeBytes = () => Promise.resolve(Infinity), onRequest = () => {} } = overrides;
  const mirror = await aMirror();
  const videos = new Map<string, WireVideo>(ids.map((id) => [id, aWireVideo({ youtube_id: id })]));
  const listedVideos = (): WireVideo[] => ids.flatMap((id) => videos.get(id) ?? []).filter(({ player }) => !player.watched);
  const answerRequest = async (key: string): Promise<void> => {
    const resource = parseResourceKey(key);
    const atMs = mirror.clock.now();
    const data = key.includes('order=asc') ? listedVideos().toReversed() : listedVideos();
    if (parseListKey(key)) await applyVideoList(mirror.db, { key, data, paginate: aWirePagination({ total_hits: ids.length }), requestTime: askedAt(atMs) });
    const video = resource?.kind === 'video' ? videos.get(resource.videoId) : undefined;
    if (video) await applyVideo(mirror.db, video, askedAt(atMs));
    if (resource?.kind !== 'video' || !deletedIds.includes(resource.videoId)) return;
    await markSavedVideoMissing(mirror.db, resource.videoId, atMs);
    await mirror.db.wanted.update(key, { state: 'failed', failure: 'not-found' });
  };
  if (hasStoredList) await answerRequest('videos?channel=c1&watch=unwatched&sort=published&order=desc&size=12&page=1');
  await mirror.db.listPages.toCollection().modify((list) => void (list.fetchedAtMs += listAheadMs));
  for (const { videoId } of items) await applyVideo(mirror.db, aWireVideo({ youtube_id: videoId }), askedAt(mirror.clock.now()));
  mirror.clock.advance(60_000);
  await setConnection(mirror, connection);
  if (hasUnsentChange) await mirror.db.outbox.add(anOutboxRow({ lane: 'settings', mutation: { kind: 'set-config' } }));
  const archiveSubscription = liveQuery(() => mirror.db.wanted.toArray()).subscribe((refreshRequests) => {
    for (const { key, state } of refreshRequests) {
      onRequest(link);
      if (connection === 'online') void answerRequest(key);
      else if (state !== 'failed') void mirror.db.wanted.update(key, { state: 'failed', failure: 'unreachable' });
    }
  });

  const link = memorySavedLink({ policies: rows, items });
  const reportedRemovals: (readonly string[])[] = [];
  const locks = sharedLocks();
  const ports: PolicyPorts = {
    mirror,
    link,
    locks,
    openIds: () => openIds,
    allowedBytes: () => allowedBytes(link),
    freeBytes: () => freeBytes(link),
    isVisible: () => !page.isHidden,
    onRemoved: (videoIds) => reportedRemovals.push(videoIds),
  };
  const policies: Policies = startPolicies(ports);
  onTestFinished(() => {
    archiveSubscription.unsubscribe();
    policies.stop();
  });
  async function finishRun(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) {
      await settled();
      mirror.clock.advance(1_000);
      await settled();
    }
  }
  async function goOnline(): Promise<void> {
    connection = 'online';
    await setConnection(mirror, connection);
    for (const { key } of await mirror.db.wanted.toArray()) await answerRequest(key);
  }
  void finishRun();
  return { mirror, goOnline, link, locks, policies, videos, reportedRemovals, finishRun };
}
