import { expect, test } from 'vitest';
import { resumeSeconds, clearLastPosition, saveLastPosition } from '../../src/app/player-host/last-position.ts';
import { memoryStorage } from '../builders/device-storage.ts';

const lastPosition = { accountKey: 'mara', videoId: 'fog', positionSeconds: 104, durationSeconds: 192, subject: 'Fog' };

const mara = { accountKey: 'mara', nowMs: 1_000_000 };

test.each([
  ['is used if it is a few seconds ahead of the saved one', { positionSeconds: 100 }, 104],
  ['is not used if it is far into a video of which no position was saved', { positionSeconds: null }, null],
  ['is not used if another device is farther along in the video', { positionSeconds: 150 }, 150],
  ['is not used if it is far ahead, because somebody has gone back on another device', { positionSeconds: 20 }, 20],
  ['is not used in a video that was marked as watched meanwhile', { positionSeconds: null, isWatched: true }, null],
  ['is not used in another video', { positionSeconds: 100, videoId: 'tug' }, 100],
] as const)('the last position of a closed tab %s', (_rule, knownState, expected) => {
  const storage = memoryStorage();
  saveLastPosition(storage, lastPosition);
  expect(resumeSeconds(storage, mara, { videoId: 'fog', isWatched: false, ...knownState })).toBe(expected);
});

test('a last position in the first seconds of a video is used even if no position was saved', () => {
  const storage = memoryStorage();
  saveLastPosition(storage, { ...lastPosition, positionSeconds: 9 });
  expect(resumeSeconds(storage, mara, { videoId: 'fog', isWatched: false, positionSeconds: null })).toBe(9);
});

test('a last position that was written to the mirror is used for five more seconds, until the screens show that position', () => {
  const storage = memoryStorage();
  saveLastPosition(storage, { ...lastPosition, restoredAtMs: mara.nowMs - 4000 });
  expect(resumeSeconds(storage, mara, { videoId: 'fog', isWatched: false, positionSeconds: 100 })).toBe(104);
  saveLastPosition(storage, { ...lastPosition, restoredAtMs: mara.nowMs - 6000 });
  expect(resumeSeconds(storage, mara, { videoId: 'fog', isWatched: false, positionSeconds: 100 })).toBe(100);
});

test('another person’s last position, a cleared one and an invalid one are ignored', () => {
  const storage = memoryStorage();
  const video = { videoId: 'fog', isWatched: false, positionSeconds: 100 };
  saveLastPosition(storage, lastPosition);
  expect(resumeSeconds(storage, { ...mara, accountKey: 'jon' }, video)).toBe(100);
  clearLastPosition(storage);
  expect(resumeSeconds(storage, mara, video)).toBe(100);
  for (const invalidText of ['{', '7', 'null', '{"accountKey":"mara"}']) {
    storage.write('stowaway.last-place', invalidText);
    expect(resumeSeconds(storage, mara, video), invalidText).toBe(100);
  }
});
