// What a saved video counts for in the meter of the device.
import { expect, test } from 'vitest';
import { bytesOnDevice } from '../../src/queries/saved-storage.ts';
import { aSavedItem } from '../builders/saved-items.ts';

test.each([
  ['that waits, nothing', {}, 0],
  ['that is being saved, what is committed', { openRevision: 1, totalBytes: 900, savedBytes: 300 }, 300],
  ['that is complete, its size', { wholeRevision: 1, wholeBytes: 900, totalBytes: 900 }, 900],
  ['that is complete since an earlier version of the app, its size', { wholeRevision: 1, totalBytes: 900 }, 900],
  ['whose file has changed, the size of the copy, not of the file', { wholeRevision: 1, wholeBytes: 900, totalBytes: 2_000 }, 900],
  [
    'that is being replaced, the copy and what has come of the new one',
    { wholeRevision: 1, wholeBytes: 900, openRevision: 2, totalBytes: 2_000, savedBytes: 300 },
    1_200,
  ],
])('a video %s', (_what, item, bytes) => {
  expect(bytesOnDevice(aSavedItem(item))).toBe(bytes);
});
