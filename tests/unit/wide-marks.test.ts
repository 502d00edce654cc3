// A mark of a whole channel or playlist applies to the videos that the user saw, even if the list has changed before the mark is sent.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lockSending } from '../../src/mirror/fence.ts';
import { onSyncEvent, type SyncEvent } from '../../src/mirror/sync-events.ts';
import { markChannelWatched, markPlaylistWatched } from '../../src/mutations/mark-all-watched.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { saveProgress } from '../../src/mutations/save-progress.ts';
import { skippedCount } from '../../src/queries/skipped-videos.ts';
import { flushOutbox, type FlushApi } from '../../src/sync/flush.ts';
import { steppedClock, sharedLocks } from '../builders/mirror-copy.ts';
import { aWirePagination } from '../builders/mirror-wire.ts';
import { aDevice, type Device } from '../builders/outbox-device.ts';
import { createModelArchive, type Fault } from '../doubles/model-archive.ts';
import { casesToRun } from '../long-test.ts';

const playlistId = 'TA_playlist_0';
const subject = 'x';
const dayMs = 86_400_000;
/**
 * Without the long tests, only the first two interruptions run for a channel, and only the first for a playlist, because both use the same
 * code. These two cover a lost answer and a request that does not arrive.
 */
const interruptions: readonly Fault[] = [
  'lost-answer',
  'bad-gateway',
  'portal-after',
  'die-after',
  'drop',
  'bad-gateway-after',
  'portal',
  'sign-in-page',
  'busy',
  'die',
];

const markedLists = {
  channel: {
    mark: (device: Device, isWatched: boolean) => markChannelWatched(device.mirror, { channelId: 'cA', isWatched, subject }),
    grow: ({ model }: World) => void model.add({ videoId: 'new', channelId: 'cA', durationSeconds: 600 }),
  },
  playlist: {
    mark: (device: Device, isWatched: boolean) => markPlaylistWatched(device.mirror, { playlistId, isWatched, subject }),
    grow: ({ model }: World) => {
      model.add({ videoId: 'new', channelId: 'cB', durationSeconds: 600 });
      model.lists.changeCustom(playlistId, { action: 'create', video_id: 'new' });
    },
  },
};

describe.each(['channel', 'playlist'] as const)('a mark of a whole %s', (listKind) => {
  const { mark, grow } = markedLists[listKind];

  test('is sent in one call, after a check of the list, if no video has been added', async () => {
    const world = await setup();
    await mark(world.device, true);
    world.clock.advance(9_000);
    await world.device.flush();
    expect(world.watchedRequests()).toEqual([`watched ${listKind === 'channel' ? 'cA' : playlistId} true`]);
    expect(world.model.requests.filter((request) => request.startsWith('list'))).toHaveLength(1);
    await expect.poll(world.skippedCounts).toEqual([0]);
  });

  test.each([true, false])('does not change videos that were added since, and reports their number (watched: %s)', async (isWatched) => {
    const world = await setup();
    const { device, model, clock } = world;
    if (!isWatched) for (const videoId of ['v1', 'v2', 'v3']) await world.setElsewhere(videoId, true);
    await device.pull();
    await mark(device, isWatched);
    clock.advance(3 * dayMs);
    grow(world);
    if (!isWatched) await world.setElsewhere('new', true);
    await device.pull();
    expect((await device.state('new')).shown.isWatched, 'the video was added later').toBe(!isWatched);
    expect((await device.state('v1')).shown.isWatched).toBe(isWatched);
    await device.flush();
    expect(world.states()).toEqual({ v1: isWatched, v2: isWatched, v3: isWatched, new: !isWatched });
    expect([await device.rows(), model.redundantMarkCount()]).toEqual([[], 0]);
    await expect.poll(world.skippedCounts).toEqual([1]);
    for (const videoId of ['v1', 'v2', 'v3']) expect(await device.state(videoId)).toMatchObject({ server: { isWatched }, shown: { isWatched }, waiting: 0 });
  });

  test.each(casesToRun(interruptions, 1))('marks each known video once, and no other video, wherever the sending is interrupted (%s)', async (fault: Fault) => {
    for (let requestsBefore = 0; requestsBefore < 12; requestsBefore += 1) {
      const world = await setup();
      const { device, model, clock } = world;
      await mark(device, true);
      clock.advance(3 * dayMs);
      grow(world);
      await device.flush([...Array.from({ length: requestsBefore }, () => 'none' as const), fault]);
      clock.advance(600_000);
      await device.flush();
      expect([world.states(), await device.rows()], `after ${requestsBefore} requests`).toEqual([{ v1: true, v2: true, v3: true, new: false }, []]);
      expect([model.redundantMarkCount(), model.markAllCount()]).toEqual([0, 0]);
      for (const videoId of ['v1', 'v2', 'v3']) expect((await device.state(videoId)).shown.isWatched, `${videoId} after ${requestsBefore} requests`).toBe(true);
      await device.close();
    }
  });

  test('as unwatched asks the person about a video that was watched elsewhere since, and announces the question', async () => {
    const world = await setup();
    const { device, clock } = world;
    await world.setElsewhere('v1', true);
    await device.pull();
    await mark(device, false);
    clock.advance(3 * dayMs);
    grow(world);
    await world.setElsewhere('new', true);
    await world.setElsewhere('v2', true);
    await device.flush();
    expect(world.states()).toEqual({ v1: false, v2: true, v3: false, new: true });
    expect(await device.rows()).toMatchObject([{ lane: 'video:v2', mutation: { kind: 'mark-video-watched', isWatched: false }, state: { reason: 'ask' } }]);
    await expect
      .poll(() => world.settledEvents)
      .toMatchObject([
        { mutation: { isWatched: false }, outcome: { name: 'sent' } },
        { mutation: { videoId: 'v2' }, outcome: { name: 'parked', reason: 'ask' } },
      ]);
  });

  test('as unwatched forgets the positions of the known videos', async () => {
    const world = await setup();
    const { device, model, clock } = world;
    await saveProgress(device.mirror, { videoId: 'v3', positionSeconds: 100, durationSeconds: 600, subject, shouldSend: true });
    await device.flush();
    await world.setElsewhere('v1', true);
    await device.pull();
    await mark(device, false);
    clock.advance(3 * dayMs);
    grow(world);
    await world.setElsewhere('new', true);
    await device.flush();
    expect([model.stateOf(1, 'v3').positionSeconds, world.states()['new']]).toEqual([null, true]);
  });

  test('whose answer was lost shows what another device has changed since', async () => {
    const world = await setup({ honoursKeys: true });
    const { device, clock } = world;
    await mark(device, true);
    clock.advance(9_000);
    const apiLosingAnswers: FlushApi = {
      ...device.api,
      async setWatched(...call) {
        await device.api.setWatched(...call);
        return { ok: false, error: { kind: 'unreachable' } };
      },
    };
    await device.flush([], apiLosingAnswers);
    await world.setElsewhere('v2', false);
    clock.advance(600_000);
    await device.flush();
    expect([world.states(), await device.rows()]).toEqual([{ v1: true, v2: false, v3: true }, []]);
    const watchedStates = await Promise.all(['v1', 'v2', 'v3'].map(async (videoId) => (await device.state(videoId)).shown.isWatched));
    expect(watchedStates).toEqual([true, false, true]);
  });

  test('continues with the other videos when one video is gone', async () => {
    const world = await setup();
    const { device, model, clock } = world;
    await mark(device, true);
    clock.advance(3 * dayMs);
    grow(world);
    const api: FlushApi = {
      ...device.api,
      async getVideo(videoId) {
        if (videoId === 'v1') model.remove('v1');
        return device.api.getVideo(videoId);
      },
    };
    await device.flush([], api);
    expect(world.states()).toEqual({ v2: true, v3: true, new: false });
    expect(await device.rows()).toEqual([]);
  });

  test('sends no second call once the copy is locked', async () => {
    const world = await setup();
    const { device, clock } = world;
    await mark(device, true);
    clock.advance(3 * dayMs);
    grow(world);
    const api: FlushApi = {
      ...device.api,
      async getVideo(videoId) {
        if (world.watchedRequests().length === 1) await lockSending(device.mirror.db);
        return device.api.getVideo(videoId);
      },
    };
    expect(await device.flush([], api)).toMatchObject({ end: 'held' });
    expect(world.watchedRequests()).toEqual(['watched v1 true']);
  });

  test('whose second call is refused for now has been sent in part, and its undo reverts that part', async () => {
    const world = await setup();
    const { device, clock } = world;
    const undo = await mark(device, true);
    clock.advance(3 * dayMs);
    grow(world);
    const api: FlushApi = {
      ...device.api,
      async setWatched(...call) {
        if (world.watchedRequests().length === 1) return { ok: false, error: { kind: 'too-many', retryAfterMs: 1_000 } };
        return device.api.setWatched(...call);
      },
    };
    expect(await device.flush([], api)).toMatchObject({ end: 'too-many' });
    await undo();
    clock.advance(600_000);
    await device.flush();
    expect(world.states()).toEqual({ v1: false, v2: false, v3: false, new: false });
    expect(await device.rows()).toEqual([]);
  });

  test('that is discarded while being sent sends nothing more', async () => {
    const world = await setup();
    const { device, clock } = world;
    await mark(device, true);
    clock.advance(3 * dayMs);
    grow(world);
    const api: FlushApi = {
      ...device.api,
      async setWatched(...call) {
        const answer = await device.api.setWatched(...call);
        await device.discardAll();
        return answer;
      },
    };
    await device.flush([], api);
    expect(world.watchedRequests()).toEqual(['watched v1 true']);
  });

  test('made by a version that did not record the videos is sent as one call', async () => {
    const world = await setup();
    const { device, clock } = world;
    await mark(device, true);
    await device.mirror.db.outbox.toCollection().modify((row) => {
      row.mutation = { ...row.mutation, known: undefined } as typeof row.mutation;
    });
    clock.advance(3 * dayMs);
    grow(world);
    await device.flush();
    expect(world.watchedRequests()).toHaveLength(1);
    expect(world.states()['new']).toBe(true);
  });
});

describe('a channel of which this device knows only a part', () => {
  async function setupPartlyKnown() {
    const world = await setup();
    await world.device.mirror.db.videoCards.delete('v3');
    await world.device.mirror.db.watchStates.delete('v3');
    return world;
  }

  test('is marked completely while the archive has as many videos as it reported', async () => {
    const { device, clock, states } = await setupPartlyKnown();
    await markedLists.channel.mark(device, true);
    clock.advance(3 * dayMs);
    await device.flush();
    expect(states()).toEqual({ v1: true, v2: true, v3: true });
  });

  test('and whose size is unknown is marked completely at first, but after three days only in the known part', async () => {
    for (const [waitedMs, isWhole] of [
      [9_000, true],
      [3 * dayMs, false],
    ] as const) {
      const { device, clock, states } = await setupPartlyKnown();
      await device.mirror.db.channelFacts.clear();
      await markedLists.channel.mark(device, true);
      clock.advance(waitedMs);
      await device.flush();
      expect(states()).toEqual({ v1: true, v2: true, v3: isWhole });
    }
  });

  test('is counted and marked over all its pages', async () => {
    const world = await setupPartlyKnown();
    await markedLists.channel.mark(world.device, true);
    world.clock.advance(3 * dayMs);
    // The new video is on the first page, a known video on the last.
    for (const videoId of ['v3', 'v2', 'v1']) world.model.remove(videoId);
    for (const videoId of ['new', 'v3', 'v2', 'v1']) world.model.add({ videoId, channelId: 'cA', durationSeconds: 600 });
    await world.device.flush([], inPages(world.device.api, 2));
    expect(world.states()).toEqual({ new: false, v3: false, v2: true, v1: true });
    await expect.poll(world.skippedCounts).toEqual([2]);
  });
});

test('a channel whose new video is on a later page than the known videos counts as grown', async () => {
  const world = await setup();
  await markedLists.channel.mark(world.device, true);
  world.clock.advance(3 * dayMs);
  markedLists.channel.grow(world);
  await world.device.flush([], inPages(world.device.api, 2));
  expect(world.states()).toEqual({ v1: true, v2: true, v3: true, new: false });
});

test.each([
  ['is found to have arrived', { honoursKeys: false, isResent: false }],
  ['is sent again, and recognised', { honoursKeys: true, isResent: true }],
])('when a mark of a playlist whose answer was lost %s, a position does not overwrite the position of another device', async (_how, options) => {
  const world = await setup(options);
  const { device, model, clock } = world;
  await markedLists.playlist.mark(device, false);
  clock.advance(9_000);
  await device.flush(['none', 'none', 'lost-answer']);
  expect(world.watchedRequests()).toHaveLength(1);
  await model.connect({ userId: 1, isSignedIn: true, faults: [], onDeath: () => {} }).saveProgress('v2', 521, 'elsewhere');
  if (options.isResent) await world.setElsewhere('v3', true);
  await saveProgress(device.mirror, { videoId: 'v2', positionSeconds: 240, durationSeconds: 600, subject, shouldSend: true });
  clock.advance(600_000);
  await device.flush();
  expect(await device.rows()).toEqual([]);
  expect(model.stateOf(1, 'v2').positionSeconds).toBe(521);
  expect(await device.state('v2')).toMatchObject({ server: { positionSeconds: 521 }, alternativeSeconds: 240 });
});

test('a known video that another device has removed from the playlist since is not marked, and is not shown as marked', async () => {
  const world = await setup();
  const { device, model, clock } = world;
  await markedLists.playlist.mark(device, true);
  clock.advance(3 * dayMs);
  markedLists.playlist.grow(world);
  model.add({ videoId: 'newer', channelId: 'cB', durationSeconds: 600 });
  model.lists.changeCustom(playlistId, { action: 'create', video_id: 'newer' });
  model.lists.changeCustom(playlistId, { action: 'remove', video_id: 'v3' });
  await world.setElsewhere('v2', true);
  await device.flush();
  expect([world.states(), await device.rows()]).toEqual([{ v1: true, v2: true, v3: false, new: false, newer: false }, []]);
  for (const [videoId, isWatched] of Object.entries({ v1: true, v2: true, v3: false })) {
    expect((await device.state(videoId)).shown.isWatched, videoId).toBe(isWatched);
  }
});

test('known videos that another device has marked since are shown as marked, even if the members of the playlist cannot be read', async () => {
  const world = await setup();
  const { device, clock } = world;
  await markedLists.playlist.mark(device, true);
  clock.advance(3 * dayMs);
  markedLists.playlist.grow(world);
  for (const videoId of ['v1', 'v2', 'v3']) await world.setElsewhere(videoId, true);
  await device.flush([], {
    ...device.api,
    getPlaylist: async () => ({ ok: false, error: { kind: 'server-error', status: 502, retryAfterMs: null } }),
  });
  expect([world.states(), await device.rows()]).toEqual([{ v1: true, v2: true, v3: true, new: false }, []]);
  for (const videoId of ['v1', 'v2', 'v3']) expect((await device.state(videoId)).shown.isWatched, videoId).toBe(true);
});

test('no video is stored as marked if the pass ends while it reads the members of the playlist', async () => {
  const world = await setup();
  const { device, clock, model } = world;
  await markedLists.playlist.mark(device, true);
  clock.advance(3 * dayMs);
  markedLists.playlist.grow(world);
  model.add({ videoId: 'newer', channelId: 'cB', durationSeconds: 600 });
  model.lists.changeCustom(playlistId, { action: 'create', video_id: 'newer' });
  model.lists.changeCustom(playlistId, { action: 'remove', video_id: 'v3' });
  await world.setElsewhere('v2', true);
  const controller = new AbortController();
  const api: FlushApi = {
    ...device.api,
    getPlaylist: async () => {
      controller.abort();
      return { ok: false, error: { kind: 'aborted' } };
    },
  };
  await flushOutbox({ ...world.ports, mirror: device.mirror, api, signal: controller.signal });
  expect(controller.signal.aborted).toBe(true);
  for (const videoId of ['v1', 'v2', 'v3']) expect((await device.state(videoId)).server.isWatched, videoId).toBe(false);
});

test('a known video that moves to a page already read, because another device marked an earlier video, is marked too', async () => {
  const world = await setupGrownChannel();
  const { device, setElsewhere } = world;
  const pagedApi = inPages(device.api, 1);
  const api: FlushApi = {
    ...pagedApi,
    async listVideos(search, signal) {
      if (search.endsWith('page=2')) await setElsewhere('v1', true);
      return pagedApi.listVideos(search, signal);
    },
  };
  await device.flush([], api);
  expect([world.states(), await device.rows()]).toEqual([{ v1: true, v2: true, v3: true, new: false }, []]);
});

test('a mark of a channel with more videos than the archive lists also marks the known videos beyond the list', async () => {
  const world = await setupGrownChannel();
  const { device } = world;
  const pagedApi = inPages(device.api, 2);
  const api: FlushApi = {
    ...pagedApi,
    async listVideos(search, signal) {
      // Current servers answer like this beyond 10 000 items.
      if (search.endsWith('page=2')) return { ok: false, error: { kind: 'server-error', status: 500, retryAfterMs: null } };
      const answer = await pagedApi.listVideos(search, signal);
      if (answer.ok && answer.value.paginate) Object.assign(answer.value.paginate, { max_hits: true, last_page: 0 });
      return answer;
    },
  };
  await device.flush([], api);
  expect([world.states(), await device.rows()]).toEqual([{ v1: true, v2: true, v3: true, new: false }, []]);
});

describe('two tabs without a lock between them', () => {
  /** Flushes the mark of a channel with a page for each video. `onRead` runs before each page or video that the first tab reads. */
  async function twoTabs(onRead: (world: World, flushElsewhere: () => Promise<string>) => Promise<void>) {
    const world = await setup();
    const { device, model, clock } = world;
    const otherTab = device.openTab();
    onTestFinished(() => otherTab.db.close());
    await markedLists.channel.mark(device, true);
    clock.advance(3 * dayMs);
    markedLists.channel.grow(world);
    const pagedApi = inPages(device.api, 1);
    const flushElsewhere = async (): Promise<string> => (await flushOutbox({ ...world.ports, mirror: otherTab, api: pagedApi })).end;
    const api: FlushApi = {
      ...pagedApi,
      async listVideos(...call) {
        await onRead(world, flushElsewhere);
        return pagedApi.listVideos(...call);
      },
      async getVideo(...call) {
        await onRead(world, flushElsewhere);
        return pagedApi.getVideo(...call);
      },
    };
    const end = (await flushOutbox({ ...world.ports, mirror: device.mirror, api })).end;
    expect(world.states()).toEqual({ v1: true, v2: true, v3: true, new: false });
    expect([await device.rows(), model.redundantMarkCount()]).toEqual([[], 0]);
    return { ...world, end };
  }

  test.each([
    ['whose pages take long to read', async () => {}],
    // v2 then needs no call, so between the calls for v1 and v3 only the reads renew the claim.
    [
      'of videos that are marked elsewhere meanwhile',
      async ({ model, states, setElsewhere }: World) => {
        if (model.requests.includes('get v1') && !states()['v2']) await setElsewhere('v2', true);
      },
    ],
  ])('a mark %s stays with the tab that reads the list', async (_what, changeElsewhere) => {
    const ends: string[] = [];
    const { end } = await twoTabs(async (world, flushElsewhere) => {
      await changeElsewhere(world);
      world.clock.advance(15_000);
      ends.push(await flushElsewhere());
    });
    expect([end, new Set(ends)]).toEqual(['drained', new Set(['held'])]);
  });

  test('a tab that was frozen while it read the pages loses the mark to the other tab', async () => {
    let readCount = 0;
    const { end } = await twoTabs(async ({ clock }, flushElsewhere) => {
      readCount += 1;
      if (readCount !== 4) return;
      clock.advance(90_000);
      expect(await flushElsewhere()).toBe('drained');
    });
    expect([end, readCount]).toEqual(['held', 4]);
  });
});

test('a mark of a playlist that was deleted since is parked as gone, even if the request for its list fails', async () => {
  const { device, model, clock } = await setup();
  await markedLists.playlist.mark(device, true);
  model.lists.removePlaylist(playlistId);
  clock.advance(3 * dayMs);
  const error = { kind: 'server-error' as const, status: 500, retryAfterMs: null };
  await device.flush([], { ...device.api, listVideos: () => Promise.resolve({ ok: false, error }) });
  expect(await device.rows()).toMatchObject([{ state: { name: 'parked', reason: 'gone' } }]);
});

test('a mark made after a pending mark covers the videos that existed when the later mark was made', async () => {
  const world = await setup();
  const { device, clock, model } = world;
  await markVideoWatched(device.mirror, { videoId: 'v2', isWatched: true, subject });
  await markedLists.channel.mark(device, true);
  clock.advance(3 * dayMs);
  markedLists.channel.grow(world);
  await device.flush();
  expect([world.states(), model.redundantMarkCount()]).toEqual([{ v1: true, v2: true, v3: true, new: false }, 0]);
});

type World = Awaited<ReturnType<typeof setup>>;

async function setup({ honoursKeys = false } = {}) {
  const clock = steppedClock();
  const model = createModelArchive(
    {
      videos: ['v1', 'v2', 'v3'].map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 600 })),
      playlists: {},
      customPlaylists: { [playlistId]: ['v1', 'v2', 'v3'] },
    },
    { honoursKeys },
  );
  const device = await aDevice({ model, clock });
  const facts = { channelId: 'cA', hasStreams: false, hasShorts: false, hasPlaylists: false, hasPending: false, hasIgnored: false };
  await device.mirror.db.channelFacts.put({ ...facts, totalItems: 3, totalDuration: 'NA', totalSizeBytes: 0, fetchedAtMs: 0 });
  const otherDevice = model.connect({ userId: 1, isSignedIn: true, faults: [], onDeath: () => {} });
  let keyCount = 0;
  const settledEvents: SyncEvent[] = [];
  onTestFinished(onSyncEvent(device.mirror.db, (event) => settledEvents.push(event)));
  return {
    clock,
    model,
    device,
    ports: { locks: sharedLocks(), isStreaming: () => true, random: () => 0.5, signal: new AbortController().signal, isAlone: false },
    setElsewhere: (videoId: string, isWatched: boolean) => otherDevice.setWatched(videoId, isWatched, `k${++keyCount}`),
    states: () => Object.fromEntries(model.wireVideos(1).map((video) => [video.youtube_id, video.player.watched])),
    watchedRequests: () => model.requests.filter((request) => request.startsWith('watched')),
    settledEvents,
    skippedCounts: () => settledEvents.map(skippedCount),
  };
}

function inPages(api: FlushApi, size: number): FlushApi {
  return {
    ...api,
    async listVideos(search, signal) {
      const answer = await api.listVideos(search, signal);
      if (!answer.ok) return answer;
      const { data } = answer.value;
      const page = Number(new URLSearchParams(search).get('page') ?? 1);
      return { ok: true, value: { data: data.slice((page - 1) * size, page * size), paginate: aWirePagination({ page_size: size, total_hits: data.length }) } };
    },
  };
}

/** Sets up a channel that was marked three days ago and has grown since. */
async function setupGrownChannel() {
  const world = await setup();
  await markedLists.channel.mark(world.device, true);
  world.clock.advance(3 * dayMs);
  markedLists.channel.grow(world);
  return world;
}
