// Where a film is played from.
import { expect, test } from 'vitest';
import { shareOnDevice } from '../../src/app/player-host/device-parts.ts';
import { deviceFilmOf, troubleOf, type FilmPorts } from '../../src/app/player-host/film-source.ts';
import { aSavedItem } from '../builders/saved-items.ts';

const ports = (own: Partial<FilmPorts> = {}): FilmPorts => ({ hasWorker: true, canPlay: async () => true, openBlob: async () => 'blob:fog', ...own });
const whole = aSavedItem({ status: { state: 'ready', reason: null }, wholeRevision: 2 });
const half = aSavedItem({ status: { state: 'saving', reason: null }, openRevision: 1, savedBytes: 8, totalBytes: 32 });

test('a whole copy is played through the service worker, even while a newer one is being saved', async () => {
  const updating = { ...whole, status: half.status, openRevision: 3, savedBytes: 8 };
  for (const item of [whole, updating]) expect(await deviceFilmOf(item, null, ports())).toMatchObject({ url: '/_saved/fog/original/2', isWhole: true });
});

test.each(['saving', 'verifying', 'queued', 'waiting-for-wifi'] as const)(
  'the saved part of a video that is %s is played, with the rest from the archive',
  async (state) => {
    const film = await deviceFilmOf({ ...half, status: { state, reason: null } }, null, ports());
    expect(film).toMatchObject({ url: '/_saved/fog/original/1', isWhole: false });
  },
);

test('a stream is opened by its list once it is whole', async () => {
  expect(await deviceFilmOf({ ...whole, isStream: true }, null, ports())).toMatchObject({ url: '/_saved/fog/original/2/main.m3u8', isWhole: true });
  expect(await deviceFilmOf({ ...half, isStream: true }, null, ports())).toBeNull();
  expect(await deviceFilmOf({ ...whole, isStream: true }, null, ports({ hasWorker: false }))).toBeNull();
});

test('the archive’s file is played when nothing is saved yet or no worker can add the rest', async () => {
  expect(await deviceFilmOf(undefined, null, ports())).toBeNull();
  expect(await deviceFilmOf({ ...half, savedBytes: 0 }, null, ports())).toBeNull();
  expect(await deviceFilmOf(half, null, ports({ hasWorker: false }))).toBeNull();
});

test.each([
  ['no worker controls the page', { hasWorker: false }],
  ['the worker cannot read the files', { canPlay: async () => false }],
])('when %s a whole copy is played from an address of the document', async (_why, own) => {
  expect(await deviceFilmOf(whole, null, ports(own))).toMatchObject({ url: 'blob:fog', isBlob: true, isWhole: true });
  expect(await deviceFilmOf(whole, null, ports({ ...own, openBlob: async () => null }))).toBeNull();
});

test('an address that was refused is not chosen again', async () => {
  expect(await deviceFilmOf(half, '/_saved/fog/original/1', ports())).toBeNull();
  expect(await deviceFilmOf(whole, '/_saved/fog/original/2', ports({ openBlob: async () => null }))).toBeNull();
});

test('a broken stream waits, a file that cannot be played is refused, and a playing video has no trouble', () => {
  const failed = { name: 'failed', positionSeconds: 0 } as const;
  expect(troubleOf({ name: 'reconnecting', positionSeconds: 0, isToPlay: true, attempts: 0 })).toBe('waits');
  expect([troubleOf({ ...failed, reason: 'unreachable' }), troubleOf({ ...failed, reason: 'missing' })]).toEqual(['waits', 'refused']);
  expect(troubleOf({ name: 'playing' })).toBeNull();
});

test('the saved share of a video is counted by its committed bytes, and a whole copy counts as all of it whatever else is saved', () => {
  expect([shareOnDevice(undefined), shareOnDevice(half), shareOnDevice({ ...half, wholeRevision: 1 })]).toEqual([0, 0.25, 1]);
});
