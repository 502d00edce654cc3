// Many changes of two devices on one real server, through a real proxy that fails again and again: nothing is lost, nothing is doubled
// (docs/sync.md). What a person sees of a fault is in tests/e2e/faults-table.spec.ts, every order of events in tests/property.
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Catalogue } from '../../server/catalogue/records.ts';
import { applyDocument, applyPlaylist, applyVideo } from '../../src/mirror/apply.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { playlistKey } from '../../src/mirror/resource-keys.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { addToPlaylist, movePlaylistEntry } from '../../src/mutations/playlist-entries.ts';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import { createFlushApi } from '../../src/sync/flush-api.ts';
import { flushOutbox } from '../../src/sync/flush.ts';
import { askedAt } from '../builders/asked-at.ts';
import { aCopy, handClock, type HandClock } from '../builders/mirror-copy.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { makeLibrary, ids } from '../builders/server-library.ts';
import { aVideo } from '../builders/server-records.ts';
import type { SignedIn } from '../builders/server-session.ts';
import { startFaultProxy, type Fault, type FaultProxy } from '../doubles/fault-proxy.ts';

const marks = 300;
const added = 50;
const moves = 20;
const subject = 'x';

const videoIds = Array.from({ length: marks }, (_, place) => `tide-${String(place).padStart(6, '0')}`);
const [marksOfFirst, marksOfSecond] = [videoIds.filter((_, place) => place % 2 === 0), videoIds.filter((_, place) => place % 2 === 1)];

type Trouble = Fault['kind'] | 'down' | 'ended session';
const troubles: Trouble[] = ['hang', 'reset', 'truncate', 'lose-answer', 'bad-gateway', 'portal', 'redirect', 'down', 'sign-in', 'ended session'];

test.each(troubles)(`${marks} marks, ${added} list changes and ${moves} moves of two devices arrive once each (%s)`, async (trouble) => {
  const server = await startServerArchive({ fill: manyVideos });
  const proxy = await startFaultProxy(server);
  try {
    const first = await aDevice(server, proxy);
    const second = await aDevice(server, proxy);
    const playlistId = await first.aPlaylist('Tides');
    await second.read(playlistId);
    for (const videoId of marksOfFirst) await markVideoWatched(first.mirror, { videoId, isWatched: true, subject });
    for (const videoId of marksOfSecond) await markVideoWatched(second.mirror, { videoId, isWatched: true, subject });
    const members = videoIds.slice(0, added);
    for (const videoId of members) await addToPlaylist(first.mirror, { playlistId, videoId, subject });
    const wanted = [...members];
    for (let place = 0; place < moves; place += 1) {
      const videoId = wanted.pop() ?? '';
      wanted.unshift(videoId);
      await movePlaylistEntry(first.mirror, { playlistId, videoId, subject, to: 'top' });
    }
    const isTroubled = await troubleOf(trouble, { server, proxy, devices: [first, second] });
    await Promise.all([first.settle(isTroubled), second.settle(isTroubled)]);

    const direct = await server.login();
    const isWatched = await Promise.all(
      videoIds.map(async (videoId) => (await direct.json<{ player: { watched: boolean } }>(`/api/video/${videoId}/`)).player.watched),
    );
    expect(videoIds.filter((_, place) => !isWatched[place])).toEqual([]);
    const { playlist_entries: entries } = await direct.json<{ playlist_entries: { youtube_id: string }[] }>(`/api/playlist/${playlistId}/`);
    expect(entries.map(({ youtube_id: id }) => id)).toEqual(wanted);
    // The server carries out what bears one key once (tests/contract): a second key would be a second effect.
    const keysOf = (method: string, path: string) =>
      new Set(
        proxy.seen.filter((request) => request.isForwarded && request.method === method && request.path === path).map((request) => request.idempotencyKey),
      );
    expect(keysOf('POST', '/api/watched/').size).toBe(marks);
    expect([...(await first.leftOver()), ...(await second.leftOver())]).toEqual([]);
  } finally {
    await proxy.close();
    await server.stop();
  }
});

async function manyVideos(libraryFolder: string, catalogue: Catalogue): Promise<void> {
  await makeLibrary(libraryFolder, catalogue);
  catalogue.putVideos(videoIds.map((videoId) => aVideo({ videoId, channelId: ids.harbour })));
}

/** Begins it. Answers whether it has not ended: then what waits need not have arrived. */
async function troubleOf(
  trouble: Trouble,
  { server, proxy, devices }: { server: ServerArchive; proxy: FaultProxy; devices: TestDevice[] },
): Promise<() => Promise<boolean>> {
  // One request in eight, over several bursts: a fault in the middle of everything. Drawn by seed, so that a failure can be run again.
  const dice = fc.sample(fc.integer({ min: 0, max: 7 }), { numRuns: 4_000, seed: 20_261_124 });
  let drawn = 0;
  let rounds = 0;
  const isHit = (): boolean => dice[drawn++ % dice.length] === 0;
  if (trouble === 'down') {
    let restart: Promise<void> | null = null;
    return async () => {
      rounds += 1;
      if (rounds > 16) return restart !== null;
      restart ??= (async () => {
        await new Promise((resolve) => setTimeout(resolve, 30)); // in the middle of a pass
        await server.kill();
        await new Promise((resolve) => setTimeout(resolve, 20));
        await server.start();
        restart = null;
      })();
      return true;
    };
  }
  if (trouble === 'ended session') {
    return async () => {
      rounds += 1;
      if (rounds > 8) return false;
      for (const device of devices) await device.logOutElsewhere();
      return true;
    };
  }
  proxy.set({ kind: trouble } as Fault, isHit);
  return async () => {
    rounds += 1;
    if (rounds < 40) return true;
    proxy.set({ kind: 'none' });
    return false;
  };
}

type TestDevice = Awaited<ReturnType<typeof aDevice>>;

async function aDevice(server: ServerArchive, proxy: FaultProxy) {
  let session: SignedIn = await server.login();
  const clock: HandClock = handClock();
  const client = createArchiveClient({
    origin: proxy.url,
    readCookie: (name) => (name === 'csrftoken' ? session.cookies.csrftoken : null),
    onOutcome: () => {},
    timeoutMs: 400,
    fetch(input, init) {
      const { sessionid, csrftoken } = session.cookies;
      return fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}` } });
    },
  });
  const api = createFlushApi(client);
  const ping = await api.ping();
  if (!ping.ok) throw new Error('not signed in');
  const mirror: Mirror = await aCopy({ clock });
  const account = await mirror.registry.accounts.get(mirror.accountKey);
  if (account) await mirror.registry.accounts.put({ ...account, userId: ping.value.user, archiveId: ping.value.archiveId });
  const config = await api.getUserConfig();
  if (config.ok) await applyDocument(mirror.db, { key: 'user-config', value: config.value }, askedAt(clock.now()));
  for (const videoId of videoIds) {
    const video = await api.getVideo(videoId);
    if (!video.ok) throw new Error(`${videoId} cannot be read`);
    await applyVideo(mirror.db, video.value, askedAt(clock.now()));
  }
  return {
    mirror,
    async aPlaylist(name: string): Promise<string> {
      const created = await api.createCustomPlaylist(name, mirror.newKey());
      if (!created.ok) throw new Error('not created');
      await this.read(created.value);
      return created.value;
    },
    async read(playlistId: string): Promise<void> {
      const playlist = await api.getPlaylist(playlistId);
      if (!playlist.ok) throw new Error('no such playlist');
      await applyPlaylist(mirror.db, playlistKey(playlistId), playlist.value, askedAt(clock.now()));
    },
    /** Somebody ends this device's session, and it is signed in again a moment later. */
    async logOutElsewhere(): Promise<void> {
      await session.call('/api/user/logout/', { method: 'POST' });
      setTimeout(() => void server.login().then((again) => (session = again)), 20);
    },
    /** Passes as the engine makes them, each behind the longest wait, until nothing is left to be sent. */
    async settle(goesOn: () => Promise<boolean>): Promise<void> {
      for (let pass = 0; pass < 400; pass += 1) {
        clock.advance(600_000);
        const isMore = await goesOn();
        const { signal } = new AbortController();
        await flushOutbox({ mirror, api, isStreaming: () => false, random: () => 0.5, signal, isAlone: true, acceptedKeys: new Set() });
        if (!isMore && (await mirror.db.outbox.filter(({ state }) => state.name !== 'parked').count()) === 0) return;
      }
      throw new Error(`still waiting: ${JSON.stringify(await mirror.db.outbox.limit(3).toArray())}`);
    },
    leftOver: () => mirror.db.outbox.toArray(),
  };
}
