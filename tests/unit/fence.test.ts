// Only one tab sends from a copy at a time, and only to the account of the copy. While the copy is locked, no tab sends.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failed, ok } from '../../src/lib/result.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { lockSending, readFence, unlockSending } from '../../src/mirror/fence.ts';
import { lockAccount, lockAll } from '../../src/mirror/registry.ts';
import { addDownloads } from '../../src/mutations/add-downloads.ts';
import { createCustomPlaylist } from '../../src/mutations/create-custom-playlist.ts';
import { markChannelWatched } from '../../src/mutations/mark-all-watched.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { movePlaylistEntry } from '../../src/mutations/playlist-entries.ts';
import { saveProgress } from '../../src/mutations/save-progress.ts';
import type { ApiError } from '../../src/network/api-error.ts';
import { flushOutbox, type FlushApi } from '../../src/sync/flush.ts';
import { unlockIfStale } from '../../src/sync/stale-lock.ts';
import { steppedClock, sharedLocks, type SteppedClock } from '../builders/mirror-copy.ts';
import { aWirePagination } from '../builders/mirror-wire.ts';
import { aDevice } from '../builders/outbox-device.ts';
import { createModelArchive } from '../doubles/model-archive.ts';

const videoIds = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8', 'v9'];
const customPlaylistId = 'TA_playlist_0';

async function setup({ honoursKeys = false } = {}) {
  const clock = steppedClock();
  const model = createModelArchive(
    {
      videos: videoIds.map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 600 })),
      playlists: {},
      customPlaylists: { [customPlaylistId]: ['v1', 'v2', 'v3', 'v4'] },
    },
    { honoursKeys },
  );
  const device = await aDevice({ model, clock });
  onTestFinished(() => device.close());
  /** Returns an API that calls `interrupt` just before the request of write `writeNumber` leaves. */
  const beforeWrite = (writeNumber: number, interrupt: () => unknown): FlushApi => {
    let writeCount = 0;
    const withInterrupt = (name: 'saveProgress' | 'setWatched') =>
      async function call(...args: never[]) {
        writeCount += 1;
        if (writeCount === writeNumber) await interrupt();
        return (device.api[name] as (...args: never[]) => unknown)(...args);
      };
    return { ...device.api, saveProgress: withInterrupt('saveProgress'), setWatched: withInterrupt('setWatched') } as FlushApi;
  };
  const savePositions = async (positionSeconds = 100): Promise<void> => {
    for (const videoId of videoIds) await saveProgress(device.mirror, { videoId, positionSeconds, durationSeconds: 600, subject: 'x', shouldSend: true });
  };
  /** Returns an API. During its first ping, another person signs in after the archive has answered and before the answer arrives. */
  const signInDuringPing = (): FlushApi => {
    device.session.mark = 'of the first login';
    let isFirst = true;
    const ping: FlushApi['ping'] = async (...args) => {
      const answer = await device.api.ping(...args);
      if (isFirst) Object.assign(device.session, { userId: 2, mark: 'of the second login' });
      isFirst = false;
      return answer;
    };
    return { ...device.api, ping };
  };
  const savedVideosOf = (userId: number): string[] => videoIds.filter((videoId) => model.stateOf(userId, videoId).positionSeconds !== null);
  const mark = (videoId = 'v1') => markVideoWatched(device.mirror, { videoId, isWatched: true, subject: 'x' });
  return { clock, model, device, beforeWrite, signInDuringPing, savePositions, savedVideosOf, mark };
}

describe('a session that changes to another person in the middle of a pass', () => {
  test('puts nothing into the other person’s account when the archive checks whom a request is meant for', async () => {
    const { device, beforeWrite, savePositions, savedVideosOf } = await setup({ honoursKeys: true });
    await savePositions();
    const outcome = await device.flush(
      [],
      beforeWrite(2, () => (device.session.userId = 2)),
    );
    expect(outcome).toMatchObject({ end: 'other-account' });
    expect(savedVideosOf(2)).toEqual([]);
    expect(savedVideosOf(1).length + (await device.rows()).length).toBe(videoIds.length);
    expect((await device.rows()).map(({ state }) => state.name)).not.toContain('parked');
  });

  test('because this browser signed in, is noticed once the requests under way are answered', async () => {
    const { device, beforeWrite, savePositions, savedVideosOf } = await setup();
    device.session.mark = 'of the first login';
    await savePositions();
    const outcome = await device.flush(
      [],
      beforeWrite(2, () => {
        device.session.userId = 2;
        device.session.mark = 'of the second login';
      }),
    );
    expect(outcome).toMatchObject({ end: 'other-account' });
    // Two rows are sent at a time, so at most two requests were already under way and met the other session.
    expect(savedVideosOf(2).length).toBeLessThanOrEqual(2);
    expect(savedVideosOf(1).length + savedVideosOf(2).length + (await device.rows()).length).toBe(videoIds.length);
  });

  test('because this browser signed in during the ping, is noticed before the first write', async () => {
    const { device, savePositions, savedVideosOf, signInDuringPing } = await setup();
    await savePositions();
    expect(await device.flush([], signInDuringPing())).toMatchObject({ end: 'other-account' });
    expect(savedVideosOf(2)).toEqual([]);
    expect(await device.rows()).toHaveLength(videoIds.length);
  });

  test('because this browser signed in during the ping, is noticed before a write that reads nothing first', async () => {
    const { device, model, signInDuringPing } = await setup();
    await addDownloads(device.mirror, { lines: ['tide'], isAutoStart: false, isFlat: false, isForced: false });
    expect(await device.flush([], signInDuringPing())).toMatchObject({ end: 'other-account' });
    expect(model.lists.queuedLines).toEqual([]);
    expect(await device.rows()).toHaveLength(1);
  });

  test('because this browser signed in while a row was marked as sent, perhaps in a frozen tab, is noticed before the request leaves', async () => {
    const { device, savePositions, savedVideosOf } = await setup();
    device.session.mark = 'of the first login';
    await savePositions();
    device.mirror.db.outbox.hook('updating', () => void Object.assign(device.session, { userId: 2, mark: 'of the second login' }));
    expect(await device.flush()).toMatchObject({ end: 'other-account' });
    expect(savedVideosOf(2)).toEqual([]);
    expect((await device.rows()).map(({ state }) => state.name)).toEqual(videoIds.map(() => 'waiting'));
  });

  test('because this browser signed in while the next move of a playlist was prepared, is noticed before the request leaves', async () => {
    const { device, model, clock } = await setup();
    device.session.mark = 'of the first login';
    for (const videoId of ['v4', 'v3']) await movePlaylistEntry(device.mirror, { playlistId: customPlaylistId, videoId, subject: 'x', to: 'top' });
    clock.advance(9_000);
    const { changeCustomPlaylist } = device.api;
    let moveCount = 0;
    const api: FlushApi = {
      ...device.api,
      changeCustomPlaylist(...args) {
        moveCount += 1;
        // The claim is renewed in a transaction before the next move.
        clock.advance(10_000);
        device.mirror.db.documents.hook('updating', () => void Object.assign(device.session, { userId: 2, mark: 'of the second login' }));
        return changeCustomPlaylist(...args);
      },
    };
    expect(await device.flush([], api)).toMatchObject({ end: 'other-account' });
    expect(moveCount).toBe(1);
    expect(model.lists.playlist(customPlaylistId)?.entries).not.toEqual(['v3', 'v4', 'v1', 'v2']);
  });

  test('without this browser knowing, is noticed after at most five writes at an older server', async () => {
    const { device, beforeWrite, savePositions, savedVideosOf } = await setup();
    await savePositions();
    expect(
      await device.flush(
        [],
        beforeWrite(1, () => (device.session.userId = 2)),
      ),
    ).toMatchObject({ end: 'other-account' });
    expect(savedVideosOf(2).length).toBeLessThanOrEqual(5);
  });

  test('is noticed after at most five writes, even within a mark of a channel that has grown', async () => {
    const { device, model, clock, beforeWrite } = await setup();
    await markChannelWatched(device.mirror, { channelId: 'cA', isWatched: true, subject: 'x' });
    clock.advance(3 * 86_400_000);
    model.add({ videoId: 'new', channelId: 'cA', durationSeconds: 600 });
    expect(
      await device.flush(
        [],
        beforeWrite(1, () => (device.session.userId = 2)),
      ),
    ).toMatchObject({ end: 'other-account' });
    expect(videoIds.filter((videoId) => model.stateOf(2, videoId).isWatched).length).toBeLessThanOrEqual(5);
  });
});

describe('a copy that is locked', () => {
  test('in the middle of a pass sends nothing more, and once unlocked sends only the changes that had not left', async () => {
    const { device, model, beforeWrite, savePositions, savedVideosOf } = await setup({ honoursKeys: true });
    await savePositions();
    await device.flush(
      [],
      beforeWrite(2, () => lockSending(device.mirror.db)),
    );
    const sentCount = savedVideosOf(1).length;
    expect(sentCount).toBeLessThanOrEqual(3);
    expect(await device.flush()).toMatchObject({ end: 'locked' });
    expect(savedVideosOf(1)).toHaveLength(sentCount);
    await unlockSending(device.mirror.db);
    model.requests.length = 0;
    await device.flush();
    expect(savedVideosOf(1)).toHaveLength(videoIds.length);
    expect(model.requests.filter((request) => request.startsWith('progress'))).toHaveLength(videoIds.length - sentCount);
  });

  test('while the archive is read before a write, does not send the write', async () => {
    const { device, model, mark } = await setup();
    await mark();
    const api: FlushApi = {
      ...device.api,
      async getVideo(...args) {
        await lockSending(device.mirror.db);
        return device.api.getVideo(...args);
      },
    };
    expect(await device.flush([], api)).toMatchObject({ end: 'held' });
    expect(model.requests).toEqual(['ping', 'get v1']);
    expect((await device.rows()).map(({ state }) => state)).toEqual([{ name: 'waiting' }]);
  });

  test('while a playlist is created ignores the answer, and does not create the playlist again once unlocked', async () => {
    const { device, model } = await setup();
    await createCustomPlaylist(device.mirror, { name: 'Trip' });
    const api: FlushApi = {
      ...device.api,
      async createCustomPlaylist(...args) {
        await lockSending(device.mirror.db);
        return device.api.createCustomPlaylist(...args);
      },
    };
    await device.flush([], api);
    expect((await device.rows()).map(({ state }) => state)).toEqual([{ name: 'sent' }]);
    await unlockSending(device.mirror.db);
    await device.flush();
    expect(await device.rows()).toEqual([]);
    expect(model.lists.playlists().filter(({ name }) => name === 'Trip')).toHaveLength(1);
  });

  test('and unlocked again while the archive is read, sends no write of the earlier pass', async () => {
    const { device, model, mark } = await setup();
    await mark();
    const api: FlushApi = {
      ...device.api,
      async getVideo(...args) {
        await lockSending(device.mirror.db);
        await unlockSending(device.mirror.db);
        return device.api.getVideo(...args);
      },
    };
    expect(await device.flush([], api)).toMatchObject({ end: 'held' });
    expect(model.requests).toEqual(['ping', 'get v1']);
    expect(await device.flush()).toMatchObject({ end: 'drained' });
  });

  test('between two moves of one reordering, does not send the second move', async () => {
    const { device, model, clock } = await setup();
    await movePlaylistEntry(device.mirror, { playlistId: customPlaylistId, videoId: 'v4', subject: 'x', to: 'top' });
    await movePlaylistEntry(device.mirror, { playlistId: customPlaylistId, videoId: 'v3', subject: 'x', to: 'top' });
    clock.advance(9_000);
    const moveCount = () => model.requests.filter((request) => /^(top|up|down|bottom) /.test(request)).length;
    const api: FlushApi = {
      ...device.api,
      async changeCustomPlaylist(...args) {
        await lockSending(device.mirror.db);
        return device.api.changeCustomPlaylist(...args);
      },
    };
    expect(await device.flush([], api)).toMatchObject({ end: 'held' });
    expect(moveCount()).toBe(1);
    await unlockSending(device.mirror.db);
    await device.flush();
    expect(model.lists.playlist(customPlaylistId)?.entries).toEqual(['v3', 'v4', 'v1', 'v2']);
    expect(moveCount()).toBeGreaterThan(1);
  });

  test.each<[string, ApiError]>([
    ['a refusal', { kind: 'refused', status: 400, message: 'No.' }],
    ['a failure', { kind: 'server-error', status: 500, retryAfterMs: null }],
  ])('ignores %s that answers a request sent before the lock', async (_what, error) => {
    const { device, model, mark } = await setup();
    await mark();
    const api: FlushApi = {
      ...device.api,
      async setWatched() {
        await lockSending(device.mirror.db);
        return { ok: false, error };
      },
    };
    expect(await device.flush([], api)).toMatchObject({ end: 'held' });
    expect(await device.rows()).toMatchObject([{ state: { name: 'sent' }, attempts: 0 }]);
    await unlockSending(device.mirror.db);
    await device.flush();
    expect([await device.rows(), model.stateOf(1, 'v1').isWatched]).toEqual([[], true]);
  });

  test('in the registry alone sends nothing', async () => {
    const { device, model, mark } = await setup();
    await mark();
    await lockAll(device.mirror.registry);
    expect(await device.flush()).toMatchObject({ end: 'locked' });
    expect(model.requests).toEqual(['ping']);
    expect((await device.rows()).map(({ state }) => state)).toEqual([{ name: 'waiting' }]);
  });

  test('is locked again if its account was locked while another tab took the lock for that of a killed tab', async () => {
    const { device } = await setup();
    const { mirror } = device;
    await lockSending(mirror.db);
    const { transaction } = mirror.db;
    mirror.db.transaction = (async (...args: Parameters<typeof transaction>) => {
      mirror.db.transaction = transaction;
      await lockAll(mirror.registry);
      return (transaction as (...args: unknown[]) => unknown).apply(mirror.db, args);
    }) as typeof transaction;
    await unlockIfStale(mirror, sharedLocks());
    expect(await readFence(mirror.db)).toMatchObject({ isLocked: true });
  });

  test('stays locked while its account is locked', async () => {
    const { device, model, mark } = await setup();
    await mark();
    await lockAccount(device.mirror);
    expect(await device.flush()).toMatchObject({ end: 'locked' });
    expect(model.stateOf(1, 'v1').isWatched).toBe(false);
    expect(await readFence(device.mirror.db)).toMatchObject({ isLocked: true });
  });
});

describe('two tabs without a lock between them', () => {
  async function twoTabs() {
    const world = await setup();
    const otherTab = world.device.openTab();
    onTestFinished(() => otherTab.db.close());
    const portsFor = (mirror: typeof otherTab, api: FlushApi) => ({
      mirror,
      api,
      locks: sharedLocks(),
      isStreaming: () => true, // while a video streams, a tab sends one row at a time, so a frozen request stops it completely
      random: () => 0.5,
      signal: new AbortController().signal,
      isAlone: false,
    });
    return { ...world, otherTab, portsFor };
  }

  test('one tab sends, and the other tab waits', async () => {
    const { device, model, mark, otherTab, portsFor } = await twoTabs();
    await createCustomPlaylist(device.mirror, { name: 'Trip' });
    await mark();
    const ends = await Promise.all([flushOutbox(portsFor(device.mirror, device.api)), flushOutbox(portsFor(otherTab, device.api))]);
    expect(ends.map(({ end }) => end).sort()).toEqual(['drained', 'held']);
    expect(model.requests.filter((request) => request.startsWith('create'))).toHaveLength(1);
    expect(model.redundantMarkCount()).toBe(0);
  });

  test.each([
    ['does not record its answer', ['v1']],
    ['sends nothing more', ['v1', 'v2', 'v3']],
  ])('a tab that was frozen %s once the other tab has taken over', async (_what, markedIds) => {
    const { device, model, clock, beforeWrite, mark, otherTab, portsFor } = await twoTabs();
    for (const videoId of markedIds) await mark(videoId);
    const frozenApi = beforeWrite(1, async () => {
      clock.advance(90_000);
      await otherTab.db.outbox.where('lane').anyOf('video:v2', 'video:v3').delete();
      expect(await flushOutbox(portsFor(otherTab, device.api))).toMatchObject({ end: 'drained' });
    });
    expect(await flushOutbox(portsFor(device.mirror, frozenApi))).toMatchObject({ end: 'held' });
    expect(await device.rows()).toEqual([]);
    expect(model.requests.filter((request) => request.startsWith('watched'))).toEqual(['watched v1 true', 'watched v1 true']);
  });

  test('the claim of a tab that died stays valid while its last request may be under way, but not after the clock is set back', async () => {
    const { device, clock, mark, otherTab, portsFor } = await twoTabs();
    await mark();
    expect(await device.flush(['none', 'none', 'die'])).toBe('died');
    expect(await flushOutbox(portsFor(otherTab, device.api))).toMatchObject({ end: 'held' });
    clock.advance(25_000);
    expect(await flushOutbox(portsFor(otherTab, device.api))).toMatchObject({ end: 'drained' });
    await mark('v2');
    expect(await device.flush(['none', 'none', 'die'])).toBe('died');
    clock.advance(-3_600_000);
    expect(await flushOutbox(portsFor(otherTab, device.api))).toMatchObject({ end: 'drained' });
  });

  test('the claim of a tab that keeps sending stays valid, even if its pass takes 40 seconds', async () => {
    const { device, clock, mark, otherTab, portsFor } = await twoTabs();
    for (const videoId of ['v1', 'v2', 'v3', 'v4']) await mark(videoId);
    const ends: string[] = [];
    const api: FlushApi = {
      ...device.api,
      async setWatched(...args) {
        clock.advance(10_000);
        ends.push((await flushOutbox(portsFor(otherTab, device.api))).end);
        return device.api.setWatched(...args);
      },
    };
    expect(await flushOutbox(portsFor(device.mirror, api))).toMatchObject({ end: 'drained' });
    expect(ends).toEqual(['held', 'held', 'held', 'held']);
  });

  describe('many positions, which are read from a list of three pages', () => {
    /** @param onPage runs before each page that the first tab reads */
    async function sendPositions(onPage: (page: number, flushElsewhere: () => Promise<string>, clock: SteppedClock) => Promise<void>): Promise<string> {
      const { device, clock, savePositions, otherTab, portsFor } = await twoTabs();
      await savePositions(100);
      await device.flush();
      clock.advance(61_000);
      await savePositions(200);
      let pageCount = 0;
      const api: FlushApi = {
        ...device.api,
        async listVideos(...args) {
          pageCount += 1;
          await onPage(pageCount, async () => (await flushOutbox(portsFor(otherTab, device.api))).end, clock);
          const answer = await device.api.listVideos(...args);
          return answer.ok ? ok({ ...answer.value, paginate: aWirePagination({ last_page: 3 }) }) : answer;
        },
      };
      return (await flushOutbox(portsFor(device.mirror, api))).end;
    }

    test('are left to the tab that reads them', async () => {
      const ends: string[] = [];
      const end = await sendPositions(async (_page, flushElsewhere, clock) => {
        clock.advance(15_000);
        ends.push(await flushElsewhere());
      });
      expect([end, ends]).toEqual(['drained', ['held', 'held', 'held']]);
    });

    test('are sent by the other tab if the first tab is frozen between two pages', async () => {
      const end = await sendPositions(async (page, flushElsewhere, clock) => {
        if (page !== 2) return;
        clock.advance(90_000);
        expect(await flushElsewhere()).toBe('drained');
      });
      expect(end).toBe('held');
    });
  });

  test.each<[string, (mirror: Mirror) => Promise<unknown>, (api: FlushApi, beforeAnswer: () => Promise<void>) => Partial<FlushApi>]>([
    [
      'looks up the videos of a forced addition in the queue',
      (mirror) => addDownloads(mirror, { lines: ['aaaaaaaaaa1', 'aaaaaaaaaa2', 'aaaaaaaaaa3'], isAutoStart: false, isFlat: false, isForced: true }),
      (_api, beforeAnswer) => ({ findDownload: () => beforeAnswer().then(() => failed({ kind: 'not-found', message: null })) }),
    ],
    [
      'reads the names of all playlists before it creates one',
      (mirror) => createCustomPlaylist(mirror, { name: 'Tide' }),
      (api, beforeAnswer) => ({
        async listPlaylists(...args) {
          await beforeAnswer();
          const answer = await api.listPlaylists(...args);
          return answer.ok ? ok({ ...answer.value, paginate: aWirePagination({ last_page: 3 }) }) : answer;
        },
      }),
    ],
  ])('the claim of a tab that %s stays valid meanwhile', async (_what, change, slowReads) => {
    const { device, clock, otherTab, portsFor } = await twoTabs();
    await change(device.mirror);
    const ends: string[] = [];
    const reads = slowReads(device.api, async () => {
      clock.advance(15_000);
      ends.push((await flushOutbox(portsFor(otherTab, device.api))).end);
    });
    expect(await flushOutbox(portsFor(device.mirror, { ...device.api, ...reads }))).toMatchObject({ end: 'drained' });
    expect(ends).toEqual(['held', 'held', 'held']);
  });

  test('the claim of a tab ends with its pass', async () => {
    const { device, model, mark, otherTab, portsFor } = await twoTabs();
    await mark();
    expect(await flushOutbox(portsFor(device.mirror, device.api))).toMatchObject({ end: 'drained' });
    await mark('v2');
    expect(await flushOutbox(portsFor(otherTab, device.api))).toMatchObject({ end: 'drained' });
    expect(model.stateOf(1, 'v2').isWatched).toBe(true);
  });

  test('a tab that gets the lock does not wait for the claim of a dead tab', async () => {
    const { device, model, mark } = await twoTabs();
    await mark();
    expect(await device.flush(['none', 'none', 'die'])).toBe('died');
    expect(await device.flush()).toMatchObject({ end: 'drained' });
    expect(model.stateOf(1, 'v1').isWatched).toBe(true);
  });
});
