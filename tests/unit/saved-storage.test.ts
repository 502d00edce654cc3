// How many bytes a saved video adds to the storage meter of the device.
import { expect, test } from 'vitest';
import { spaceOfItems } from '../../src/features/saved/use-free-bytes.ts';
import { bytesOnDevice } from '../../src/queries/saved-storage.ts';
import { aSavedItem } from '../builders/saved-items.ts';

test.each([
  ['that waits counts nothing', {}, 0],
  ['that is being saved counts its committed bytes', { openRevision: 1, totalBytes: 900, savedBytes: 300 }, 300],
  ['that is complete counts its size', { wholeRevision: 1, wholeBytes: 900, totalBytes: 900 }, 900],
  ['that an earlier version of the app completed counts its size', { wholeRevision: 1, totalBytes: 900 }, 900],
  ['whose file has changed counts the size of the copy, not of the file', { wholeRevision: 1, wholeBytes: 900, totalBytes: 2_000 }, 900],
  [
    'that is being replaced counts the copy and the committed bytes of the new one',
    { wholeRevision: 1, wholeBytes: 900, openRevision: 2, totalBytes: 2_000, savedBytes: 300 },
    1_200,
  ],
])('a video %s', (_what, item, bytes) => {
  expect(bytesOnDevice(aSavedItem(item))).toBe(bytes);
});

test('the copies of updates that are saved or failed take space, and only what is saved or queued needs more', () => {
  const copy = { wholeRevision: 1, wholeBytes: 900 };
  const items = [
    aSavedItem({ ...copy, status: { state: 'ready', reason: null }, totalBytes: 900, savedBytes: 900 }),
    aSavedItem({ ...copy, status: { state: 'failed', reason: 'unplayable' }, totalBytes: 900, savedBytes: 0 }),
    aSavedItem({ ...copy, status: { state: 'saving', reason: null }, openRevision: 2, totalBytes: 1000, savedBytes: 300 }),
    aSavedItem({ status: { state: 'failed', reason: 'taken-away' }, totalBytes: 900 }),
    aSavedItem({ totalBytes: 50 }),
  ];
  expect(spaceOfItems(items)).toEqual({ savedBytes: 3_000, pendingBytes: 750 });
});
