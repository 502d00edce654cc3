import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import { startPolicies, type Policies, type PolicyPorts } from '../../src/app/saved-plans/apply-policies.ts';
import type { WireVideo } from '../../src/contract/names.ts';
import { applyVideo, applyVideoList, markSavedVideoMissing } from '../../src/mirror/apply.ts';
import { parseListKey } from '../../src/mirror/list-keys.ts';
import { parseResourceKey } from '../../src/mirror/resource-keys.ts';
import type { SavedItem, SavePolicy } from '../../src/saved-media/ledger/rows.ts';
import { resumePacking, packTrip, restoreTrip } from '../../src/saved-media/plan/pack-trip.ts';
import { videoLockName } from '../../src/saved-media/store/video-lock.ts';
import { aMirror, setConnection, settled, sharedLocks, waitUntil } from '../builders/mirror-copy.ts';
import { aPagination, aWireVideo } from '../builders/mirror-wire.ts';
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
const bergen = { tripId: 't', name: 'Bergen', departsAt: null, days: 1, hoursADay: 6, sources: [], videoIds: ['a'], packedAtMs: 0 };
const saves = (link: MemorySavedLink): string[] => link.calls.filter((call) => call.startsWith('save'));
const removals = (link: MemorySavedLink): string[] => link.calls.filter((call) => call.startsWith('remove'));

test('the newest videos of a channel are saved, each once', async () => {
  const { link, policies, finishRun } = await setup({ videos: ['a', 'b', 'c'], policies: [policy()] });
  await waitUntil(() => saves(link).length === 2);
  expect(saves(link)).toEqual(['save a', 'save b']);
  policies.wake();
  await finishRun();
  expect(saves(link)).toEqual(['save a', 'save b']);
  expect(link.plans()?.policies[0]?.askedIds).toEqual(['a', 'b']);
});

test('nothing is saved before the changes made here have been sent', async () => {
  const { link, mirror, finishRun } = await setup({ videos: ['a'], policies: [policy()], hasUnsentChange: true });
  await finishRun();
  expect(link.calls).toEqual([]);
  await mirror.db.outbox.clear();
  await waitUntil(() => {
    mirror.clock.advance(1_000);
    return saves(link).length > 0;
  });
  expect(saves(link)).toEqual(['save a']);
});

test('a video watched elsewhere since the list was read is not saved', async () => {
  const { link, videos, finishRun } = await setup({ videos: ['a', 'b', 'c'], policies: [policy({ count: 3 })], hasStoredList: true });
  videos.set('a', aWireVideo({ youtube_id: 'a', player: { watched: true } }));
  await waitUntil(() => saves(link).length === 2);
  await finishRun();
  expect(saves(link)).toEqual(['save b', 'save c']);
});

test('a watched video is removed a day later, and the removal is reported', async () => {
  const { link, mirror, removed, videos, finishRun } = await setup({
    videos: ['a', 'b'],
    policies: [policy({ askedIds: ['a', 'b'] })],
    items: [savedByPolicy('a'), savedByPolicy('b')],
  });
  videos.set('a', aWireVideo({ youtube_id: 'a', player: { watched: true } }));
  await waitUntil(() => {
    mirror.clock.advance(20 * 60_000);
    return Boolean(link.item('a')?.watched);
  });
  expect(removals(link)).toEqual([]);
  mirror.clock.advance(dayMs);
  await finishRun();
  expect([removals(link), removed]).toEqual([['remove a'], [['a']]]);
});

test('a video that is open in a player of any tab is removed only once it is closed there', async () => {
  const watched = { ...savedByPolicy('a'), watched: { sinceMs: 0, behindSinceMs: null } };
  const { link, locks, policies, videos, removed, finishRun } = await setup({ videos: ['b'], policies: [policy({ askedIds: ['a'] })], items: [watched] });
  videos.set('a', aWireVideo({ youtube_id: 'a', player: { watched: true } }));
  let closePlayer = (): void => {};
  const playing = locks.run(videoLockName(savedByPolicy('a')), () => new Promise<void>((resolve) => (closePlayer = resolve)));
  await waitUntil(() => saves(link).length > 0);
  await finishRun();
  expect([removals(link), removed]).toEqual([[], []]);
  closePlayer();
  await playing;
  policies.wake();
  await finishRun();
  expect([removals(link), removed]).toEqual([['remove a'], [['a']]]);
});

test.each(['this tab', 'another tab'])('a video that leaves the list while %s plays it is removed once it is closed', async (where) => {
  const openHere = new Set(where === 'this tab' ? ['a'] : []);
  const { link, locks, policies, removed, finishRun } = await setup({
    videos: ['b', 'a'],
    policies: [policy({ count: 1, askedIds: ['a'] })],
    items: [savedByPolicy('a')],
    open: openHere,
  });
  let closePlayer = (): void => {};
  if (where === 'another tab') void locks.run(videoLockName(savedByPolicy('a')), () => new Promise<void>((resolve) => (closePlayer = resolve)));
  await waitUntil(() => saves(link).length > 0);
  await finishRun();
  expect([saves(link), removals(link), removed]).toEqual([['save b'], [], []]);
  openHere.clear();
  closePlayer();
  policies.wake();
  await finishRun();
  expect([removals(link), removed]).toEqual([['remove a'], [['a']]]);
});

test('a video that the archive has just deleted stays, because its copy is the only one', async () => {
  const { link, mirror, removed, finishRun } = await setup({
    videos: [],
    deleted: ['a'],
    policies: [policy({ askedIds: ['a'] })],
    items: [savedByPolicy('a')],
  });
  await finishRun();
  expect((await mirror.db.videoCards.get('a'))?.missingSince).toBeDefined();
  expect([removals(link), removed]).toEqual([[], []]);
});

test('a video watched elsewhere that has left the list also stays for a day before removal', async () => {
  const { link, videos, finishRun } = await setup({ videos: ['b', 'c'], policies: [policy({ askedIds: ['a'] })], items: [savedByPolicy('a')] });
  videos.set('a', aWireVideo({ youtube_id: 'a', player: { watched: true } }));
  await finishRun();
  expect(removals(link)).toEqual([]);
  expect(link.item('a')?.watched).toMatchObject({ behindSinceMs: null });
});

test('a clock that is set back delays no policy', async () => {
  const { link, mirror, policies, finishRun } = await setup({ videos: ['b'], policies: [policy()], allowedBytes: async () => null });
  await waitUntil(() => saves(link).length > 0);
  mirror.clock.jump(-2 * 3_600_000);
  await link.actions.putPolicy({ ...policy(), policyId: 'another', source: { kind: 'channel', id: 'c2' } });
  policies.wake();
  await finishRun();
  expect(link.plans()?.policies.find(({ policyId }) => policyId === 'another')?.askedIds).toEqual(['b']);
});

test('away from the archive nothing is saved or removed', async () => {
  const watched = { ...savedByPolicy('a'), watched: { sinceMs: 0, behindSinceMs: null } };
  const { link, mirror, videos, goOnline, finishRun } = await setup({
    videos: ['b'],
    policies: [policy({ askedIds: ['a'] })],
    items: [watched],
    connection: 'unreachable',
  });
  await applyVideo(mirror.db, aWireVideo({ youtube_id: 'a', player: { watched: true } }), askedAt(mirror.clock.now()));
  await finishRun();
  expect(link.calls).toEqual([]);
  videos.set('a', aWireVideo({ youtube_id: 'a', player: { watched: true } }));
  await goOnline();
  await waitUntil(() => {
    mirror.clock.advance(1_000);
    return removals(link).length > 0;
  });
  expect([saves(link), removals(link)]).toEqual([['save b'], ['remove a']]);
});

test('nothing is saved or removed while the page is hidden, because nobody could undo it', async () => {
  const page = { isHidden: true };
  const { link, policies, finishRun } = await setup({ videos: ['b'], policies: [policy()], page });
  await finishRun();
  expect(link.calls).toEqual([]);
  page.isHidden = false;
  policies.wake();
  await finishRun();
  expect(saves(link)).toEqual(['save b']);
});

test('a trip that was being packed when the page was closed is packed completely', async () => {
  const link = memorySavedLink({ items: [aSavedItem({ videoId: 'a', keptFor: 'trip' })] });
  const trip = { tripId: 't', name: 'Bergen', departsAt: null, days: 1, hoursADay: 6, sources: [], videoIds: ['a', 'b'], packedAtMs: 0 };
  await link.actions.putTrip({ ...trip, isPlanned: true });
  await resumePacking(link);
  expect(saves(link)).toEqual(['save b']);
  expect(link.plans()?.trips[0]?.isPlanned).toBe(false);
});

test('packing a trip tries a video again that had failed, or whose copy was taken away, but not the update of a copy', async () => {
  const takenItem = aSavedItem({ videoId: 'a', status: { state: 'failed', reason: 'taken-away' } });
  const notUpdated = aSavedItem({ videoId: 'd', status: { state: 'failed', reason: 'unverified' }, wholeRevision: 1 });
  const link = memorySavedLink({ items: [takenItem, aSavedItem({ videoId: 'b' }), notUpdated] });
  await packTrip(link, { ...bergen, videoIds: ['a', 'b', 'c', 'd'] });
  expect(link.calls).toEqual(['trip t', 'try-again a', 'save c', 'trip t']);
});

test('a trip that is unpacked while another one is being packed at startup is not packed again', async () => {
  const link = memorySavedLink({
    trips: [
      { ...bergen, account: 'mara', videoIds: ['a'], isPlanned: true },
      { ...bergen, account: 'mara', tripId: 'other', videoIds: ['b'], isPlanned: true },
    ],
  });
  const unpacked: Promise<void>[] = [];
  link.subscribe(() => {
    if (link.item('a') && unpacked.length === 0) unpacked.push(link.actions.deleteTrip('other'));
  });
  await resumePacking(link);
  await Promise.all(unpacked);
  expect(link.plans()?.trips.map(({ tripId }) => tripId)).toEqual(['t']);
  expect(saves(link)).toEqual(['save a']);
});

test('a trip that is unpacked while it is being packed leaves nothing behind', async () => {
  const link = memorySavedLink();
  // The trip is unpacked while its first video is being queued. Unpacking does not see that video, and deletes only the trip.
  const unpacked: Promise<void>[] = [];
  link.subscribe(() => {
    if (link.items().length > 0 && unpacked.length === 0) unpacked.push(link.actions.deleteTrip('t'));
  });
  await packTrip(link, { tripId: 't', name: 'Bergen', departsAt: null, days: 1, hoursADay: 6, sources: [], videoIds: ['a', 'b', 'c'], packedAtMs: 0 });
  await Promise.all(unpacked);
  expect([link.items(), link.plans()?.trips]).toEqual([[], []]);
});

test('a trip that is unpacked while it is being packed, and then restored, is packed completely', async () => {
  const link = memorySavedLink();
  const trip = { ...bergen, videoIds: ['a', 'b'] };
  const unpacked: Promise<void>[] = [];
  link.subscribe(() => {
    if (link.item('a') && unpacked.length === 0) unpacked.push(link.actions.deleteTrip('t'));
  });
  await packTrip(link, trip);
  await Promise.all(unpacked);
  expect(link.items()).toEqual([]);
  await restoreTrip(link, { ...trip, account: 'mara', isPlanned: true }, []);
  expect(link.items().map(({ videoId }) => videoId)).toEqual(['a', 'b']);
  expect(link.plans()?.trips).toMatchObject([{ isPlanned: false }]);
});

test('a trip that another tab has finished packing keeps its last video', async () => {
  const link = memorySavedLink();
  const packedElsewhere: Promise<void>[] = [];
  link.subscribe(() => {
    if (link.items().length > 0 && packedElsewhere.length === 0) packedElsewhere.push(link.actions.putTrip({ ...bergen, isPlanned: false }));
  });
  await packTrip(link, { ...bergen, videoIds: ['a'] });
  expect(packedElsewhere).toHaveLength(1);
  expect(link.items().map(({ videoId }) => videoId)).toEqual(['a']);
});

test('a trip that is given other videos while it is being packed is packed with those', async () => {
  const link = memorySavedLink();
  const changed: Promise<void>[] = [];
  link.subscribe(() => {
    if (link.item('a') && changed.length === 0) changed.push(packTrip(link, { ...bergen, videoIds: ['a', 'x', 'y', 'z'] }));
  });
  await packTrip(link, { ...bergen, videoIds: ['a', 'b'] });
  await Promise.all(changed);
  expect(link.plans()?.trips).toMatchObject([{ videoIds: ['a', 'x', 'y', 'z'], isPlanned: false }]);
  expect(saves(link)).toEqual(['save a', 'save x', 'save y', 'save z']);
});

test('a video that a person has also saved stays when its trip is unpacked while being packed', async () => {
  const link = memorySavedLink();
  const unpacked: Promise<void>[] = [];
  link.subscribe(() => {
    if (link.item('a')?.keptFor !== 'trip') return;
    unpacked.push(link.actions.deleteTrip('t'));
    link.put({ ...aSavedItem({ videoId: 'a' }), keptFor: 'person' });
  });
  await packTrip(link, { ...bergen, videoIds: ['a', 'b'] });
  expect([removals(link), unpacked.length]).toEqual([[], 1]);
});

test('a video that a person saves while the policies are being applied is not removed', async () => {
  const { link, removed, finishRun } = await setup({
    videos: ['b', 'a'],
    policies: [policy({ count: 1, askedIds: ['a'] })],
    items: [savedByPolicy('a')],
    allowedBytes: async (savedLink) => (savedLink.put({ ...savedByPolicy('a'), keptFor: 'person' }), null),
  });
  await waitUntil(() => saves(link).length > 0);
  await finishRun();
  expect([removals(link), removed]).toEqual([[], []]);
});

interface Setup {
  /** The ids of the videos of channel c1, newest first. */
  videos: string[];
  /** The archive answers these with 404. */
  deleted?: string[];
  policies: SavePolicy[];
  items?: SavedItem[];
  hasUnsentChange?: boolean;
  page?: { isHidden: boolean };
  hasStoredList?: boolean;
  /** The videos that are open in a player of this tab. */
  open?: ReadonlySet<string>;
  connection?: 'online' | 'unreachable';
  allowedBytes?: (link: MemorySavedLink) => Promise<number | null>;
}

async function setup({ videos: ids, policies: rows, items = [], ...overrides }: Setup) {
  let { connection = 'online' } = overrides;
  const { deleted = [], hasUnsentChange = false, page = { isHidden: false }, hasStoredList = false, open = new Set<string>() } = overrides;
  const { allowedBytes = () => Promise.resolve(null) } = overrides;
  const mirror = await aMirror();
  const videos = new Map<string, WireVideo>(ids.map((id) => [id, aWireVideo({ youtube_id: id })]));
  const listed = (): WireVideo[] => ids.flatMap((id) => videos.get(id) ?? []).filter(({ player }) => !player.watched);
  const answer = async (key: string): Promise<void> => {
    const resource = parseResourceKey(key);
    const atMs = mirror.clock.now();
    if (parseListKey(key))
      await applyVideoList(mirror.db, { key, data: listed(), paginate: aPagination({ total_hits: ids.length }), requestTime: askedAt(atMs) });
    const video = resource?.kind === 'video' ? videos.get(resource.videoId) : undefined;
    if (video) await applyVideo(mirror.db, video, askedAt(atMs));
    if (resource?.kind !== 'video' || !deleted.includes(resource.videoId)) return;
    await markSavedVideoMissing(mirror.db, resource.videoId, atMs);
    await mirror.db.wanted.update(key, { state: 'failed', failure: 'not-found' });
  };
  if (hasStoredList) await answer('videos?channel=c1&watch=unwatched&sort=published&order=desc&size=12&page=1');
  for (const { videoId } of items) await applyVideo(mirror.db, aWireVideo({ youtube_id: videoId }), askedAt(mirror.clock.now()));
  mirror.clock.advance(60_000);
  await setConnection(mirror, connection);
  if (hasUnsentChange) await mirror.db.outbox.add(anOutboxRow({ lane: 'settings', mutation: { kind: 'set-user-config' } }));
  const archive = liveQuery(() => mirror.db.wanted.toArray()).subscribe((wanted) => {
    for (const { key, state } of wanted) {
      if (connection === 'online') void answer(key);
      else if (state !== 'failed') void mirror.db.wanted.update(key, { state: 'failed', failure: 'unreachable' });
    }
  });

  const link = memorySavedLink({ policies: rows, items });
  const removed: (readonly string[])[] = [];
  const locks = sharedLocks();
  const ports: PolicyPorts = {
    mirror,
    link,
    locks,
    openIds: () => open,
    allowedBytes: () => allowedBytes(link),
    isVisible: () => !page.isHidden,
    onRemoved: (videoIds) => removed.push(videoIds),
  };
  const policies: Policies = startPolicies(ports);
  onTestFinished(() => {
    archive.unsubscribe();
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
    for (const { key } of await mirror.db.wanted.toArray()) await answer(key);
  }
  void finishRun();
  return { mirror, goOnline, link, locks, policies, videos, removed, finishRun };
}
