// A video is played from its copy on this device if there is one, and otherwise from the archive.
import { expect, test } from 'vitest';
import { shareOnDevice } from '../../src/app/player-host/device-parts.ts';
import { findDeviceVideo, sourceProblemOf, type VideoSourcePorts } from '../../src/app/player-host/video-source.ts';
import { aSavedItem } from '../builders/saved-items.ts';

const ports = (overrides: Partial<VideoSourcePorts> = {}): VideoSourcePorts => ({
  hasWorker: true,
  isServed: async () => true,
  openBlob: async () => 'blob:fog',
  ...overrides,
});
const completeItem = aSavedItem({ status: { state: 'ready', reason: null }, wholeRevision: 2 });
const partialItem = aSavedItem({ status: { state: 'saving', reason: null }, openRevision: 1, savedBytes: 8, totalBytes: 32 });

test('a whole copy is played through the service worker, even while a newer copy is being saved', async () => {
  const updatingItem = { ...completeItem, status: partialItem.status, openRevision: 3, savedBytes: 8 };
  for (const item of [completeItem, updatingItem])
    expect(await findDeviceVideo(item, null, ports())).toMatchObject({ url: '/_saved/fog/original/2', isComplete: true });
});

test.each(['saving', 'verifying', 'queued', 'waiting-for-wifi'] as const)(
  'the saved part of a video that is %s is played, with the rest from the archive',
  async (state) => {
    const source = await findDeviceVideo({ ...partialItem, status: { state, reason: null } }, null, ports());
    expect(source).toMatchObject({ url: '/_saved/fog/original/1', isComplete: false });
  },
);

test('a saved stream is played from its playlist, but only if the copy is complete and a worker controls the page', async () => {
  expect(await findDeviceVideo({ ...completeItem, isStream: true }, null, ports())).toMatchObject({
    url: '/_saved/fog/original/2/main.m3u8',
    isComplete: true,
  });
  expect(await findDeviceVideo({ ...partialItem, isStream: true }, null, ports())).toBeNull();
  expect(await findDeviceVideo({ ...completeItem, isStream: true }, null, ports({ hasWorker: false }))).toBeNull();
});

test('the archive’s file is played when nothing is saved yet or no worker can add the rest', async () => {
  expect(await findDeviceVideo(undefined, null, ports())).toBeNull();
  expect(await findDeviceVideo({ ...partialItem, savedBytes: 0 }, null, ports())).toBeNull();
  expect(await findDeviceVideo(partialItem, null, ports({ hasWorker: false }))).toBeNull();
});

test.each([
  ['no worker controls the page', { hasWorker: false }],
  ['the worker cannot read the files', { isServed: async () => false }],
])('when %s, a whole copy is played from a blob address', async (_why, overrides) => {
  expect(await findDeviceVideo(completeItem, null, ports(overrides))).toMatchObject({ url: 'blob:fog', isBlob: true, isComplete: true });
  expect(await findDeviceVideo(completeItem, null, ports({ ...overrides, openBlob: async () => null }))).toBeNull();
  // The chunk that opens the copy cannot be fetched.
  expect(await findDeviceVideo(completeItem, null, ports({ ...overrides, openBlob: () => Promise.reject(new TypeError('Failed to fetch')) }))).toBeNull();
});

test('a refused source is not chosen again; a blob replaces the worker’s address, and only the archive or a newer copy replaces a blob', async () => {
  const partialSource = await findDeviceVideo(partialItem, null, ports());
  expect(await findDeviceVideo(partialItem, partialSource, ports())).toBeNull();
  const servedSource = await findDeviceVideo(completeItem, null, ports());
  expect(await findDeviceVideo(completeItem, servedSource, ports({ openBlob: async () => null }))).toBeNull();
  const blobSource = await findDeviceVideo(completeItem, servedSource, ports());
  expect(blobSource).toMatchObject({ url: 'blob:fog', isBlob: true });
  expect(await findDeviceVideo(completeItem, blobSource, ports())).toBeNull();
  expect(await findDeviceVideo({ ...completeItem, wholeRevision: 3 }, blobSource, ports())).toMatchObject({ url: '/_saved/fog/original/3' });
});

test('a broken stream waits, a file that cannot be played is refused, and a playing video has no problem', () => {
  const failedState = { name: 'failed', positionSeconds: 0 } as const;
  expect(sourceProblemOf({ name: 'reconnecting', positionSeconds: 0, shouldPlay: true, attempts: 0 })).toBe('waits');
  expect([sourceProblemOf({ ...failedState, reason: 'unreachable' }), sourceProblemOf({ ...failedState, reason: 'missing' })]).toEqual(['waits', 'refused']);
  expect(sourceProblemOf({ name: 'playing' })).toBeNull();
});

test('the saved share of a video is the share of its committed bytes, or all of it if there is a whole copy', () => {
  expect([shareOnDevice(undefined), shareOnDevice(partialItem), shareOnDevice({ ...partialItem, wholeRevision: 1 })]).toEqual([0, 0.25, 1]);
});
