import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import type { Locks } from '../../src/lib/locks.ts';
import { failed } from '../../src/lib/result.ts';
import type { MirrorDatabase } from '../../src/mirror/database.ts';
import { lockSending, readFence, signInLock, unlockSending } from '../../src/mirror/fence.ts';
import { lockAccount } from '../../src/mirror/registry.ts';
import { onSyncEvent } from '../../src/mirror/sync-events.ts';
import { addDownloads } from '../../src/mutations/add-downloads.ts';
import { markChannelWatched } from '../../src/mutations/mark-all-watched.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { saveProgress } from '../../src/mutations/save-progress.ts';
import { tryNow } from '../../src/mutations/outbox-rows.ts';
import { createSyncEngine } from '../../src/sync/engine.ts';
import { aDevice } from '../builders/outbox-device.ts';
import { anOutboxRow } from '../builders/outbox-row.ts';
import { steppedClock, settled, sharedLocks, waitUntil } from '../builders/mirror-copy.ts';
import { createModelArchive, type Fault } from '../doubles/model-archive.ts';

test('a change is sent as soon as it is made', async () => {
  const { model, engine, mark } = await setup();
  engine.start();
  await mark();
  await waitUntil(() => model.stateOf(1, 'v1').isWatched);
  await engine.stop();
});

test('a start with nothing to send does not load the code that sends, and the first change loads it', async () => {
  const { engine, mark, flushApiLoadCount, model } = await setup();
  engine.start();
  await settled();
  expect(flushApiLoadCount()).toBe(0);
  await mark();
  await waitUntil(() => model.stateOf(1, 'v1').isWatched);
  expect(flushApiLoadCount()).toBeGreaterThan(0);
  await engine.stop();
});

test('changes that were pending before the start are sent at the start', async () => {
  const { model, engine, mark } = await setup();
  await mark();
  engine.start();
  await waitUntil(() => model.stateOf(1, 'v1').isWatched);
  await engine.stop();
});

test('a server that comes back receives all pending changes, without any browser event', async () => {
  const { model, engine, device, clock, mark, setCut, isAway } = await setup();
  engine.start();
  setCut(true);
  await mark();
  await waitUntil(isAway);
  expect(model.stateOf(1, 'v1').isWatched).toBe(false);
  setCut(false);
  await waitUntil(() => (clock.advance(1_000), model.stateOf(1, 'v1').isWatched));
  await waitUntil(async () => (await device.rows()).length === 0);
  expect((await device.mirror.registry.connection.get('connection'))?.value.name).toBe('online');
  await engine.stop();
});

test('"Try now" sends the changes immediately', async () => {
  const { model, engine, device, mark, setCut, isAway, page } = await setup();
  engine.start();
  page.isShown = false;
  setCut(true);
  await mark();
  await waitUntil(isAway);
  setCut(false);
  await tryNow(device.mirror);
  await waitUntil(() => model.stateOf(1, 'v1').isWatched);
  await engine.stop();
});

test('the engine pings the archive two seconds after its start, unless a request has already reached the archive', async () => {
  const { model, engine, otherEngine, clock } = await setup();
  engine.start();
  await settled();
  expect(model.requests).toEqual([]);
  clock.advance(2_000);
  await settled();
  expect(model.requests).toEqual(['ping']);
  await engine.stop();
  otherEngine.start();
  otherEngine.reportOutcome('answered');
  clock.advance(2_000);
  await settled();
  expect(model.requests).toEqual(['ping']);
  await otherEngine.stop();
});

test('a change made while a pass is ending is sent by the next pass, immediately', async () => {
  const locks = sharedLocks();
  let passCount = 0;
  let openGate = (): void => {};
  const gate = new Promise<void>((resolve) => (openGate = resolve));
  // The lock is released late: the pass has read the outbox for the last time, but is not over yet.
  const slowLocks: Locks = {
    isCrossTab: true,
    run: async (name, work, options) => {
      const outcome = await locks.run(name, work, options);
      passCount += 1;
      if (passCount === 1) await gate;
      return outcome;
    },
  };
  const { model, engine, device, mark } = await setup(slowLocks);
  await mark();
  engine.start();
  await waitUntil(async () => passCount === 1 && (await device.rows()).length === 0);
  await markVideoWatched(device.mirror, { videoId: 'v2', isWatched: true, subject: 'x' });
  await settled();
  expect(model.stateOf(1, 'v2').isWatched).toBe(false);
  openGate();
  await waitUntil(() => model.stateOf(1, 'v2').isWatched);
  await engine.stop();
});

test('the engine sends nothing during a pause that the archive asks for, even if another change is made', async () => {
  const { model, engine, device, clock, mark } = await setup();
  device.session.faults = ['none', 'busy'];
  engine.start();
  await mark();
  await waitUntil(async () => (await device.rows())[0]?.attempts === 1);
  await settled();
  const requestCount = model.requests.length;
  await markVideoWatched(device.mirror, { videoId: 'v2', isWatched: true, subject: 'x' });
  await settled();
  expect(model.requests).toHaveLength(requestCount);
  clock.advance(60_000);
  await waitUntil(() => model.stateOf(1, 'v1').isWatched && model.stateOf(1, 'v2').isWatched);
  await engine.stop();
});

test('a pause ends in a hidden page even if the clock is set back during the pause', async () => {
  const { model, engine, device, clock, mark, page } = await setup();
  page.isShown = false;
  device.session.faults = ['none', 'none', 'busy'];
  engine.start();
  engine.reportOutcome('answered'); // otherwise the engine sends its own ping
  await mark();
  await waitUntil(async () => (await device.rows())[0]?.attempts === 1);
  await settled();
  clock.adjust(-1_000);
  clock.advance(2_000);
  await settled();
  clock.advance(1_000);
  await waitUntil(() => model.stateOf(1, 'v1').isWatched);
  await engine.stop();
});

test('a mark of a channel is sent when its undo window ends', async () => {
  const { model, engine, device, clock } = await setup();
  engine.start();
  await markChannelWatched(device.mirror, { channelId: 'cA', isWatched: true, subject: 'x' });
  await settled();
  expect(model.stateOf(1, 'v1').isWatched).toBe(false);
  clock.advance(8_000);
  await waitUntil(() => model.stateOf(1, 'v1').isWatched);
  await engine.stop();
});

test('a tab takes over the lock that a frozen tab holds', async () => {
  const frozenTab = locksOfAnotherTab();
  const { model, engine, clock, mark } = await setup(frozenTab.locks);
  engine.start();
  await mark();
  await settled();
  clock.advance(60_000);
  await settled();
  expect(frozenTab.isStolen()).toBe(false);
  await waitUntil(() => (clock.advance(2_000), model.stateOf(1, 'v1').isWatched));
  expect(frozenTab.isStolen()).toBe(true);
  await engine.stop();
});

test('nothing is sent while a login keeps the copy locked; sending resumes after the unlock, or at once if a killed tab left the copy locked', async () => {
  const locks = sharedLocks();
  const { model, engine, device, mark, clock } = await setup(locks);
  const { db } = device.mirror;
  await lockSending(db);
  engine.start();
  await mark();
  await settled();
  expect(model.stateOf(1, 'v1').isWatched).toBe(true); // nobody is signing in, so the lock must have been left behind
  let endSignIn: () => void = () => {};
  void locks.run(signInLock, () => new Promise<void>((resolve) => (endSignIn = resolve)));
  await lockSending(db);
  await markVideoWatched(device.mirror, { videoId: 'v2', isWatched: true, subject: 'x' });
  clock.advance(60_000);
  await settled();
  expect(model.stateOf(1, 'v2').isWatched).toBe(false);
  endSignIn();
  await unlockSending(db);
  await waitUntil(() => model.stateOf(1, 'v2').isWatched);
  await engine.stop();
});

test('locking a copy aborts the request under way', async () => {
  const { engine, device, mark } = await setup();
  const signals: AbortSignal[] = [];
  device.api.getVideo = (_videoId, signal) => {
    if (signal) signals.push(signal);
    return new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ ok: false, error: { kind: 'aborted' } })));
  };
  engine.start();
  await mark();
  await waitUntil(() => signals.length === 1);
  expect(signals[0]?.aborted).toBe(false);
  await lockSending(device.mirror.db);
  await waitUntil(() => signals[0]?.aborted === true);
  await waitUntil(async () => (await device.rows())[0]?.state.name === 'waiting');
  await engine.stop();
});

test('a copy whose account is locked stays locked when the engine starts', async () => {
  const { model, engine, device, mark } = await setup();
  await mark();
  await lockAccount(device.mirror);
  engine.start();
  await waitUntil(() => model.requests.includes('ping'));
  await settled();
  expect(await readFence(device.mirror.db)).toMatchObject({ isLocked: true });
  expect(model.stateOf(1, 'v1').isWatched).toBe(false);
  await engine.stop();
});

test('a sending tab keeps its lock even if the first change in line was made by another version of the app and cannot be sent', async () => {
  const busyTab = locksOfAnotherTab();
  const { engine, device, clock } = await setup(busyTab.locks);
  const { outbox } = device.mirror.db;
  await outbox.add(anOutboxRow({ lane: 'video:v1', mutation: { kind: 'rate-video' } }));
  engine.start();
  for (let sentCount = 0; sentCount < 10; sentCount += 1) {
    const sequence = await outbox.add(anOutboxRow({ lane: 'settings', mutation: { kind: 'set-config' } }));
    await settled();
    clock.advance(20_000);
    await settled();
    await outbox.delete(sequence);
  }
  expect(busyTab.isStolen()).toBe(false);
  await outbox.add(anOutboxRow({ lane: 'settings', mutation: { kind: 'set-config' } })); // this row stays in the outbox
  await waitUntil(() => (clock.advance(2_000), busyTab.isStolen()));
  await engine.stop();
});

test('a position that was still deferred when its tab died is sent soon after the next start, unless another tab continues the video', async () => {
  const { model, engine, device, clock } = await setup();
  const holdBack = (videoId: string, positionSeconds: number) =>
    saveProgress(device.mirror, { videoId, positionSeconds, durationSeconds: 600, subject: 'x', shouldSend: false });
  await holdBack('v1', 120);
  await holdBack('v2', 200);
  engine.start();
  await settled();
  clock.advance(4_000);
  await holdBack('v2', 204);
  await settled();
  clock.advance(2_500);
  await waitUntil(() => model.stateOf(1, 'v1').positionSeconds === 120);
  await settled();
  expect(model.stateOf(1, 'v2').positionSeconds).toBe(null);
  await engine.stop();
});

test('while one tab drains the outbox, another tab does not send the same changes', async () => {
  const { model, engine, otherEngine, mark } = await setup();
  engine.start();
  otherEngine.start();
  await mark();
  await waitUntil(() => model.stateOf(1, 'v1').isWatched);
  await settled();
  expect(model.requests.filter((request) => request.startsWith('watched'))).toHaveLength(1);
  await Promise.all([engine.stop(), otherEngine.stop()]);
});

test('on a full device, an answered change is not sent again, the pauses grow, and the problem is reported only once', async () => {
  const { model, engine, device, clock } = await setup();
  const { mirror } = device;
  const eventKinds: string[] = [];
  onTestFinished(onSyncEvent(mirror.db, (event) => eventKinds.push(event.kind)));
  const postCount = () => model.requests.filter((request) => request.startsWith('queue')).length;
  const passCount = () => model.requests.filter((request) => request === 'ping').length;
  const failingRemovals = failRemovals(mirror.db, 'QuotaExceededError');
  engine.start();
  await addDownloads(mirror, { lines: ['tide'], isAutoStart: false, isFlat: false, isForced: false });
  await waitUntil(() => failingRemovals.failureCount() === 1);
  await settled();
  for (let second = 0; second < 60; second += 1) {
    clock.advance(1_000);
    await settled();
  }
  expect(postCount()).toBe(1);
  // The first pass pings, and so does each pass after a pause of 1, 2, 4, 8 and 16 s. The engine sends one ping of its own.
  expect(passCount()).toBeLessThan(9);
  expect(await device.rows()).toMatchObject([{ state: { name: 'sent' } }]);
  await waitUntil(() => eventKinds.length > 0);
  failingRemovals.end();
  await waitUntil(async () => (clock.advance(60_000), (await device.rows()).length === 0));
  expect(postCount()).toBe(1);
  await waitUntil(() => eventKinds.includes('settled'));
  expect(eventKinds).toEqual(['device-full', 'settled']);
  await engine.stop();
});

test('on a full device, "Try now" does not wait for the end of the pause', async () => {
  const { model, engine, device, clock } = await setup();
  const { mirror } = device;
  const failingRemovals = failRemovals(mirror.db, 'QuotaExceededError');
  engine.start();
  await addDownloads(mirror, { lines: ['tide'], isAutoStart: false, isFlat: false, isForced: false });
  for (let second = 0; second < 30; second += 1) {
    clock.advance(1_000);
    await settled();
  }
  const passCount = () => model.requests.filter((request) => request === 'ping').length;
  const passCountBefore = passCount();
  await tryNow(mirror).catch(() => undefined);
  await waitUntil(() => passCount() > passCountBefore);
  await settled();
  failingRemovals.end();
  await tryNow(mirror);
  await waitUntil(async () => (await device.rows()).length === 0);
  await engine.stop();
});

test('"Try now" sends nothing until the wait that the server has asked for is over', async () => {
  const { model, engine, device, mark, clock } = await setup();
  device.session.faults = ['none', 'none', 'busy', 'busy', 'busy'];
  engine.start();
  engine.reportOutcome('answered'); // otherwise the engine sends its own ping
  await mark();
  await waitUntil(async () => (await device.rows())[0]?.attempts === 1);
  await settled();
  const requestCount = model.requests.length;
  await tryNow(device.mirror);
  await settled();
  expect(model.requests).toHaveLength(requestCount);
  device.session.faults = [];
  clock.advance(60_000);
  await waitUntil(() => model.stateOf(1, 'v1').isWatched);
  await engine.stop();
});

test('when one row cannot be written, the other lane’s request ends before another pass begins', async () => {
  const { model, engine, device, clock, mark } = await setup();
  const { api, mirror } = device;
  let openGate = (): void => {};
  const gate = new Promise<void>((resolve) => (openGate = resolve));
  const { getVideo } = api;
  api.getVideo = async (...call) => {
    await gate;
    return getVideo(...call);
  };
  const failingRemovals = failRemovals(mirror.db, 'UnknownError');
  await addDownloads(mirror, { lines: ['tide'], isAutoStart: false, isFlat: false, isForced: false });
  await mark();
  engine.start();
  engine.reportOutcome('answered'); // otherwise the engine sends its own ping
  await waitUntil(() => failingRemovals.failureCount() === 1);
  failingRemovals.end();
  // If the pass had ended at the failed write, the next pass would have pinged within these 60 s.
  await settled();
  clock.advance(60_000);
  await settled();
  expect(model.requests.filter((request) => request === 'ping')).toHaveLength(1);
  openGate();
  await waitUntil(async () => (clock.advance(60_000), (await device.rows()).length === 0));
  expect(model.requests.filter((request) => request.startsWith('watched'))).toHaveLength(1);
  await engine.stop();
});

test.each([
  ['hidden', false, 1],
  ['visible', true, 8],
])(
  'a visible tab that reaches the archive corrects the state that a %s tab without a network has recorded, and does not ping repeatedly',
  async (_what, isOtherShown, otherPings) => {
    const { engine, otherEngine, otherPage, clock, enginePingCount, isRecordedAs } = await setup();
    engine.start();
    engine.reportOutcome('answered');
    Object.assign(otherPage, { isShown: isOtherShown, isCut: true });
    otherEngine.start();
    await settled();
    otherEngine.reportOutcome('unreachable');
    await waitUntil(() => otherEngine.connection() === 'unreachable');
    await waitUntil(() => isRecordedAs('online'));
    for (let second = 0; second < 30; second += 1) {
      clock.advance(1_000);
      await settled();
    }
    expect([engine.connection(), await isRecordedAs('online'), otherPage.pingCount]).toEqual(['online', true, otherPings]);
    // Two pings are possible: the tab may notice two records at the same time.
    expect(enginePingCount()).toBeLessThanOrEqual(2);
    await Promise.all([engine.stop(), otherEngine.stop()]);
  },
);

test('a visible tab notices the return of an archive that a hidden tab has recorded as away', async () => {
  const { engine, otherEngine, otherPage, clock, setCut, isAway, isRecordedAs } = await setup();
  engine.start();
  engine.reportOutcome('answered');
  Object.assign(otherPage, { isShown: false, isCut: true });
  otherEngine.start();
  setCut(true);
  otherEngine.reportOutcome('unreachable');
  await waitUntil(isAway);
  setCut(false);
  clock.advance(1_000);
  await waitUntil(() => isRecordedAs('online'));
  await Promise.all([engine.stop(), otherEngine.stop()]);
});

test('a tab that becomes visible pings an archive that a hidden tab has recorded as away', async () => {
  const { engine, otherEngine, page, otherPage, enginePingCount, isRecordedAs } = await setup();
  page.isShown = false;
  engine.start();
  engine.reportOutcome('answered');
  Object.assign(otherPage, { isShown: false, isCut: true });
  otherEngine.start();
  otherEngine.reportOutcome('unreachable');
  await waitUntil(() => isRecordedAs('unreachable'));
  await settled();
  expect(enginePingCount()).toBe(0);
  page.isShown = true;
  page.onVisible();
  await waitUntil(() => isRecordedAs('online'));
  await Promise.all([engine.stop(), otherEngine.stop()]);
});

/** Makes every removal of a row from the outbox fail until `end` is called. */
function failRemovals(db: MirrorDatabase, errorName: string) {
  let failureCount = 0;
  const fail = (): never => {
    failureCount += 1;
    throw new DOMException('', errorName);
  };
  db.outbox.hook('deleting', fail);
  return { failureCount: () => failureCount, end: () => db.outbox.hook('deleting').unsubscribe(fail) };
}

/** Locks that another tab holds until this tab steals them. */
function locksOfAnotherTab() {
  const otherTabLocks = sharedLocks();
  let isStolen = false;
  const locks: Locks = {
    isCrossTab: true,
    run: (name, work, options) =>
      options?.shouldSteal ? ((isStolen = true), work()) : options?.ifFree ? Promise.resolve(undefined) : otherTabLocks.run(name, work, options),
  };
  return { locks, isStolen: () => isStolen };
}

async function setup(locks: Locks = sharedLocks()) {
  const clock = steppedClock();
  const model = createModelArchive(
    { videos: ['v1', 'v2'].map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 600 })), playlists: {} },
    { honoursKeys: true },
  );
  const device = await aDevice({ model, clock });
  const pageOf = (pageState: { isShown: boolean; onVisible(): void }) => ({
    isVisible: () => pageState.isShown,
    hasNetwork: () => true,
    onVisible(callback: () => void) {
      pageState.onVisible = callback;
      return () => {};
    },
    onNetworkHint: () => () => {},
  });
  const page = { isShown: true, onVisible() {} };
  const otherPage = { isShown: true, onVisible() {}, isCut: false, pingCount: 0 };
  let enginePingCount = 0;
  const api: typeof device.api = { ...device.api, ping: (...args) => ((enginePingCount += 1), device.api.ping(...args)) };
  const otherApi: typeof device.api = {
    ...device.api,
    ping(...args) {
      otherPage.pingCount += 1;
      return otherPage.isCut ? Promise.resolve(failed({ kind: 'unreachable' })) : device.api.ping(...args);
    },
  };
  let flushApiLoadCount = 0;
  const flushApi = async () => {
    flushApiLoadCount += 1;
    return device.api;
  };
  const options = { mirror: device.mirror, flushApi, locks, isStreaming: () => false, random: () => 0.5 };
  const engine = createSyncEngine({ ...options, api, page: pageOf(page) });
  return {
    clock,
    model,
    device,
    page,
    engine,
    otherEngine: createSyncEngine({ ...options, api: otherApi, page: pageOf(otherPage) }),
    otherPage,
    /** How often `engine` itself has pinged, not counting the pings of its passes. */
    enginePingCount: () => enginePingCount,
    isRecordedAs: async (name: string) => (await device.mirror.registry.connection.get('connection'))?.value.name === name,
    mark: () => markVideoWatched(device.mirror, { videoId: 'v1', isWatched: true, subject: 'x' }),
    setCut: (isCut: boolean) => (device.session.faults = isCut ? Array.from({ length: 1_000 }, (): Fault => 'drop') : []),
    isAway: () => engine.connection() === 'unreachable',
    /** How often the engine has loaded the code that sends. */
    flushApiLoadCount: () => flushApiLoadCount,
  };
}
