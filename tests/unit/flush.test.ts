import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { onSyncEvent } from '../../src/mirror/sync-events.ts';
import { markChannelWatched } from '../../src/mutations/mark-all-watched.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { saveProgress } from '../../src/mutations/save-progress.ts';
import { subscribeChannel } from '../../src/mutations/subscribe.ts';
import { aDevice, type Device } from '../builders/outbox-device.ts';
import { steppedClock } from '../builders/mirror-copy.ts';
import { createModelArchive, type Fault } from '../doubles/model-archive.ts';

const videoIds = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6'];
const mark = (device: Device, videoId = 'v1', isWatched = true) => markVideoWatched(device.mirror, { videoId, isWatched, subject: 'x' });
const watchedRequests = (requests: string[]) => requests.filter((request) => request.startsWith('watched'));

const lostAnswers: Fault[] = ['lost-answer', 'bad-gateway-after', 'portal-after', 'die-after'];
test.each(lostAnswers)('a change whose answer was lost (%s) counts once', async (fault) => {
  const { device, model, clock } = await setup();
  await mark(device);
  await device.flush(['none', 'none', fault]);
  const watchedDate = model.watchedDate('v1');
  clock.advance(600_000);
  await device.flush();
  expect(await device.rows()).toEqual([]);
  expect(watchedRequests(model.requests)).toHaveLength(1);
  expect(model.watchedDate('v1')).toBe(watchedDate);
});

test('nothing is sent under another account', async () => {
  const { device, model } = await setup();
  await mark(device);
  device.session.userId = 2;
  expect(await device.flush()).toMatchObject({ end: 'other-account' });
  expect(model.requests).toEqual(['ping']);
  expect(await device.rows()).toHaveLength(1);
});

test('nothing is sent to another archive at the same address, even if the person has the same user id there', async () => {
  const { device, model } = await setup();
  await mark(device);
  const ping: typeof device.api.ping = async () => {
    const answer = await device.api.ping();
    return answer.ok ? { ok: true, value: { ...answer.value, archiveId: 'of another library' } } : answer;
  };
  expect(await device.flush([], { ...device.api, ping })).toMatchObject({ end: 'other-account' });
  expect(model.requests).toEqual(['ping']);
  expect(await device.rows()).toHaveLength(1);
});

test('after the session has ended, a change waits and is not parked', async () => {
  const { device } = await setup();
  await mark(device);
  device.session.isSignedIn = false;
  expect(await device.flush()).toMatchObject({ end: 'signed-out' });
  expect(await device.rows()).toMatchObject([{ state: { name: 'waiting' }, attempts: 0 }]);
});

test('a change that is refused because the session ended in the middle of a pass keeps waiting', async () => {
  const { device } = await setup();
  await mark(device);
  const apiEndingSession = {
    ...device.api,
    setWatched(...call: Parameters<typeof device.api.setWatched>) {
      device.session.isSignedIn = false;
      return device.api.setWatched(...call);
    },
  };
  expect(await device.flush([], apiEndingSession)).toMatchObject({ end: 'signed-out' });
  expect(await device.rows()).toMatchObject([{ state: { name: 'waiting' }, attempts: 0 }]);
});

test.each([
  ['portal', 'captive'],
  ['sign-in-page', 'proxy-login'],
] as const)('a %s in the middle of a pass ends the pass, and the row keeps waiting', async (fault, end) => {
  const { device, model } = await setup();
  await mark(device);
  expect(await device.flush(['none', 'none', fault, fault])).toMatchObject({ end });
  expect(await device.rows()).toMatchObject([{ attempts: 0, state: { name: 'waiting', outcome: 'unknown' } }]);
  await device.flush();
  expect(await device.rows()).toEqual([]);
  expect(model.stateOf(1, 'v1').isWatched).toBe(true);
});

test('a refused row is parked and blocks no other row', async () => {
  const { device, model } = await setup();
  await mark(device, 'v1');
  await mark(device, 'v2');
  device.session.faults = [];
  const forbiddingApi = {
    ...device.api,
    setWatched: (id: string, isWatched: boolean, key: string) =>
      id === 'v1' ? Promise.resolve({ ok: false as const, error: { kind: 'forbidden' as const, message: 'No.' } }) : device.api.setWatched(id, isWatched, key),
  };
  await device.flush([], forbiddingApi);
  expect(await device.rows()).toMatchObject([{ lane: 'video:v1', state: { name: 'parked', reason: 'forbidden', message: 'No.' } }]);
  expect(model.stateOf(1, 'v2').isWatched).toBe(true);
});

test('a change refused because its session had ended is sent in the next session, and not parked', async () => {
  const { device, model } = await setup();
  device.session.mark = 'of the first login';
  await mark(device, 'v1');
  let writeCount = 0;
  const api = {
    ...device.api,
    async setWatched(...args: Parameters<typeof device.api.setWatched>) {
      writeCount += 1;
      if (writeCount > 1) return device.api.setWatched(...args);
      device.session.isSignedIn = false;
      const answer = await device.api.setWatched(...args);
      // Another tab signs in before this tab pings to learn whose session it is.
      Object.assign(device.session, { isSignedIn: true, mark: 'of the second login' });
      return answer;
    },
  };
  expect(await device.flush([], api)).toMatchObject({ end: 'drained' });
  expect(await device.rows()).toEqual([]);
  expect([model.stateOf(1, 'v1').isWatched, writeCount]).toEqual([true, 2]);
});

test('a position of a deleted video stays parked while the video continues to play, and is not sent again', async () => {
  const { device, model } = await setup();
  const savePosition = (positionSeconds: number) =>
    saveProgress(device.mirror, { videoId: 'v1', positionSeconds, durationSeconds: 600, subject: 'x', shouldSend: true });
  await savePosition(100);
  model.remove('v1');
  await device.flush();
  const requestCount = model.requests.length;
  await savePosition(110);
  await device.flush();
  expect(await device.rows()).toMatchObject([{ mutation: { positionSeconds: 110 }, state: { name: 'parked', reason: 'gone' } }]);
  expect(model.requests.slice(requestCount)).toEqual([]);
});

test('a change of a deleted video is parked as gone', async () => {
  const { device, model } = await setup();
  await mark(device);
  model.remove('v1');
  await device.flush();
  expect(await device.rows()).toMatchObject([{ state: { name: 'parked', reason: 'gone' } }]);
});

test('a mark of a channel waits for earlier marks of its videos and holds back later marks', async () => {
  const { device, model, clock } = await setup();
  await mark(device, 'v1', true);
  await markChannelWatched(device.mirror, { channelId: 'cA', isWatched: false, subject: 'x' });
  await mark(device, 'v2', true);
  clock.advance(8_000);
  await device.flush();
  expect(watchedRequests(model.requests)).toEqual(['watched v1 true', 'watched cA false', 'watched v2 true']);
});

test('a deferred position is sent early when a mark of its channel waits behind it', async () => {
  const { device, model, clock } = await setup();
  await saveProgress(device.mirror, { videoId: 'v1', positionSeconds: 100, durationSeconds: 600, subject: 'x', shouldSend: false });
  await markChannelWatched(device.mirror, { channelId: 'cA', isWatched: true, subject: 'x' });
  clock.advance(8_000);
  await device.flush();
  expect(model.requests.filter((request) => /^(progress|watched) /.test(request))).toEqual(['progress v1 100', 'watched cA true']);
});

test('a change that is altered or discarded while the archive is being read is sent in its new state or not at all', async () => {
  const { device, model } = await setup();
  const savePosition = (positionSeconds: number) =>
    saveProgress(device.mirror, { videoId: 'v1', positionSeconds, durationSeconds: 600, subject: 'x', shouldSend: true });
  /** Returns an API that makes the change while it reads the archive for the first time. */
  const changingDuringRead = (change: () => Promise<unknown>) => {
    let hasChanged = false;
    return {
      ...device.api,
      async getVideo(...call: Parameters<typeof device.api.getVideo>) {
        const answer = await device.api.getVideo(...call);
        if (!hasChanged) await change();
        hasChanged = true;
        return answer;
      },
    };
  };
  await savePosition(100);
  await device.flush(
    [],
    changingDuringRead(() => savePosition(200)),
  );
  expect([model.requests.filter((request) => request.startsWith('progress')), await device.rows()]).toEqual([['progress v1 200'], []]);

  await mark(device);
  await device.flush(
    [],
    changingDuringRead(() => device.discardAll()),
  );
  expect([watchedRequests(model.requests), model.stateOf(1, 'v1')]).toEqual([[], { isWatched: false, positionSeconds: 200 }]);
});

test('many positions are read in one pass through the continue list', async () => {
  const { device, model, clock } = await setup();
  for (const videoId of videoIds) await saveProgress(device.mirror, { videoId, positionSeconds: 100, durationSeconds: 600, subject: 'x', shouldSend: true });
  await device.flush();
  clock.advance(61_000);
  model.requests.length = 0;
  for (const videoId of videoIds) await saveProgress(device.mirror, { videoId, positionSeconds: 200, durationSeconds: 600, subject: 'x', shouldSend: true });
  await device.flush();
  // The second ping follows five writes, because this server is an older version.
  expect(model.requests.filter((request) => !request.startsWith('progress'))).toEqual(['ping', 'list watch=continue', 'ping']);
});

test('a position that was read in one pass with many others is read again if it is a minute old when its turn comes', async () => {
  const { device, otherDevice, model, clock } = await setup();
  const savePosition = (onDevice: Device, videoId: string, positionSeconds: number) =>
    saveProgress(onDevice.mirror, { videoId, positionSeconds, durationSeconds: 600, subject: 'x', shouldSend: true });
  for (const videoId of videoIds) await savePosition(device, videoId, 100);
  await device.flush();
  clock.advance(61_000);
  for (const videoId of videoIds) await savePosition(device, videoId, 200);
  // The connection is slow, and meanwhile the last video continues on another device.
  let meanwhile: Promise<unknown> | null = null;
  const continueElsewhere = async () => {
    clock.advance(61_000);
    await savePosition(otherDevice, 'v6', 300);
    await otherDevice.flush();
  };
  await device.flush([], {
    ...device.api,
    async saveProgress(...call: Parameters<typeof device.api.saveProgress>) {
      meanwhile ??= continueElsewhere();
      await meanwhile;
      return device.api.saveProgress(...call);
    },
  });
  expect(model.stateOf(1, 'v6').positionSeconds).toBe(300);
  expect(model.stateOf(1, 'v5').positionSeconds).toBe(200);
});

test('a position that was dropped unsent does not make the archive’s state count as just read', async () => {
  const { device, otherDevice, model, clock } = await setup();
  const savePosition = async (onDevice: Device, positionSeconds: number) => {
    await saveProgress(onDevice.mirror, { videoId: 'v1', positionSeconds, durationSeconds: 600, subject: 'x', shouldSend: true });
    await onDevice.flush();
  };
  await savePosition(device, 100);
  clock.advance(40_000);
  await savePosition(otherDevice, 300);
  await savePosition(device, 101);
  clock.advance(30_000);
  await savePosition(device, 150);
  expect(model.stateOf(1, 'v1').positionSeconds).toBe(300);
});

test('a position that this device wrote a moment ago is not read again before the next position is sent', async () => {
  const { device, model, clock } = await setup();
  const savePosition = (positionSeconds: number) =>
    saveProgress(device.mirror, { videoId: 'v1', positionSeconds, durationSeconds: 600, subject: 'x', shouldSend: true });
  await savePosition(100);
  await device.flush();
  clock.advance(10_000);
  await savePosition(110);
  model.requests.length = 0;
  await device.flush();
  expect(model.requests).toEqual(['ping', 'progress v1 110']);
});

test('a position whose answer was lost is not sent again, even if the previous position was written a moment ago', async () => {
  const { device, model, clock } = await setup();
  const savePosition = (positionSeconds: number) =>
    saveProgress(device.mirror, { videoId: 'v1', positionSeconds, durationSeconds: 600, subject: 'x', shouldSend: true });
  await savePosition(100);
  await device.flush();
  await savePosition(200);
  await device.flush(['none', 'lost-answer']);
  clock.advance(10_000);
  await device.flush();
  expect(model.requests.filter((request) => request.startsWith('progress'))).toEqual(['progress v1 100', 'progress v1 200']);
  expect(await device.rows()).toEqual([]);
});

test('the position of this device is kept as an offer when another device is farther along in the video', async () => {
  const { device, otherDevice } = await setup();
  const savePosition = (onDevice: Device, positionSeconds: number) =>
    saveProgress(onDevice.mirror, { videoId: 'v1', positionSeconds, durationSeconds: 600, subject: 'x', shouldSend: true });
  await savePosition(device, 100);
  await savePosition(otherDevice, 300);
  await otherDevice.flush();
  await device.flush();
  expect(await device.state('v1')).toMatchObject({ shown: { positionSeconds: 300 }, alternativeSeconds: 100, alternativeFrom: 'here', waiting: 0 });
});

test('if this device is farther along in the video, its position is sent, and the position of the other device is kept as an offer', async () => {
  const { device, otherDevice } = await setup();
  const savePosition = (onDevice: Device, positionSeconds: number) =>
    saveProgress(onDevice.mirror, { videoId: 'v1', positionSeconds, durationSeconds: 600, subject: 'x', shouldSend: true });
  await savePosition(device, 300);
  await savePosition(otherDevice, 100);
  await otherDevice.flush();
  await device.flush();
  expect(await device.state('v1')).toMatchObject({ shown: { positionSeconds: 300 }, alternativeSeconds: 100, alternativeFrom: 'elsewhere', waiting: 0 });
});

test('a position of this device is kept as an offer when another device has watched the video, until this device plays the video again', async () => {
  const { device, otherDevice } = await setup();
  const savePosition = (onDevice: Device, positionSeconds: number) =>
    saveProgress(onDevice.mirror, { videoId: 'v1', positionSeconds, durationSeconds: 600, subject: 'x', shouldSend: true });
  await savePosition(device, 200);
  await markVideoWatched(otherDevice.mirror, { videoId: 'v1', isWatched: true, subject: 'x' });
  await otherDevice.flush();
  await device.flush();
  expect(await device.state('v1')).toMatchObject({ shown: { isWatched: true }, alternativeSeconds: 200, alternativeFrom: 'here', waiting: 0 });
  await savePosition(device, 20);
  expect(await device.state('v1')).toMatchObject({ shown: { isWatched: true }, alternativeSeconds: null });
  expect(await device.rows()).toEqual([]);
});

test('a pass ends when the server asks for a pause, and returns the time of the next try', async () => {
  const { device, clock } = await setup();
  await mark(device);
  expect(await device.flush(['none', 'none', 'busy'])).toEqual({ end: 'too-many', nextTryAtMs: clock.now() + 2_000 });
});

async function setup({ honoursKeys = false } = {}) {
  const clock = steppedClock();
  const model = createModelArchive({ videos: videoIds.map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 600 })), playlists: {} }, { honoursKeys });
  return { clock, model, device: await aDevice({ model, clock }), otherDevice: await aDevice({ model, clock }) };
}

test('a position very close to the archive’s is not sent, and does not jump back on the screen', async () => {
  const { device, model, clock } = await setup();
  const savePosition = async (positionSeconds: number) =>
    saveProgress(device.mirror, { videoId: 'v1', positionSeconds, durationSeconds: 600, subject: 'x', shouldSend: true });
  await savePosition(100);
  await device.flush();
  await savePosition(102.4);
  await device.flush();
  expect(model.requests.filter((request) => request.startsWith('progress'))).toEqual(['progress v1 100']);
  expect(await device.state('v1')).toMatchObject({ shown: { positionSeconds: 102.4 }, server: { positionSeconds: 100 } });
  clock.advance(2_000);
  await device.pull();
  expect((await device.state('v1')).shown.positionSeconds).toBe(102.4);
  // Another device has continued, so the position of that device counts.
  await model.connect({ userId: 1, isSignedIn: true, faults: [], onDeath: () => {} }).saveProgress('v1', 300, 'k');
  clock.advance(2_000);
  await device.pull();
  expect((await device.state('v1')).shown.positionSeconds).toBe(300);
});

test('repeated server errors for one change are counted, and the change is still retried', async () => {
  const { device, clock } = await setup();
  await mark(device);
  for (let round = 0; round < 5; round += 1) {
    clock.advance(600_000);
    await device.flush(['none', 'none', 'bad-gateway']);
  }
  expect(await device.rows()).toMatchObject([{ serverFailures: 5, state: { name: 'waiting' } }]);
  clock.advance(600_000);
  await device.flush();
  expect(await device.rows()).toEqual([]);
});

test('a change whose key the archive knows from another call is sent under a new key, after the archive is read again', async () => {
  const { device, model } = await setup({ honoursKeys: true });
  await mark(device);
  expect(await device.flush(['none', 'none', 'key-taken'])).toMatchObject({ end: 'drained' });
  expect(model.requests).toEqual(['ping', 'get v1', 'watched v1 true', 'get v1', 'watched v1 true']);
  expect([await device.rows(), model.stateOf(1, 'v1').isWatched]).toEqual([[], true]);
});

test('a change whose key the archive knows from another call is not sent again if the archive already has the change', async () => {
  const { device, otherDevice, model } = await setup({ honoursKeys: true });
  await mark(device);
  const apiMarkingElsewhere = {
    ...device.api,
    async setWatched(...call: Parameters<typeof device.api.setWatched>) {
      await mark(otherDevice);
      await otherDevice.flush();
      return device.api.setWatched(...call);
    },
  };
  await device.flush(['none', 'none', 'key-taken'], apiMarkingElsewhere);
  expect(watchedRequests(model.requests)).toHaveLength(2);
  expect([await device.rows(), model.redundantMarkCount()]).toEqual([[], 0]);
});

test('a change that the archive refuses under a new key as well is parked', async () => {
  const { device } = await setup();
  await mark(device);
  const error = { kind: 'refused' as const, status: 422, message: 'No.' };
  expect(await device.flush([], { ...device.api, setWatched: () => Promise.resolve({ ok: false as const, error }) })).toMatchObject({ end: 'drained' });
  expect(await device.rows()).toMatchObject([{ state: { name: 'parked', reason: 'refused', message: 'No.' } }]);
});

test('a pass ends when the server fails at three changes in a row', async () => {
  const { device, model } = await setup();
  for (const videoId of videoIds) await mark(device, videoId);
  const faults: Fault[] = videoIds.map(() => 'bad-gateway');
  expect(await device.flush(['none', ...faults])).toMatchObject({ end: 'server-error' });
  // Two rows are sent at a time, so a further row may have been started already.
  expect(model.requests.length).toBeLessThanOrEqual(1 + 3 + 1);
  expect(await device.rows()).toHaveLength(videoIds.length);
});

describe('a device that cannot write', () => {
  /** Makes every write of this kind fail until the returned function is called. */
  function failWrites(hook: { subscribe(fail: () => never): void; unsubscribe(fail: () => never): void }, errorName: string) {
    const fail = (): never => {
      throw new DOMException('', errorName);
    };
    hook.subscribe(fail);
    return () => hook.unsubscribe(fail);
  }

  test('the outcome of a change: the pass ends after the rows under way, and the caller is notified', async () => {
    const { device, model } = await setup();
    for (const videoId of videoIds) await mark(device, videoId);
    const { db } = device.mirror;
    let failureCount = 0;
    db.outbox.hook('deleting', () => {
      failureCount += 1;
      if (failureCount === 1) throw new DOMException('', 'UnknownError');
    });
    await expect(device.flush()).rejects.toThrow();
    // Two rows are sent at a time, so a second request may have been under way.
    expect(watchedRequests(model.requests).length).toBeLessThanOrEqual(2);
    await device.flush();
    expect([await device.rows(), watchedRequests(model.requests).length]).toEqual([[], videoIds.length]);
  });

  test('the archive’s new state of a video: the change stays in the outbox as sent', async () => {
    const { device, model } = await setup();
    await mark(device);
    const stopFailing = failWrites(device.mirror.db.watchStates.hook('updating'), 'QuotaExceededError');
    expect(await device.flush()).toMatchObject({ end: 'full' });
    expect(await device.rows()).toMatchObject([{ state: { name: 'sent' } }]);
    stopFailing();
    await device.flush();
    expect([await device.rows(), watchedRequests(model.requests)]).toEqual([[], ['watched v1 true']]);
    expect(await device.state('v1')).toMatchObject({ server: { isWatched: true }, waiting: 0 });
  });

  test('its claim to send: nothing is sent, and the tabs are notified', async () => {
    const { device, model } = await setup();
    const eventKinds: string[] = [];
    onTestFinished(onSyncEvent(device.mirror.db, (event) => eventKinds.push(event.kind)));
    await mark(device);
    const stopFailing = failWrites(device.mirror.db.documents.hook('creating'), 'QuotaExceededError');
    expect(await device.flush()).toMatchObject({ end: 'full' });
    expect(watchedRequests(model.requests)).toEqual([]);
    await expect.poll(() => eventKinds).toEqual(['device-full']);
    stopFailing();
    await device.flush();
    expect(await device.rows()).toEqual([]);
  });

  test('a subscription that the archive has accepted: the change stays in the outbox as sent', async () => {
    const { device, model } = await setup();
    await subscribeChannel(device.mirror, { channelId: 'cA', isSubscribed: true, subject: 'x' });
    const stopFailing = failWrites(device.mirror.db.channels.hook('updating'), 'QuotaExceededError');
    expect(await device.flush()).toMatchObject({ end: 'full' });
    expect(await device.rows()).toMatchObject([{ state: { name: 'sent' } }]);
    stopFailing();
    await device.flush();
    expect(await device.rows()).toEqual([]);
    expect(model.requests.filter((request) => request.startsWith('subscribe'))).toHaveLength(1);
    expect(await device.mirror.db.channels.get('cA')).toMatchObject({ isSubscribed: true });
  });
});
