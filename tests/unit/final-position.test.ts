// A tab that is being closed sends its last position if this is safe. The next start reads the position back, or sends it.
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { saveLastPosition, restoreLastPosition } from '../../src/app/player-host/last-position.ts';
import { ok } from '../../src/lib/result.ts';
import { lockSending } from '../../src/mirror/fence.ts';
import { forgetVideo } from '../../src/mirror/forget.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { saveProgress } from '../../src/mutations/save-progress.ts';
import type { KeepaliveApi } from '../../src/network/archive-api.ts';
import { createFinalPosition, type FinalPosition } from '../../src/sync/final-position.ts';
import { memoryStorage } from '../builders/device-storage.ts';
import { steppedClock, settled, waitUntil } from '../builders/mirror-copy.ts';
import { aDevice, type Device } from '../builders/outbox-device.ts';
import { createModelArchive } from '../doubles/model-archive.ts';

const durationSeconds = 600;
const lastPosition = (positionSeconds: number) => ({ videoId: 'v1', positionSeconds, durationSeconds });

let closers: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers) await close();
  closers = [];
});

test('a position that follows this device’s last report is sent in the same turn, with an idempotency key', async () => {
  const { finalPosition, sentRequests } = await setupPlaying();
  expect(finalPosition.send(lastPosition(104))).toBe(true);
  expect(sentRequests).toEqual([{ path: '/api/video/v1/progress/', method: 'POST', position: 104, key: expect.any(String) as string }]);
});

test('a position before the last reported one is sent too, because it means that somebody went back in the video', async () => {
  const { finalPosition } = await setupPlaying();
  expect(finalPosition.send(lastPosition(40))).toBe(true);
});

const reasonsNotToSend: [string, (world: Playing) => unknown][] = [
  ['the copy was locked', ({ device }) => device.mirror.registry.accounts.update(device.mirror.accountKey, { isLocked: 1 })],
  ['somebody signs in', ({ device }) => lockSending(device.mirror.db)],
  ['a logout has not been sent to the archive yet', ({ device }) => device.mirror.registry.notes.put({ key: 'sign-out', atMs: 0 } as never)],
  ['the archive is away', ({ device, recordConnection }) => recordConnection(device, 'unreachable')],
  ['a proxy wants a sign-in', ({ device, recordConnection }) => recordConnection(device, 'proxy-login')],
  ['the session is signed out', ({ device, recordConnection }) => recordConnection(device, 'signed-out')],
  ['this device wrote its last position a minute ago', ({ clock }) => clock.advance(60_000)],
  ['the clock was set back', ({ clock }) => clock.advance(-1_000)],
  ['another device is farther ahead', ({ reportElsewhere }) => reportElsewhere(500)],
  ['another device is farther behind', ({ reportElsewhere }) => reportElsewhere(20)],
  ['the video was marked as watched here', ({ device }) => markVideoWatched(device.mirror, { videoId: 'v1', isWatched: true, subject: 'x' })],
  [
    'another video is playing now, and the archive knows its position',
    async ({ device, finalPosition }) => {
      finalPosition.track('v2');
      await saveProgress(device.mirror, { videoId: 'v2', positionSeconds: 100, durationSeconds, subject: 'x', shouldSend: true });
      await device.flush();
    },
  ],
  ['the player was closed', ({ finalPosition }) => finalPosition.close()],
];
test.each(reasonsNotToSend)('nothing is sent when %s', async (_why, arrange) => {
  const world = await setupPlaying();
  await arrange(world);
  await settled();
  await settled();
  expect(world.finalPosition.send(lastPosition(104))).toBe(false);
  expect(world.sentRequests).toEqual([]);
});

test('nothing is sent before this device has reported a position of the video', async () => {
  const { device } = await setup();
  const { finalPosition } = await followVideo(device);
  expect(finalPosition.send(lastPosition(104))).toBe(false);
});

test('at a server whose answers name no user, nothing is sent once another session has begun in this browser', async () => {
  const world = await setupPlaying({ namesUser: false });
  expect(world.finalPosition.send(lastPosition(104))).toBe(true);
  world.session.mark = 'of the next login';
  expect(world.finalPosition.send(lastPosition(105))).toBe(false);
});

test('at a server without a cookie that reveals logins, nothing is sent, because the owner of the session is unknown', async () => {
  const { finalPosition } = await setupPlaying({ namesUser: false, sessionMark: null });
  expect(finalPosition.send(lastPosition(104))).toBe(false);
});

test('at a server whose answers name no user, a position confirmed before the video was tracked is not enough to send the next one', async () => {
  const { device } = await setup();
  await report(device, 100);
  const { finalPosition } = await followVideo(device, { namesUser: false });
  expect(finalPosition.send(lastPosition(104))).toBe(false);
});

test('a page that stays open reads back the sent position, and does not send it again', async () => {
  const { device, model, finalPosition } = await setupPlaying();
  finalPosition.send(lastPosition(104));
  await savePosition(device, 104, true);
  await waitUntil(async () => model.stateOf(1, 'v1').positionSeconds === 104);
  const requestCount = model.requests.length;
  await device.flush();
  expect(model.requests.slice(requestCount).filter((request) => request.startsWith('progress'))).toEqual([]);
  expect(await device.rows()).toEqual([]);
  expect(await device.state('v1')).toMatchObject({ alternativeSeconds: null });
});

test.each([
  ['reached the archive', true],
  ['was lost', false],
])('after the next start, a last position that %s is known here and at the archive, and conflicts with no other position', async (_what, doesArrive) => {
  const { device, model, clock, finalPosition } = await setupPlaying({ doesArrive });
  const storage = memoryStorage();
  saveLastPosition(storage, { accountKey: device.mirror.accountKey, subject: 'x', ...lastPosition(104) });
  finalPosition.send(lastPosition(104));
  if (doesArrive) await waitUntil(async () => model.stateOf(1, 'v1').positionSeconds === 104);
  device.crash();
  clock.advance(5_000);
  await restoreLastPosition(storage, device.mirror);
  const requestCount = model.requests.length;
  await device.flush();
  expect(model.requests.slice(requestCount).filter((request) => request.startsWith('progress'))).toHaveLength(doesArrive ? 0 : 1);
  expect(model.stateOf(1, 'v1').positionSeconds).toBe(104);
  expect(await device.rows()).toEqual([]);
  expect(await device.state('v1')).toMatchObject({ shown: { positionSeconds: 104 }, alternativeSeconds: null });
});

test.each([
  ['the position that it replaces was never tried', []],
  ['the archive has postponed the position that it replaces', ['none', 'busy'] as const],
])('a reopened tab does not undo a later position of another device when %s', async (_what, faults) => {
  const { device, model, finalPosition, reportElsewhere, clock } = await setupPlaying();
  const storage = memoryStorage();
  saveLastPosition(storage, { accountKey: device.mirror.accountKey, subject: 'x', ...lastPosition(110) });
  if (faults.length > 0) await savePosition(device, 106);
  finalPosition.send(lastPosition(110));
  await waitUntil(async () => model.stateOf(1, 'v1').positionSeconds === 110);
  if (faults.length > 0) await device.flush(faults);
  device.crash();
  clock.advance(10_000);
  await reportElsewhere(130, { isPulled: false });
  await restoreLastPosition(storage, device.mirror);
  await device.flush();
  expect(model.stateOf(1, 'v1').positionSeconds).toBe(130);
  expect(await device.state('v1')).toMatchObject({ shown: { positionSeconds: 130 } });
});

test('the last position of a video that was deleted before the next start leaves no change behind', async () => {
  const { device } = await setup();
  const storage = memoryStorage();
  saveLastPosition(storage, { accountKey: device.mirror.accountKey, subject: 'x', ...lastPosition(12), videoId: 'v2' });
  await forgetVideo(device.mirror, 'v2', async () => {});
  await restoreLastPosition(storage, device.mirror);
  expect(await device.rows()).toEqual([]);
  saveLastPosition(storage, { accountKey: device.mirror.accountKey, subject: 'x', ...lastPosition(12) });
  await restoreLastPosition(storage, device.mirror);
  expect(await device.rows()).toHaveLength(1);
});

type Playing = Awaited<ReturnType<typeof setupPlaying>>;

async function setup() {
  const clock = steppedClock();
  const model = createModelArchive(
    {
      videos: ['v1', 'v2'].map((videoId) => ({ videoId, channelId: 'cA', durationSeconds })),
      playlists: {},
    },
    { honoursKeys: true },
  );
  const device = await aDevice({ model, clock });
  closers.push(device.close);
  return { clock, model, device };
}

const savePosition = (device: Device, positionSeconds: number, isSent = false) =>
  saveProgress(device.mirror, { videoId: 'v1', positionSeconds, durationSeconds, subject: 'x', shouldSend: true, mayHaveLeft: isSent });

async function report(device: Device, positionSeconds: number): Promise<void> {
  await savePosition(device, positionSeconds);
  await device.flush();
}

async function recordConnection(device: Device, name: 'online' | 'unreachable' | 'proxy-login' | 'signed-out'): Promise<void> {
  await device.mirror.registry.connection.put({ key: 'connection', value: { name, sinceMs: 0, lastAnswerAtMs: 0 } });
}

interface Options {
  namesUser?: boolean;
  doesArrive?: boolean;
  sessionMark?: string | null;
}

async function followVideo(device: Device, { namesUser = true, doesArrive = true, sessionMark = 'of this login' }: Options = {}) {
  const sentRequests: object[] = [];
  const session = { mark: sessionMark };
  const callAtOnce: KeepaliveApi['callAtOnce'] = async (path, _shape, { method, body, idempotencyKey } = {}) => {
    const { position } = body as { position: number };
    sentRequests.push({ path, method, position, key: idempotencyKey });
    if (doesArrive) await device.api.saveProgress('v1', position, String(idempotencyKey));
    return ok({ watched: false }) as never;
  };
  const finalPosition: FinalPosition = createFinalPosition(device.mirror, { callAtOnce, namesUser: () => namesUser, sessionMark: () => session.mark });
  closers.unshift(finalPosition.close);
  await recordConnection(device, 'online');
  finalPosition.track('v1');
  await settled();
  return { finalPosition, sentRequests, session };
}

/** Plays v1. This device has just sent the position 100 s to the archive. */
async function setupPlaying(options: Options = {}) {
  const world = await setup();
  const { device, model } = world;
  const tracking = await followVideo(device, options);
  await report(device, 100);
  await settled();
  async function reportElsewhere(positionSeconds: number, { isPulled = true } = {}): Promise<void> {
    const otherDevice = await aDevice({ model, clock: world.clock });
    closers.push(otherDevice.close);
    await saveProgress(otherDevice.mirror, { videoId: 'v1', positionSeconds, durationSeconds, subject: 'x', shouldSend: true });
    await otherDevice.flush();
    world.clock.advance(2_000);
    if (isPulled) {
      await holdPosition(device, 102);
      await device.pull();
    }
  }
  return { ...world, ...tracking, reportElsewhere, recordConnection };
}

/** Stores a position without sending it, as between two reports. */
const holdPosition = (device: Device, positionSeconds: number) =>
  saveProgress(device.mirror, { videoId: 'v1', positionSeconds, durationSeconds, subject: 'x', shouldSend: false });
