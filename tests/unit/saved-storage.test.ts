// The storage meter of the device counts the bytes of each saved video.
import { expect, test } from 'vitest';
import { spaceOfItems } from '../../src/features/saved/use-free-bytes.ts';
import { bytesOnDevice } from '../../src/queries/saved-storage.ts';
import { aSavedItem } from '../builders/saved-items.ts';

test.each([
  ['that waits adds nothing', {}, 0],
  ['that is being saved adds its committed bytes', { openRevision: 1, totalBytes: 900, savedBytes: 300 }, 300],
  ['that is complete adds its size', { wholeRevision: 1, wholeBytes: 900, totalBytes: 900 }, 900],
  ['that an earlier version of the app completed adds its size', { wholeRevision: 1, totalBytes: 900 }, 900],
  ['whose file has changed adds the size of the copy, not of the file', { wholeRevision: 1, wholeBytes: 900, totalBytes: 2_000 }, 900],
  [
    'that is being replaced adds the copy and the committed bytes of the new copy',
    { wholeRevision: 1, wholeBytes: 900, openRevision: 2, totalBytes: 2_000, savedBytes: 300 },
    1_200,
  ],
])('a video %s', (_what, item, bytes) => {
  expect(bytesOnDevice(aSavedItem(item))).toBe(bytes);
});

test('an earlier copy takes space even if its update failed; only videos that are being saved or queued need more space', () => {
  const copyFields = { wholeRevision: 1, wholeBytes: 900 };
  const items = [
    aSavedItem({ ...copyFields, status: { state: 'ready', reason: null }, totalBytes: 900, savedBytes: 900 }),
    aSavedItem({ ...copyFields, status: { state: 'failed', reason: 'unplayable' }, totalBytes: 900, savedBytes: 0 }),
    aSavedItem({ ...copyFields, status: { state: 'saving', reason: null }, openRevision: 2, totalBytes: 1000, savedBytes: 300 }),
    aSavedItem({ status: { state: 'failed', reason: 'taken-away' }, totalBytes: 900 }),
    aSavedItem({ totalBytes: 50 }),
  ];
  expect(spaceOfItems(items)).toEqual({ savedBytes: 3_000, pendingBytes: 750 });
});
