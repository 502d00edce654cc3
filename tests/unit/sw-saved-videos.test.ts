// The service worker answers requests for saved videos and their pictures without creating a ledger.
import { IDBFactory } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasLedger } from '../../src/saved-media/ledger/has-ledger.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, ledgerName } from '../../src/saved-media/ledger/rows.ts';
import { createSavedVideos } from '../../sw/saved-videos.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import { createMemoryDisk } from '../doubles/memory-disk.ts';

function setUp() {
  vi.stubGlobal('indexedDB', new IDBFactory());
  onTestFinished(() => void vi.unstubAllGlobals());
  const ledger = openLedger();
  const videos = createSavedVideos({ ledger, hasLedger, root: async () => createMemoryDisk().root, fetch: () => Promise.reject(new TypeError('away')) });
  return { ledger, videos };
}

test('a request for a picture or a video creates no ledger', async () => {
  const { videos } = setUp();
  expect(await videos.smallFile(new Request('http://here/cache/videos/fog.webp'))).toBeUndefined();
  expect((await videos.answer(new Request('http://here/_saved/fog/original/1'))).status).toBe(404);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(ledgerName);
});

test('the picture of a saved video is shown unless the archive sends one', async () => {
  const { ledger, videos } = setUp();
  const url = '/cache/videos/fog.webp';
  const item = aSavedItem();
  await ledger.setOpenAccount(item.account, 'a tab');
  await ledger.change(itemKeyOf(item), () => item);
  const smallFile = { account: item.account, videoId: item.videoId, url, contentType: 'image/webp', body: new Blob(['saved']) };
  await ledger.commit(await ledger.claim('a saver'), { itemKey: itemKeyOf(item), smallFile });

  const page = (status: number): Response => new Response('page', { status, headers: { 'content-type': 'text/html' } });
  const newerPicture = new Response('newer', { headers: { 'content-type': 'image/webp' } });
  const shownText = async (answer: Promise<Response>, path = url): Promise<string> =>
    (await videos.orSavedPicture(new Request(`http://here${path}`), answer)).text();
  expect(await shownText(Promise.resolve(newerPicture))).toBe('newer');
  for (const status of [200, 404, 502]) expect(await shownText(Promise.resolve(page(status)))).toBe('saved');
  expect(await shownText(Promise.reject(new TypeError('away')))).toBe('saved');
  expect(await shownText(Promise.resolve(page(404)), '/cache/videos/other.webp')).toBe('page');
  await expect(shownText(Promise.reject(new TypeError('away')), '/cache/videos/other.webp')).rejects.toThrow('away');
});
