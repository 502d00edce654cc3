// When an archive begins to send an id, or its id changes, the user’s earlier copy is recognised and can be moved.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { finishClearing } from '../../src/commands/logout.ts';
import { discardChangesOf, declineMove, moveCopy, readOtherCopies, compareSample } from '../../src/commands/other-copies.ts';
import type { SessionPorts } from '../../src/commands/load-account.ts';
import { openSession } from '../../src/commands/start-session.ts';
import { accountKeyOf, databaseNameOf } from '../../src/mirror/account-key.ts';
import { applyChannelList, applyVideoList } from '../../src/mirror/apply.ts';
import { openMirrorDatabase, openRegistryDatabase, type Mirror } from '../../src/mirror/database.ts';
import { lockSending, readFence } from '../../src/mirror/fence.ts';
import { readRequestTime } from '../../src/mirror/request-order.ts';
import { findCurrentAccount } from '../../src/mirror/registry.ts';
import type { AccountRow } from '../../src/mirror/rows.ts';
import { mutationKinds } from '../../src/mutations/kinds/table.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import { json, refusedConnection, scriptFetch } from '../doubles/fetch-script.ts';
import { steppedClock, sharedLocks, testOrigin } from '../builders/mirror-copy.ts';
import { aWireAccount, aWirePing, aWireUserConfig, aWireChannel, someAppSettings, wireVideos } from '../builders/mirror-wire.ts';

const nothingSaved = async (): Promise<boolean> => false;

describe('a copy whose archive now has another id', () => {
  test('is offered, moved with its pending changes and everything under its key, and opened by the next start', async () => {
    const device = await renamedDevice();
    const { openMirror, oldAccount, archive, ports, registry } = device;
    const [copy] = await readOtherCopies(openMirror);
    expect(copy).toMatchObject({ account: { accountKey: oldAccount.accountKey }, isKeptSeparate: false });
    expect(copy?.changes.map(({ subject }) => subject)).toEqual(['Part 1']);
    expect(await compareSample(openMirror, ports.api, oldAccount)).toEqual({ sampledCount: 12, foundCount: 12, isSame: true });
    expect(await moveCopy(openMirror, oldAccount, nothingSaved)).toEqual({ ok: true, value: undefined });
    const startedSession = await openSession(ports);
    if (startedSession.kind !== 'copy') throw new Error(startedSession.kind);
    device.close(startedSession.mirror);
    expect(await startedSession.check).toBe('online');
    // Saved videos, last positions and locks are stored under this key.
    expect(startedSession.mirror.accountKey).toBe(oldAccount.accountKey);
    expect(startedSession.account).toMatchObject({ archiveId: archive.id, picturesOf: null, isLocked: 0 });
    expect((await startedSession.mirror.db.outbox.toArray()).map(({ subject }) => subject)).toEqual(['Part 1']);
    expect(await readFence(startedSession.mirror.db)).toMatchObject({ isLocked: false });
    expect(await registry.accounts.count()).toBe(1);
    expect(await readOtherCopies(startedSession.mirror)).toEqual([]);
  });

  test('is found by a login after the move', async () => {
    const { openMirror, oldAccount, ports, registry } = await renamedDevice();
    await moveCopy(openMirror, oldAccount, nothingSaved);
    await registry.accounts.update(oldAccount.accountKey, { isLocked: 1 });
    const reopenedMirror = await start(ports);
    expect(reopenedMirror.accountKey).toBe(oldAccount.accountKey);
    expect((await registry.accounts.get(oldAccount.accountKey))?.picturesOf).toBeNull();
  });

  test('keeps the archive id of its stored pictures when it is moved a second time', async () => {
    const device = await renamedDevice({ from: 'a', to: 'b' });
    await moveCopy(device.openMirror, device.oldAccount, nothingSaved);
    const secondMirror = await device.rename('c');
    const movedAccount = await device.registry.accounts.get(device.oldAccount.accountKey);
    expect(await moveCopy(secondMirror, movedAccount as AccountRow, nothingSaved)).toMatchObject({ ok: true });
    expect(await device.registry.accounts.get(device.oldAccount.accountKey)).toMatchObject({ archiveId: 'c', picturesOf: 'a' });
  });

  test('is not given to another archive that has the former id', async () => {
    const device = await renamedDevice({ from: 'a', to: 'b' });
    await moveCopy(device.openMirror, device.oldAccount, nothingSaved);
    const otherMirror = await device.rename('a');
    expect(otherMirror.accountKey).not.toBe(device.oldAccount.accountKey);
    expect(await otherMirror.db.outbox.count()).toBe(0);
    expect(await device.registry.accounts.get(device.oldAccount.accountKey)).toMatchObject({ archiveId: 'b', isLocked: 1 });
  });

  test('is offered again when an older version of the app has made a second copy for the same archive', async () => {
    const device = await renamedDevice();
    await moveCopy(device.openMirror, device.oldAccount, nothingSaved);
    // The older version derives the key from the id alone.
    const accountKey = accountKeyOf({ origin: device.ports.origin, archiveId: device.archive.id, userId: 1 });
    const movedAccount = (await device.registry.accounts.get(device.oldAccount.accountKey)) as AccountRow;
    await device.registry.accounts.bulkPut([
      { ...movedAccount, isLocked: 1 },
      { ...movedAccount, accountKey, databaseName: databaseNameOf(accountKey), isLocked: 1, lastUsedAtMs: movedAccount.lastUsedAtMs + 1 },
    ]);
    const session = await start(device.ports);
    expect(session.accountKey).toBe(accountKey);
    expect((await readOtherCopies(session)).map(({ account }) => account.accountKey)).toEqual([device.oldAccount.accountKey]);
    expect(await moveCopy(session, { ...movedAccount, isLocked: 1 }, nothingSaved)).toMatchObject({ ok: true });
    expect(await findCurrentAccount(device.registry)).toMatchObject({ accountKey: device.oldAccount.accountKey });
  });

  test('stays moved when a tab receives the answer to a ping that it sent before the move', async () => {
    const device = await renamedDevice({ from: 'a', to: 'a2' });
    const { ports, registry, oldAccount, openMirror, script } = device;
    await registry.accounts.update(oldAccount.accountKey, { isLocked: 0 });
    await registry.accounts.update(openMirror.accountKey, { isLocked: 1 });
    let answerPing: (id: string) => void = () => {};
    script.on('/api/ping/', () => new Promise((resolve) => (answerPing = (id) => resolve(json(aWirePing({ user: 1 }), 200, { 'x-archive-id': id })))));
    const pingingSession = await openSession(ports);
    if (pingingSession.kind !== 'copy') throw new Error(pingingSession.kind);
    device.close(pingingSession.mirror);
    await expect.poll(() => script.waves().at(-1)).toEqual(['/api/ping/']);
    await registry.accounts.update(oldAccount.accountKey, { isLocked: 1 });
    await registry.accounts.update(openMirror.accountKey, { isLocked: 0 });
    expect(await moveCopy(openMirror, oldAccount, nothingSaved)).toMatchObject({ ok: true });
    answerPing('a');
    expect(await pingingSession.check).toBe('other-account');
    expect((await registry.accounts.get(oldAccount.accountKey))?.archiveId).toBe('a2');
  });
});

describe('copies of other people, and copies that are open', () => {
  test.each<[string, Partial<AccountRow>]>([
    ['a copy with another user id', { userId: 2 }],
    ['a copy with the same user id but another name', { name: 'ada' }],
    ['an unlocked copy', { isLocked: 0 }],
  ])('%s is not listed', async (_what, change) => {
    const { openMirror, oldAccount, registry } = await renamedDevice();
    await registry.accounts.update(oldAccount.accountKey, change);
    expect(await readOtherCopies(openMirror)).toEqual([]);
  });

  test('the choice to keep two copies apart is remembered for both of them', async () => {
    const { openMirror, oldAccount, registry } = await renamedDevice();
    await declineMove(openMirror, oldAccount);
    expect(await readOtherCopies(openMirror)).toMatchObject([{ isKeptSeparate: true }]);
    await registry.accounts.update(openMirror.accountKey, { isLocked: 1 });
    await registry.accounts.update(oldAccount.accountKey, { isLocked: 0 });
    expect(await readOtherCopies({ ...openMirror, accountKey: oldAccount.accountKey })).toMatchObject([{ isKeptSeparate: true }]);
  });

  test('the pending changes of another copy can be discarded, and are no longer shown', async () => {
    const { openMirror, oldAccount } = await renamedDevice();
    expect(await discardChangesOf(openMirror, oldAccount)).toBe(true);
    expect(await readOtherCopies(openMirror)).toMatchObject([{ changes: [] }]);
    const db = openMirrorDatabase(oldAccount.databaseName, mutationKinds);
    expect((await db.watchStates.get('video-1'))?.shown.isWatched).toBe(false);
    db.close();
  });
});

describe('the check whether the archive is the same', () => {
  test.each([
    [12, true],
    [9, true],
    [8, false],
    [0, false],
  ])('with %i of 12 sampled items found, the archive is the same: %s', async (presentCount, isSame) => {
    const { openMirror, oldAccount, ports, archive } = await renamedDevice();
    const sampledIds = await readRequestedIds(openMirror, ports, oldAccount, archive);
    archive.videoIds = new Set(sampledIds.slice(0, presentCount));
    expect((await compareSample(openMirror, ports.api, oldAccount))?.isSame).toBe(isSame);
  });

  test('samples the copy evenly, and sends no more requests than needed', async () => {
    const { openMirror, oldAccount, ports, archive, script } = await renamedDevice({ videoCount: 48 });
    const sampledIds = await readRequestedIds(openMirror, ports, oldAccount, archive);
    expect(sampledIds).toHaveLength(12);
    const numbers = sampledIds.map((id) => Number(id.split('-')[1])).sort((left, right) => left - right);
    expect(Math.max(...numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0)))).toBe(4);
    archive.videoIds = new Set();
    const requestCount = script.count('/api/video/');
    expect(await compareSample(openMirror, ports.api, oldAccount)).toEqual({ sampledCount: 12, foundCount: 0, isSame: false });
    expect(script.count('/api/video/') - requestCount).toBe(4);
  });

  test('also requests channels when the copy has few videos', async () => {
    const { openMirror, oldAccount, ports } = await renamedDevice({ videoCount: 1 });
    expect(await compareSample(openMirror, ports.api, oldAccount)).toEqual({ sampledCount: 2, foundCount: 2, isSame: true });
  });

  test('does not conclude from an empty copy that the archive is the same', async () => {
    const { openMirror, oldAccount, ports } = await renamedDevice({ videoCount: 0 });
    expect(await compareSample(openMirror, ports.api, oldAccount)).toEqual({ sampledCount: 0, foundCount: 0, isSame: false });
  });

  test('gives no result when the archive goes away during the check', async () => {
    const { openMirror, oldAccount, ports, script } = await renamedDevice();
    script.on('/api/video/', refusedConnection);
    expect(await compareSample(openMirror, ports.api, oldAccount)).toBeNull();
  });
});

describe('a move is refused, and changes nothing,', () => {
  test('while the open copy has pending changes', async () => {
    const { openMirror, oldAccount, registry } = await renamedDevice();
    await markVideoWatched(openMirror, { videoId: 'video-2', isWatched: true, subject: 'Part 2' });
    expect(await moveCopy(openMirror, oldAccount, nothingSaved)).toEqual({ ok: false, error: 'unsent' });
    expect(await findCurrentAccount(registry)).toMatchObject({ accountKey: openMirror.accountKey });
    expect(await readFence(openMirror.db)).toMatchObject({ isLocked: false });
  });

  test('while something is saved under the open copy’s key', async () => {
    const { openMirror, oldAccount, registry } = await renamedDevice();
    expect(await moveCopy(openMirror, oldAccount, async () => true)).toEqual({ ok: false, error: 'saved' });
    expect(await findCurrentAccount(registry)).toMatchObject({ accountKey: openMirror.accountKey });
  });

  test.each<[string, (device: { openMirror: Mirror; oldAccount: AccountRow }) => Promise<unknown>]>([
    ['another tab has opened the other copy', ({ openMirror, oldAccount }) => openMirror.registry.accounts.update(oldAccount.accountKey, { isLocked: 0 })],
    [
      'another tab has moved the other copy',
      ({ openMirror, oldAccount }) => openMirror.registry.accounts.update(oldAccount.accountKey, { archiveId: 'elsewhere' }),
    ],
    ['another tab has cleared the other copy', ({ openMirror, oldAccount }) => openMirror.registry.accounts.delete(oldAccount.accountKey)],
    ['another person has signed in', ({ openMirror }) => openMirror.registry.accounts.update(openMirror.accountKey, { isLocked: 1 })],
  ])('when %s', async (_what, actMeanwhile) => {
    const { openMirror, oldAccount, registry } = await renamedDevice();
    await actMeanwhile({ openMirror, oldAccount });
    const rowsBefore = await registry.accounts.toArray();
    expect(await moveCopy(openMirror, oldAccount, nothingSaved)).toEqual({ ok: false, error: 'changed' });
    expect(await registry.accounts.toArray()).toEqual(rowsBefore);
    const isStillOpen = rowsBefore.some(({ accountKey, isLocked }) => accountKey === openMirror.accountKey && isLocked === 0);
    expect(await readFence(openMirror.db)).toMatchObject({ isLocked: !isStillOpen });
  });

  test('while somebody signs in in another tab, and the other tab’s lock stays', async () => {
    const { openMirror, oldAccount } = await renamedDevice();
    await lockSending(openMirror.db);
    expect(await moveCopy(openMirror, oldAccount, nothingSaved)).toEqual({ ok: false, error: 'changed' });
    expect(await readFence(openMirror.db)).toMatchObject({ isLocked: true });
  });

  test('on a full device', async () => {
    const { openMirror, oldAccount, registry } = await renamedDevice();
    const rowsBefore = await registry.accounts.toArray();
    registry.notes.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await moveCopy(openMirror, oldAccount, nothingSaved)).toEqual({ ok: false, error: 'full' });
    expect(await registry.accounts.toArray()).toEqual(rowsBefore);
    expect(await readFence(openMirror.db)).toMatchObject({ isLocked: false });
  });
});

test('a tab killed at any step of the move leaves one copy open and loses nothing', async () => {
  const outcomes: string[] = [];
  for (let step = 1; outcomes.at(-1) !== 'finished'; step += 1) {
    const device = await renamedDevice();
    const { openMirror, oldAccount, ports, registry } = device;
    const kill = killAt(step);
    const move = moveCopy(openMirror, oldAccount, nothingSaved);
    await Promise.race([move, kill.promise]);
    // The calls that the killed tab still makes fail as well.
    await move.catch(() => undefined);
    const wasKilled = kill.end();
    outcomes.push(wasKilled ? 'killed' : 'finished');
    openMirror.db.close();
    // The device starts again.
    const startedSession = await openSession(ports);
    if (startedSession.kind !== 'copy') throw new Error(`step ${step}: ${startedSession.kind}`);
    device.close(startedSession.mirror);
    expect(await startedSession.check, `step ${step}`).toBe('online');
    expect(await readFence(startedSession.mirror.db), `step ${step}`).toMatchObject({ isLocked: false });
    await finishClearing(ports);
    const otherCopies = await readOtherCopies(startedSession.mirror);
    const rows = [...(await startedSession.mirror.db.outbox.toArray()), ...otherCopies.flatMap(({ changes }) => changes)];
    expect(
      rows.map(({ subject }) => subject),
      `step ${step}`,
    ).toEqual(['Part 1']);
    expect(await Dexie.exists(oldAccount.databaseName)).toBe(true);
    expect((await registry.accounts.toArray()).filter(({ isLocked }) => isLocked === 0)).toHaveLength(1);
    // A move that did not finish can be repeated.
    const [otherCopy] = otherCopies;
    if (otherCopy) expect(await moveCopy(startedSession.mirror, otherCopy.account, nothingSaved), `step ${step}`).toMatchObject({ ok: true });
    expect(await findCurrentAccount(registry), `step ${step}`).toMatchObject({ accountKey: oldAccount.accountKey });
  }
  expect(outcomes.length).toBeGreaterThan(6);
});

describe('the copy that was replaced by a moved copy', () => {
  test('is deleted by the next start', async () => {
    const { openMirror, oldAccount, ports, registry } = await renamedDevice();
    await moveCopy(openMirror, oldAccount, nothingSaved);
    openMirror.db.close();
    expect(await Dexie.exists(openMirror.db.name)).toBe(true);
    await finishClearing(ports);
    expect(await Dexie.exists(openMirror.db.name)).toBe(false);
    expect((await registry.notes.toArray()).filter(({ key }) => key.startsWith('delete:'))).toEqual([]);
  });

  test('is kept as another copy if a tab wrote a change into it at the last moment, and is not offered for a move', async () => {
    const device = await renamedDevice();
    const { openMirror, oldAccount, ports } = device;
    await moveCopy(openMirror, oldAccount, nothingSaved);
    await markVideoWatched(openMirror, { videoId: 'video-2', isWatched: true, subject: 'Part 2' });
    openMirror.db.close();
    await finishClearing(ports);
    const startedSession = await openSession(ports);
    if (startedSession.kind !== 'copy') throw new Error(startedSession.kind);
    device.close(startedSession.mirror);
    expect(await readOtherCopies(startedSession.mirror)).toMatchObject([
      { account: { accountKey: openMirror.accountKey, isLocked: 1 }, isKeptSeparate: true, changes: [{ subject: 'Part 2' }] },
    ]);
    expect(startedSession.mirror.accountKey).toBe(oldAccount.accountKey);
    expect(await startedSession.check).toBe('online');
  });
});

const closers: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0)) close();
});

let deviceCount = 0;

/** While the archive was away, marlow marked a video. The archive has come back under another id, and a new copy is open. */
async function renamedDevice({ from = null, to = 'named', videoCount = 30 }: { from?: string | null; to?: string; videoCount?: number } = {}) {
  deviceCount += 1;
  const script = scriptFetch();
  const registry = openRegistryDatabase(`renamed-${deviceCount}`);
  const videos = wireVideos(videoCount).map((video, index) => ({ ...video, youtube_id: `video-${index + 1}`, date_downloaded: 1_700_000_000 + index }));
  const channel = aWireChannel();
  const archive = { id: from, videoIds: new Set(videos.map(({ youtube_id }) => youtube_id)), requestedIds: [] as string[] };
  const headers = (): Record<string, string> => (archive.id === null ? {} : { 'x-archive-id': archive.id });
  script.on('/api/ping/', () => json(aWirePing({ user: 1 }), 200, headers()));
  script.on('/api/user/me/', json(aWireUserConfig()));
  script.on('/api/user/account/', json(aWireAccount({ id: 1, name: 'marlow' })));
  script.on('/api/appsettings/config/', json(someAppSettings()));
  script.on('/api/video/', ({ path }) => {
    const id = path.split('/')[3] ?? '';
    archive.requestedIds.push(id);
    return archive.videoIds.has(id) ? json(videos.find(({ youtube_id }) => youtube_id === id)) : json({ error: 'not found' }, 404);
  });
  script.on('/api/channel/', json(channel));
  const clock = steppedClock();
  const api = createArchiveClient({ fetch: script.fetch, readCookie: () => null, onOutcome: () => {}, timeoutMs: 1_000 });
  const ports: SessionPorts = {
    api,
    apiOf: () => api,
    locks: sharedLocks(),
    registry,
    clock,
    newKey: () => crypto.randomUUID(),
    kinds: mutationKinds,
    origin: `${testOrigin}:9${deviceCount}`,
    onDatabaseLost: () => {},
  };
  const close = (mirror: Mirror): void => void closers.push(() => mirror.db.close());
  async function rename(id: string): Promise<Mirror> {
    archive.id = id;
    clock.advance(1_000);
    const openAccount = await findCurrentAccount(registry);
    if (openAccount) await registry.accounts.update(openAccount.accountKey, { isLocked: 1 });
    const mirror = await start(ports);
    close(mirror);
    return mirror;
  }
  const firstMirror = await start(ports);
  const requestTime = await readRequestTime(firstMirror);
  await applyVideoList(firstMirror.db, { key: 'videos?all', data: videos, paginate: null, requestTime });
  if (videoCount > 0) await applyChannelList(firstMirror.db, { key: 'channels?all', data: [channel], paginate: null, requestTime });
  else await firstMirror.db.channels.clear();
  await markVideoWatched(firstMirror, { videoId: 'video-1', isWatched: true, subject: 'Part 1' });
  await lockSending(firstMirror.db);
  firstMirror.db.close();
  const openMirror = await rename(to);
  const oldAccount = (await registry.accounts.toArray()).find(({ isLocked }) => isLocked === 1);
  if (!oldAccount) throw new Error('The former copy is not there');
  return { script, registry, ports, archive, openMirror, oldAccount, rename, close };
}

/** Starts the client, and returns the copy that the start opens. */
async function start(ports: SessionPorts): Promise<Mirror> {
  const session = await openSession(ports);
  if (session.kind === 'copy') return session.mirror;
  const outcome = session.kind === 'no-copy' ? await session.next : null;
  if (outcome?.kind !== 'opened') throw new Error('The device could not sign in');
  return outcome.mirror;
}

async function readRequestedIds(openMirror: Mirror, ports: SessionPorts, oldAccount: AccountRow, archive: { requestedIds: string[] }): Promise<string[]> {
  archive.requestedIds = [];
  await compareSample(openMirror, ports.api, oldAccount);
  return archive.requestedIds;
}

/** Makes every call to the browser's database fail from call number `step` on, as if the page were gone. */
function killAt(step: number): { promise: Promise<void>; end(): boolean } {
  let callCount = 0;
  let reportDeath: () => void = () => {};
  const promise = new Promise<void>((resolve) => (reportDeath = resolve));
  const restores = (['get', 'getAll', 'count', 'put', 'add', 'delete', 'openCursor'] as const).map((name) => {
    const original = IDBObjectStore.prototype[name] as (...args: unknown[]) => unknown;
    const spy = vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (this: IDBObjectStore, ...args: unknown[]) {
      callCount += 1;
      if (callCount >= step) {
        reportDeath();
        throw new DOMException('The page is gone', 'AbortError');
      }
      return original.apply(this, args) as never;
    } as never);
    return () => spy.mockRestore();
  });
  return {
    promise,
    end() {
      for (const restore of restores) restore();
      return callCount >= step;
    },
  };
}
