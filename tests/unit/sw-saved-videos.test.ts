// The service worker's side of saved videos, on a device that never saved.
import { IDBFactory } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasLedger } from '../../src/saved-media/ledger/has-ledger.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { ledgerName } from '../../src/saved-media/ledger/rows.ts';
import { createSavedVideos } from '../../sw/saved-videos.ts';
import { createMemoryDisk } from '../doubles/memory-disk.ts';

test('a request for a picture or a video creates no ledger', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const ledger = openLedger();
  onTestFinished(() => void vi.unstubAllGlobals());
  const videos = createSavedVideos({ ledger, hasLedger, root: async () => createMemoryDisk().root, fetch: () => Promise.reject(new TypeError('away')) });
  expect(await videos.smallFile(new Request('http://here/cache/videos/fog.webp'))).toBeUndefined();
  expect((await videos.answer(new Request('http://here/_saved/fog/original/1'))).status).toBe(404);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(ledgerName);
});
