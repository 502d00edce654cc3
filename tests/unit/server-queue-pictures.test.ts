import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createQueuePictures } from '../../server/downloader/queue-pictures.ts';

test('a picture that cannot be stored is requested again only after a minute', async () => {
  const { pictures, requests, advanceUntil } = setUp(['wind'], () => Promise.resolve(aPicture()));
  // A folder in the file's place makes each write fail, as a full disk does.
  mkdirSync(`${pictures.fileOf('wind')}.new`);
  pictures.start();
  // The failure is known only after the real disk has answered. The simulated clock does not wait for the disk, so the minute may begin
  // later than the first request.
  await advanceUntil(() => requests.length >= 2);
  const [first, second] = requests;
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(60_000);
});

test('no picture is lost while the network is down, and few are requested; pictures of a host that is gone do not delay the others', async () => {
  let isDown = true;
  const ids = ['wind', 'pier', 'gull', 'kelp', 'rope'];
  const { archive, pictures, requests, advanceUntil } = setUp(ids, (url) =>
    isDown || url.includes('wind') ? Promise.reject(new TypeError('fetch failed')) : Promise.resolve(aPicture()),
  );
  pictures.start();
  await advanceUntil(() => performance.now() >= 600_000);
  expect([requests.length <= 30, archive.downloadRuns.idsWithPicture().size]).toEqual([true, 0]);
  isDown = false;
  requests.length = 0;
  await advanceUntil(() => archive.downloadRuns.idsWithPicture().size === 4);
  expect([...archive.downloadRuns.idsWithPicture()].toSorted()).toEqual(['gull', 'kelp', 'pier', 'rope']);
  expect(requests.filter(({ url }) => url.includes('wind')).length).toBeLessThan(4);
});

test('an id from an altered backup does not lead out of the folder', () => {
  const { pictures } = setUp([], () => Promise.resolve(aPicture()));
  expect(['../../Harbour/pier', '/pier'].map((id) => path.relative(pictures.folder, pictures.fileOf(id)))).toEqual(['pier.jpg', 'pier.jpg']);
});

const aPicture = (): Response => new Response('picture', { headers: { 'content-type': 'image/jpeg' } });

/** Uses a simulated clock, which begins at 0. @param fetchPicture replaces `fetch` */
function setUp(ids: string[], fetchPicture: (url: string) => Promise<Response>) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const archive = createArchive(openDatabase(':memory:'));
  const cacheFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-queue-pictures-'));
  const pictures = createQueuePictures({ archive, cacheFolder });
  const requests: { url: string; atMs: number }[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requests.push({ url, atMs: performance.now() });
    return fetchPicture(url);
  });
  onTestFinished(async () => {
    await pictures.stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    archive.database.close();
    rmSync(cacheFolder, { recursive: true });
  });
  const entry = { channelId: '', channelName: '', duration: 0, publishedAt: null, kind: 'videos', expectedSize: null, listed: null } as const;
  for (const id of ids)
    archive.downloads.add(
      { ...entry, videoId: id, title: id, sourceUrl: `https://quay.example/${id}`, pictureUrl: `https://quay.example/${id}.jpg` },
      { status: 'pending', isAutoStart: false, isForced: false },
    );
  async function advanceUntil(isReached: () => boolean): Promise<void> {
    const deadlineMs = Date.now() + 20_000;
    while (!isReached() && Date.now() < deadlineMs) {
      await vi.advanceTimersByTimeAsync(2_000);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { archive, pictures, requests, advanceUntil };
}
