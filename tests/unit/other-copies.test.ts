// When an archive begins to report its id, or is found at another address, its earlier copy is recognised and moved.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
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
import { anAccount, aPing, aUserConfig, aWireChannel, someAppSettings, wireVideos } from '../builders/mirror-wire.ts';

const nothingSaved = async (): Promise<boolean> => false;

describe('a copy whose archive now has another id', () => {
  it('is offered, moved with its pending changes and everything under its key, and opened by the next start', async () => {
    const device = await renamedDevice();
    const { open, old, archive, ports, registry } = device;
    const [copy] = await readOtherCopies(open);
    expect(copy).toMatchObject({ account: { accountKey: old.accountKey }, isKeptSeparate: false });
    expect(copy?.changes.map(({ subject }) => subject)).toEqual(['Part 1']);
    expect(await compareSample(open, ports.api, old)).toEqual({ sampledCount: 12, foundCount: 12, isSame: true });
    expect(await moveCopy(open, old, nothingSaved)).toEqual({ ok: true, value: undefined });
    const started = await openSession(ports);
    if (started.kind !== 'copy') throw new Error(started.kind);
    device.close(started.mirror);
    expect(await started.check).toBe('online');
    // Saved videos, last positions and locks are stored under this key.
    expect(started.mirror.accountKey).toBe(old.accountKey);
    expect(started.account).toMatchObject({ archiveId: archive.id, picturesOf: null, isLocked: 0 });
    expect((await started.mirror.db.outbox.toArray()).map(({ subject }) => subject)).toEqual(['Part 1']);
    expect(await readFence(started.mirror.db)).toMatchObject({ isLocked: false });
    expect(await registry.accounts.count()).toBe(1);
    expect(await readOtherCopies(started.mirror)).toEqual([]);
  });

  it('is found again by a login once it has been moved', async () => {
    const { open, old, ports, registry } = await renamedDevice();
    await moveCopy(open, old, nothingSaved);
    await registry.accounts.update(old.accountKey, { isLocked: 1 });
    const again = await start(ports);
    expect(again.accountKey).toBe(old.accountKey);
    expect((await registry.accounts.get(old.accountKey))?.picturesOf).toBeNull();
  });

  it('keeps the name of its pictures through a second move', async () => {
    const device = await renamedDevice({ from: 'a', to: 'b' });
    await moveCopy(device.open, device.old, nothingSaved);
    const second = await device.rename('c');
    const moved = await device.registry.accounts.get(device.old.accountKey);
    expect(await moveCopy(second, moved as AccountRow, nothingSaved)).toMatchObject({ ok: true });
    expect(await device.registry.accounts.get(device.old.accountKey)).toMatchObject({ archiveId: 'c', picturesOf: 'a' });
  });

  it('is not given to another archive that has the former id', async () => {
    const device = await renamedDevice({ from: 'a', to: 'b' });
    await moveCopy(device.open, device.old, nothingSaved);
    const other = await device.rename('a');
    expect(other.accountKey).not.toBe(device.old.accountKey);
    expect(await other.db.outbox.count()).toBe(0);
    expect(await device.registry.accounts.get(device.old.accountKey)).toMatchObject({ archiveId: 'b', isLocked: 1 });
  });

  it('is offered again when an older version of the app has signed in beside it', async () => {
    const device = await renamedDevice();
    await moveCopy(device.open, device.old, nothingSaved);
    // The older version derives the key from the id alone.
    const accountKey = accountKeyOf({ origin: device.ports.origin, archiveId: device.archive.id, userId: 1 });
    const moved = (await device.registry.accounts.get(device.old.accountKey)) as AccountRow;
    await device.registry.accounts.bulkPut([
      { ...moved, isLocked: 1 },
      { ...moved, accountKey, databaseName: databaseNameOf(accountKey), isLocked: 1, lastUsedAtMs: moved.lastUsedAtMs + 1 },
    ]);
    const session = await start(device.ports);
    expect(session.accountKey).toBe(accountKey);
    expect((await readOtherCopies(session)).map(({ account }) => account.accountKey)).toEqual([device.old.accountKey]);
    expect(await moveCopy(session, { ...moved, isLocked: 1 }, nothingSaved)).toMatchObject({ ok: true });
    expect(await findCurrentAccount(device.registry)).toMatchObject({ accountKey: device.old.accountKey });
  });

  it('is not undone by a tab that had pinged before the move', async () => {
    const device = await renamedDevice({ from: 'a', to: 'a2' });
    const { ports, registry, old, open, script } = device;
    await registry.accounts.update(old.accountKey, { isLocked: 0 });
    await registry.accounts.update(open.accountKey, { isLocked: 1 });
    let answer: (id: string) => void = () => {};
    script.on('/api/ping/', () => new Promise((resolve) => (answer = (id) => resolve(json(aPing({ user: 1 }), 200, { 'x-archive-id': id })))));
    const pinging = await openSession(ports);
    if (pinging.kind !== 'copy') throw new Error(pinging.kind);
    device.close(pinging.mirror);
    await expect.poll(() => script.waves().at(-1)).toEqual(['/api/ping/']);
    await registry.accounts.update(old.accountKey, { isLocked: 1 });
    await registry.accounts.update(open.accountKey, { isLocked: 0 });
    expect(await moveCopy(open, old, nothingSaved)).toMatchObject({ ok: true });
    answer('a');
    expect(await pinging.check).toBe('other-account');
    expect((await registry.accounts.get(old.accountKey))?.archiveId).toBe('a2');
  });
});

describe('copies of other people, and copies that are open', () => {
  it.each<[string, Partial<AccountRow>]>([
    ['a copy of another user id', { userId: 2 }],
    ['a copy of another name with the same id', { name: 'ada' }],
    ['an unlocked copy', { isLocked: 0 }],
  ])('%s is not listed', async (_what, change) => {
    const { open, old, registry } = await renamedDevice();
    await registry.accounts.update(old.accountKey, change);
    expect(await readOtherCopies(open)).toEqual([]);
  });

  it('a pair that a person keeps apart is remembered, from both sides', async () => {
    const { open, old, registry } = await renamedDevice();
    await declineMove(open, old);
    expect(await readOtherCopies(open)).toMatchObject([{ isKeptSeparate: true }]);
    await registry.accounts.update(open.accountKey, { isLocked: 1 });
    await registry.accounts.update(old.accountKey, { isLocked: 0 });
    expect(await readOtherCopies({ ...open, accountKey: old.accountKey })).toMatchObject([{ isKeptSeparate: true }]);
  });

  it('the pending changes of another copy can be discarded, and are no longer shown', async () => {
    const { open, old } = await renamedDevice();
    expect(await discardChangesOf(open, old)).toBe(true);
    expect(await readOtherCopies(open)).toMatchObject([{ changes: [] }]);
    const db = openMirrorDatabase(old.databaseName, mutationKinds);
    expect((await db.watchStates.get('video-1'))?.shown.isWatched ?? false).toBe(false);
    db.close();
  });
});

describe('the check whether the archive is the same', () => {
  it.each([
    [12, true],
    [9, true],
    [8, false],
    [0, false],
  ])('with %i of 12 sampled items found, the archive is the same: %s', async (present, isSame) => {
    const { open, old, ports, archive } = await renamedDevice();
    const sampledIds = await requestedIds(open, ports, old, archive);
    archive.videoIds = new Set(sampledIds.slice(0, present));
    expect((await compareSample(open, ports.api, old))?.isSame).toBe(isSame);
  });

  it('samples the copy evenly, and asks no more than needed', async () => {
    const { open, old, ports, archive, script } = await renamedDevice({ videoCount: 48 });
    const sampledIds = await requestedIds(open, ports, old, archive);
    expect(sampledIds).toHaveLength(12);
    const numbers = sampledIds.map((id) => Number(id.split('-')[1])).sort((left, right) => left - right);
    expect(Math.max(...numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0)))).toBe(4);
    archive.videoIds = new Set();
    const before = script.count('/api/video/');
    expect(await compareSample(open, ports.api, old)).toEqual({ sampledCount: 12, foundCount: 0, isSame: false });
    expect(script.count('/api/video/') - before).toBe(4);
  });

  it('asks for channels when few videos are known', async () => {
    const { open, old, ports } = await renamedDevice({ videoCount: 1 });
    expect(await compareSample(open, ports.api, old)).toEqual({ sampledCount: 2, foundCount: 2, isSame: true });
  });

  it('does not call the archive the same for an empty copy', async () => {
    const { open, old, ports } = await renamedDevice({ videoCount: 0 });
    expect(await compareSample(open, ports.api, old)).toEqual({ sampledCount: 0, foundCount: 0, isSame: false });
  });

  it('gives no result when the archive goes away during the check', async () => {
    const { open, old, ports, script } = await renamedDevice();
    script.on('/api/video/', refusedConnection);
    expect(await compareSample(open, ports.api, old)).toBeNull();
  });
});

describe('a move is refused, and changes nothing,', () => {
  it('while the open copy has pending changes', async () => {
    const { open, old, registry } = await renamedDevice();
    await markVideoWatched(open, { videoId: 'video-2', isWatched: true, subject: 'Part 2' });
    expect(await moveCopy(open, old, nothingSaved)).toEqual({ ok: false, error: 'unsent' });
    expect(await findCurrentAccount(registry)).toMatchObject({ accountKey: open.accountKey });
    expect(await readFence(open.db)).toMatchObject({ isLocked: false });
  });

  it('while something is saved under the open copy’s key', async () => {
    const { open, old, registry } = await renamedDevice();
    expect(await moveCopy(open, old, async () => true)).toEqual({ ok: false, error: 'saved' });
    expect(await findCurrentAccount(registry)).toMatchObject({ accountKey: open.accountKey });
  });

  it.each<[string, (of: { open: Mirror; old: AccountRow }) => Promise<unknown>]>([
    ['another tab has opened the other copy', ({ open, old }) => open.registry.accounts.update(old.accountKey, { isLocked: 0 })],
    ['another tab has moved it', ({ open, old }) => open.registry.accounts.update(old.accountKey, { archiveId: 'elsewhere' })],
    ['another tab has cleared it', ({ open, old }) => open.registry.accounts.delete(old.accountKey)],
    ['another person has signed in', ({ open }) => open.registry.accounts.update(open.accountKey, { isLocked: 1 })],
  ])('when %s', async (_what, meanwhile) => {
    const { open, old, registry } = await renamedDevice();
    await meanwhile({ open, old });
    const before = await registry.accounts.toArray();
    expect(await moveCopy(open, old, nothingSaved)).toEqual({ ok: false, error: 'changed' });
    expect(await registry.accounts.toArray()).toEqual(before);
    const isOpenStill = before.some(({ accountKey, isLocked }) => accountKey === open.accountKey && isLocked === 0);
    expect(await readFence(open.db)).toMatchObject({ isLocked: !isOpenStill });
  });

  it('while somebody is signing in in another tab, and that tab’s lock stays', async () => {
    const { open, old } = await renamedDevice();
    await lockSending(open.db);
    expect(await moveCopy(open, old, nothingSaved)).toEqual({ ok: false, error: 'changed' });
    expect(await readFence(open.db)).toMatchObject({ isLocked: true });
  });

  it('on a full device', async () => {
    const { open, old, registry } = await renamedDevice();
    const before = await registry.accounts.toArray();
    registry.notes.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await moveCopy(open, old, nothingSaved)).toEqual({ ok: false, error: 'full' });
    expect(await registry.accounts.toArray()).toEqual(before);
    expect(await readFence(open.db)).toMatchObject({ isLocked: false });
  });
});

it('a tab killed at any step of the move leaves one copy open and nothing lost', async () => {
  const outcomes: string[] = [];
  for (let step = 1; outcomes.at(-1) !== 'whole'; step += 1) {
    const device = await renamedDevice();
    const { open, old, ports, registry } = device;
    const kill = killAt(step);
    const moved = moveCopy(open, old, nothingSaved);
    await Promise.race([moved, kill.promise]);
    const wasKilled = kill.end();
    outcomes.push(wasKilled ? 'killed' : 'whole');
    open.db.close();
    // The device starts again.
    const started = await openSession(ports);
    if (started.kind !== 'copy') throw new Error(`step ${step}: ${started.kind}`);
    device.close(started.mirror);
    expect(await started.check, `step ${step}`).toBe('online');
    expect(await readFence(started.mirror.db), `step ${step}`).toMatchObject({ isLocked: false });
    await finishClearing(ports);
    const others = await readOtherCopies(started.mirror);
    const rows = [...(await started.mirror.db.outbox.toArray()), ...others.flatMap(({ changes }) => changes)];
    expect(
      rows.map(({ subject }) => subject),
      `step ${step}`,
    ).toEqual(['Part 1']);
    expect(await Dexie.exists(old.databaseName)).toBe(true);
    expect((await registry.accounts.toArray()).filter(({ isLocked }) => isLocked === 0)).toHaveLength(1);
    // A move that did not finish can be repeated.
    const [other] = others;
    if (other) expect(await moveCopy(started.mirror, other.account, nothingSaved), `step ${step}`).toMatchObject({ ok: true });
    expect(await findCurrentAccount(registry), `step ${step}`).toMatchObject({ accountKey: old.accountKey });
  }
  expect(outcomes.length).toBeGreaterThan(6);
});

describe('the copy that a moved one replaced', () => {
  it('is deleted by the next start', async () => {
    const { open, old, ports, registry } = await renamedDevice();
    await moveCopy(open, old, nothingSaved);
    open.db.close();
    await finishClearing(ports);
    expect(await Dexie.exists(open.db.name)).toBe(false);
    expect((await registry.notes.toArray()).filter(({ key }) => key.startsWith('delete:'))).toEqual([]);
  });

  it('is kept as another copy if a tab wrote a change into it at the last moment, and is not offered for a move', async () => {
    const device = await renamedDevice();
    const { open, old, ports } = device;
    await moveCopy(open, old, nothingSaved);
    await markVideoWatched(open, { videoId: 'video-2', isWatched: true, subject: 'Part 2' });
    open.db.close();
    await finishClearing(ports);
    const started = await openSession(ports);
    if (started.kind !== 'copy') throw new Error(started.kind);
    device.close(started.mirror);
    expect(await readOtherCopies(started.mirror)).toMatchObject([
      { account: { accountKey: open.accountKey, isLocked: 1 }, isKeptSeparate: true, changes: [{ subject: 'Part 2' }] },
    ]);
    expect(started.mirror.accountKey).toBe(old.accountKey);
    expect(await started.check).toBe('online');
  });
});

const closers: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0)) close();
});

let devices = 0;

/** While the archive was away, marlow marked a video. The archive has come back under another id, and a new copy is open. */
async function renamedDevice({ from = null, to = 'named', videoCount = 30 }: { from?: string | null; to?: string; videoCount?: number } = {}) {
  devices += 1;
  const script = scriptFetch();
  const registry = openRegistryDatabase(`renamed-${devices}`);
  const videos = wireVideos(videoCount).map((video, index) => ({ ...video, youtube_id: `video-${index + 1}`, date_downloaded: 1_700_000_000 + index }));
  const channel = aWireChannel();
  const archive = { id: from, videoIds: new Set(videos.map(({ youtube_id }) => youtube_id)), asked: [] as string[] };
  const headers = (): Record<string, string> => (archive.id === null ? {} : { 'x-archive-id': archive.id });
  script.on('/api/ping/', () => json(aPing({ user: 1 }), 200, headers()));
  script.on('/api/user/me/', json(aUserConfig()));
  script.on('/api/user/account/', json(anAccount({ id: 1, name: 'marlow' })));
  script.on('/api/appsettings/config/', json(someAppSettings()));
  script.on('/api/video/', ({ path }) => {
    const id = path.split('/')[3] ?? '';
    archive.asked.push(id);
    return archive.videoIds.has(id) ? json(videos.find(({ youtube_id }) => youtube_id === id)) : json({ error: 'not found' }, 404);
  });
  script.on('/api/channel/', json(channel));
  const clock = steppedClock();
  const ports: SessionPorts = {
    api: createArchiveClient({ fetch: script.fetch, readCookie: () => null, onOutcome: () => {}, timeoutMs: 1_000 }),
    locks: sharedLocks(),
    registry,
    clock,
    newKey: () => crypto.randomUUID(),
    kinds: mutationKinds,
    origin: `${testOrigin}:9${devices}`,
    onDatabaseLost: () => {},
  };
  const close = (mirror: Mirror): void => void closers.push(() => mirror.db.close());
  async function rename(id: string): Promise<Mirror> {
    archive.id = id;
    clock.advance(1_000);
    const open = await findCurrentAccount(registry);
    if (open) await registry.accounts.update(open.accountKey, { isLocked: 1 });
    const mirror = await start(ports);
    close(mirror);
    return mirror;
  }
  const first = await start(ports);
  const requestTime = await readRequestTime(first);
  await applyVideoList(first.db, { key: 'videos?all', data: videos, paginate: null, requestTime });
  if (videoCount > 0) await applyChannelList(first.db, { key: 'channels?all', data: [channel], paginate: null, requestTime });
  else await first.db.channels.clear();
  await markVideoWatched(first, { videoId: 'video-1', isWatched: true, subject: 'Part 1' });
  await lockSending(first.db);
  first.db.close();
  const open = await rename(to);
  const old = (await registry.accounts.toArray()).find(({ isLocked }) => isLocked === 1);
  if (!old) throw new Error('The former copy is not there');
  return { script, registry, ports, archive, open, old, rename, close };
}

/** Starts the client, and returns the copy that the start opens. */
async function start(ports: SessionPorts): Promise<Mirror> {
  const session = await openSession(ports);
  if (session.kind === 'copy') return session.mirror;
  const next = session.kind === 'no-copy' ? await session.next : null;
  if (next?.kind !== 'opened') throw new Error('The device could not sign in');
  return next.mirror;
}

async function requestedIds(open: Mirror, ports: SessionPorts, old: AccountRow, archive: { asked: string[] }): Promise<string[]> {
  archive.asked = [];
  await compareSample(open, ports.api, old);
  return archive.asked;
}

/** Makes every call of the browser's database fail from call number `step` on, as if the page were gone. */
function killAt(step: number): { promise: Promise<void>; end(): boolean } {
  let count = 0;
  let die: () => void = () => {};
  const promise = new Promise<void>((resolve) => (die = resolve));
  const restores = (['get', 'getAll', 'count', 'put', 'add', 'delete', 'openCursor'] as const).map((name) => {
    const original = IDBObjectStore.prototype[name] as (...args: unknown[]) => unknown;
    const spy = vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (this: IDBObjectStore, ...args: unknown[]) {
      count += 1;
      if (count >= step) {
        die();
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
      return count >= step;
    },
  };
}
