// If the system closes the database connection in the middle of a write, the whole write is repeated once.
import 'fake-indexeddb/auto';
import { IDBObjectStore } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Mirror } from '../../src/mirror/database.ts';
import { createCustomPlaylist } from '../../src/mutations/create-custom-playlist.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { saveProgress } from '../../src/mutations/save-progress.ts';
import { setUserConfig } from '../../src/mutations/set-user-config.ts';
import { writeFailureOf } from '../../src/mutations/write-failure.ts';
import { aMirror } from '../builders/mirror-copy.ts';
import { closeDatabases } from '../builders/simulation/storage.ts';

const subject = 'Fog';
const changes: [string, (mirror: Mirror) => Promise<unknown>][] = [
  ['a mark with its undo', (mirror) => markVideoWatched(mirror, { videoId: 'v1', isWatched: true, subject })],
  ['a position', (mirror) => saveProgress(mirror, { videoId: 'v1', positionSeconds: 42, durationSeconds: 600, subject, shouldSend: true })],
  ['a playlist', (mirror) => createCustomPlaylist(mirror, { name: 'Tide' })],
  ['a setting', (mirror) => setUserConfig(mirror, 'grid_items', 6)],
];

test.each(changes)('%s is stored once if the connection to the database is lost during the write', async (_what, change) => {
  const mirror = await aMirror();
  const failures = failWrites(mirror, 'UnknownError', 1);
  await change(mirror);
  expect(failures.count).toBe(1);
  expect(await mirror.db.outbox.count()).toBe(1);
});

test.each([
  ['an abort and the event "close", as Chromium and Firefox do', true],
  ['an unknown error and no event, as Safari does', false],
])('a write is repeated if the browser reports the lost connection by %s', async (_what, isReported) => {
  const mirror = await aMirror();
  const { add } = IDBObjectStore.prototype;
  const adds = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(function (this: IDBObjectStore, ...args: Parameters<typeof add>) {
    const request = add.apply(this, args);
    closeDatabases([mirror.db], { isReported });
    return request;
  });
  onTestFinished(() => adds.mockRestore());
  await markVideoWatched(mirror, { videoId: 'v1', isWatched: true, subject });
  expect(adds.mock.calls.length).toBeGreaterThan(1);
  expect(await mirror.db.outbox.count()).toBe(1);
});

test.each(changes)('%s is not stored if the connection is lost twice, and the failure is reported', async (_what, change) => {
  const mirror = await aMirror();
  const failures = failWrites(mirror, 'UnknownError', 2);
  expect(writeFailureOf(await change(mirror).catch((reason: unknown) => reason))).toBe('closed');
  expect(failures.count).toBe(2);
  expect(await mirror.db.outbox.count()).toBe(0);
});

test('a write on a full device is not tried twice', async () => {
  const mirror = await aMirror();
  const failures = failWrites(mirror, 'QuotaExceededError', 1);
  await expect(markVideoWatched(mirror, { videoId: 'v1', isWatched: true, subject })).rejects.toThrow();
  expect(failures.count).toBe(1);
  expect(await mirror.db.outbox.count()).toBe(0);
});

/** Makes the next `times` writes of a row to the outbox fail. */
function failWrites({ db }: Mirror, errorName: string, times: number): { count: number } {
  const failures = { count: 0 };
  db.outbox.hook('creating', () => {
    if (failures.count >= times) return;
    failures.count += 1;
    throw new DOMException('Connection to Indexed Database server lost', errorName);
  });
  return failures;
}
