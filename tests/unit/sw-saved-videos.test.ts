// The service worker answers requests for saved videos and their pictures without creating a ledger.
import { IDBFactory } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasLedger } from '../../src/saved-media/ledger/has-ledger.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, ledgerName } from '../../src/saved-media/ledger/rows.ts';
import { createSavedVideos } from '../../sw/saved-videos.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import { createMemoryDisk } from '../doubles/memory-disk.ts';

function setUp(findShownAccount: () => Promise<string | null> = async () => null) {
  vi.stubGlobal('indexedDB', new IDBFactory());
  onTestFinished(() => void vi.unstubAllGlobals());
  const ledger = openLedger();
  const videos = createSavedVideos({
    ledger,
    hasLedger,
    findShownAccount,
    root: async () => createMemoryDisk().root,
    fetch: () => Promise.reject(new TypeError('away')),
  });
  /** Saves a small file of a video of the ledger's open account. Resolves to that account. */
  async function save(url: string, contentType: string): Promise<string> {
    const item = aSavedItem();
    await ledger.setOpenAccount(item.account, 'a tab');
    await ledger.change(itemKeyOf(item), () => item);
    const smallFile = { account: item.account, videoId: item.videoId, url, contentType, body: new Blob(['saved']) };
    await ledger.commit(await ledger.claim('a saver'), { itemKey: itemKeyOf(item), smallFile });
    return item.account;
  }
  return { videos, save };
}

test('a request for a picture or a video creates no ledger', async () => {
  const { videos } = setUp();
  expect(await videos.smallFile(new Request('http://here/cache/videos/fog.webp'))).toBeUndefined();
  expect((await videos.answer(new Request('http://here/_saved/fog/original/1'))).status).toBe(404);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(ledgerName);
});

test('the picture of a saved video is shown unless the archive sends one', async () => {
  const { videos, save } = setUp();
  const url = '/cache/videos/fog.webp';
  await save(url, 'image/webp');

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

test('subtitles of the previous person are not shown to the next one, whose page has not opened the ledger yet', async () => {
  let findShownAccount = async (): Promise<string | null> => 'the next person';
  const { videos, save } = setUp(() => findShownAccount());
  const account = await save('/youtube/UC/fog.en.vtt', 'text/vtt');
  const subtitles = async (): Promise<string | undefined> => (await videos.smallFile(new Request('http://here/youtube/UC/fog.en.vtt')))?.text();
  expect(await subtitles()).toBeUndefined();
  findShownAccount = async () => account;
  expect(await subtitles()).toBe('saved');
  findShownAccount = () => Promise.reject(new Error('no registry'));
  expect(await subtitles()).toBe('saved');
});
