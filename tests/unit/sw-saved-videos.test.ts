// The service worker answers requests for saved videos and their pictures without creating a ledger.
import { IDBFactory } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasLedger } from '../../src/saved-media/ledger/has-ledger.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, ledgerName } from '../../src/saved-media/ledger/rows.ts';
import { revisionFolder } from '../../src/saved-media/store/part-files.ts';
import { createSavedVideos } from '../../sw/saved-videos.ts';
import { aRevision, aSavedItem } from '../builders/saved-items.ts';
import { createManualClock } from '../doubles/manual-clock.ts';
import { createMemoryDisk } from '../doubles/memory-disk.ts';

function setUp(findShownAccount: () => Promise<string | null> = async () => null) {
  vi.stubGlobal('indexedDB', new IDBFactory());
  onTestFinished(() => void vi.unstubAllGlobals());
  const ledger = openLedger();
  const clock = createManualClock();
  const { root } = createMemoryDisk();
  const videos = createSavedVideos({
    ledger,
    clock,
    hasLedger,
    findShownAccount,
    root: async () => root,
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
  /** Saves a video with three bytes for `account`, which is open in the ledger. */
  async function saveVideo(account: string): Promise<void> {
    const revision = aRevision({ account, totalBytes: 3, committedBytes: 3 });
    await ledger.commit(await ledger.claim('a saver'), { itemKey: itemKeyOf(revision), revision });
    const file = await (await revisionFolder(root, revision, true)).getFileHandle('00000', { create: true });
    const stream = await file.createWritable();
    await stream.write(new Uint8Array([1, 2, 3]));
    await stream.close();
  }
  return { videos, clock, save, saveVideo };
}

test('a request for a picture or a video creates no ledger', async () => {
  const { videos } = setUp();
  expect(await videos.smallFile(new Request('http://here/cache/videos/fog.webp'))).toBeUndefined();
  expect((await videos.answer(new Request('http://here/_saved/fog/original/1'))).status).toBe(404);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(ledgerName);
});

test('the picture of a saved video is found in every width', async () => {
  const { videos, save } = setUp();
  const url = '/cache/videos/fog.webp';
  await save(url, 'image/webp');
  const savedText = async (path: string): Promise<string | undefined> => (await videos.smallFile(new Request(`http://here${path}`)))?.text();
  expect([await savedText(url), await savedText(`${url}?width=540`), await savedText('/cache/videos/other.webp')]).toEqual(['saved', 'saved', undefined]);
});

test('subtitles of the previous person are not shown to the next one, whose page has not opened the ledger yet', async () => {
  let findShownAccount = async (): Promise<string | null> => 'the next person';
  const { videos, clock, save } = setUp(() => findShownAccount());
  const account = await save('/youtube/UC/fog.en.vtt', 'text/vtt');
  const subtitles = async (): Promise<string | undefined> => (await videos.smallFile(new Request('http://here/youtube/UC/fog.en.vtt')))?.text();
  expect(await subtitles()).toBeUndefined();
  findShownAccount = async () => account;
  expect(await subtitles()).toBe('saved');
  clock.pass(1_000);
  findShownAccount = () => Promise.reject(new Error('no registry'));
  expect(await subtitles()).toBe('saved');
});

test('a video of the previous person is not played for the next one, and a seek does not read the shown account each time', async () => {
  const findShownAccount = vi.fn(async (): Promise<string | null> => 'the next person');
  const { videos, clock, save, saveVideo } = setUp(findShownAccount);
  const account = await save('/youtube/UC/fog.en.vtt', 'text/vtt');
  await saveVideo(account);
  const statuses = async (): Promise<number[]> => {
    const requests = ['GET', 'GET', 'HEAD'].map((method) => new Request('http://here/_saved/fog/original/1', { method, headers: { range: 'bytes=1-' } }));
    const answers: number[] = [];
    for (const request of requests) answers.push((await videos.answer(request)).status);
    return answers;
  };
  expect(await statuses()).toEqual([404, 404, 404]);
  findShownAccount.mockClear().mockResolvedValue(account);
  expect([await statuses(), findShownAccount.mock.calls.length]).toEqual([[206, 206, 200], 1]);
  findShownAccount.mockResolvedValue('the next person');
  clock.pass(1_000);
  expect(await statuses()).toEqual([404, 404, 404]);
  // The registry cannot be read in time, for instance while another tab upgrades it.
  findShownAccount.mockResolvedValue(null);
  expect(await statuses()).toEqual([206, 206, 200]);
});
