// The history of sent changes records a change when its outbox row is finished. It leaves out the row's lists of ids.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { readSentChanges } from '../../src/mirror/sent-changes.ts';
import { markChannelWatched } from '../../src/mutations/mark-all-watched.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { saveProgress } from '../../src/mutations/save-progress.ts';
import { subscribeChannel } from '../../src/mutations/subscribe.ts';
import { steppedClock } from '../builders/mirror-copy.ts';
import { aDevice } from '../builders/outbox-device.ts';
import { createModelArchive } from '../doubles/model-archive.ts';

const subject = 'Fog over the sound';

test('sent changes are kept newest first, with the times at which they were made and sent, and survive a crash of the tab', async () => {
  const { device, clock } = await setup();
  await markVideoWatched(device.mirror, { videoId: 'v1', isWatched: true, subject });
  const askedAtMs = clock.now();
  clock.advance(60_000);
  await device.flush();
  await markVideoWatched(device.mirror, { videoId: 'v2', isWatched: true, subject: 'Quay walks' });
  clock.advance(60_000);
  await device.flush();
  device.crash();
  expect(await readSentChanges(device.mirror.db)).toEqual([
    expect.objectContaining({ subject: 'Quay walks', outcome: 'sent' }),
    expect.objectContaining({ subject, outcome: 'sent', askedAtMs, settledAtMs: askedAtMs + 60_000 }),
  ]);
});

test('changes that the archive already had, or that were superseded elsewhere, are distinguished from sent changes', async () => {
  const { device, otherDevice, clock } = await setup();
  await markVideoWatched(device.mirror, { videoId: 'v1', isWatched: true, subject: 'had' });
  await saveProgress(device.mirror, { videoId: 'v2', positionSeconds: 100, durationSeconds: 1_000, subject: 'overtaken', shouldSend: true });
  await otherDevice.setWatched('v1', true, 'k1');
  await otherDevice.saveProgress('v2', 400, 'k2');
  clock.advance(60_000);
  await device.flush();
  const outcomes = (await readSentChanges(device.mirror.db)).map((change) => [change.subject, change.outcome]);
  expect(Object.fromEntries(outcomes)).toEqual({ had: 'there', overtaken: 'superseded' });
});

test('a change whose answer was lost counts as sent after the next attempt', async () => {
  const { device, clock } = await setup();
  await markVideoWatched(device.mirror, { videoId: 'v1', isWatched: true, subject });
  clock.advance(60_000);
  // The third request is the mark itself.
  await device.flush(['none', 'none', 'lost-answer']);
  expect(await readSentChanges(device.mirror.db)).toEqual([]);
  clock.advance(600_000);
  await device.flush();
  expect(await readSentChanges(device.mirror.db)).toMatchObject([{ outcome: 'sent' }]);
});

test('the history has at most fifty changes, only the latest position of a video, and no lists of ids', async () => {
  const { device, clock } = await setup();
  const readHistory = async () => readSentChanges(device.mirror.db);
  for (const positionSeconds of [100, 200, 300]) {
    await saveProgress(device.mirror, { videoId: 'v2', positionSeconds, durationSeconds: 1_000, subject: 'Long', shouldSend: true });
    clock.advance(60_000);
    await device.flush();
  }
  expect(await readHistory()).toMatchObject([{ mutation: { positionSeconds: 300 } }]);
  await markChannelWatched(device.mirror, { channelId: 'cA', isWatched: true, subject });
  clock.advance(60_000);
  await device.flush();
  expect((await readHistory())[0]?.mutation).toEqual({ kind: 'mark-channel-watched', channelId: 'cA', isWatched: true });
  for (let index = 0; index < 51; index += 1) {
    await subscribeChannel(device.mirror, { channelId: 'cA', isSubscribed: index % 2 === 1, subject: `${index}` });
    clock.advance(60_000);
    await device.flush();
  }
  expect((await readHistory()).map((change) => change.subject)).toEqual(Array.from({ length: 50 }, (_, index) => `${50 - index}`));
});

test('a refused or discarded change is not in the history', async () => {
  const { device, model, clock } = await setup();
  await markVideoWatched(device.mirror, { videoId: 'v1', isWatched: true, subject });
  model.remove('v1');
  clock.advance(60_000);
  await device.flush();
  expect(await device.rows()).toMatchObject([{ state: { name: 'parked' } }]);
  await device.discardAll();
  expect(await readSentChanges(device.mirror.db)).toEqual([]);
});

async function setup() {
  const clock = steppedClock();
  const videos = ['v1', 'v2'].map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 1_000 }));
  const model = createModelArchive({ videos, playlists: {} }, { honoursKeys: false });
  const device = await aDevice({ model, clock });
  onTestFinished(() => device.close());
  const otherDevice = model.connect({ userId: 1, isSignedIn: true, faults: [], onDeath: () => {} });
  return { device, otherDevice, model, clock };
}
