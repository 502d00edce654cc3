import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createQueuePictures } from '../../server/downloader/queue-pictures.ts';

test('a picture that cannot be stored is requested again only after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const archive = createArchive(openDatabase(':memory:'));
  const cacheFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-queue-pictures-'));
  const pictures = createQueuePictures({ archive, cacheFolder });
  const requestedAtMs: number[] = [];
  vi.stubGlobal('fetch', () => {
    requestedAtMs.push(performance.now());
    return Promise.resolve(new Response('picture', { headers: { 'content-type': 'image/jpeg' } }));
  });
  onTestFinished(async () => {
    await pictures.stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    archive.database.close();
    rmSync(cacheFolder, { recursive: true });
  });
  const entry = { title: 'wind', channelId: '', channelName: '', duration: 0, publishedAt: null, kind: 'videos', expectedSize: null, listed: null } as const;
  archive.downloads.add(
    { ...entry, videoId: 'wind', sourceUrl: 'https://quay.example/wind', pictureUrl: 'https://quay.example/wind.jpg' },
    { status: 'pending', isAutoStart: false, isForced: false },
  );
  // A folder in the file's place makes each write fail, as a full disk does.
  mkdirSync(`${pictures.fileOf('wind')}.new`);
  pictures.start();
  // The failure is known only after the real disk has answered. The simulated clock does not wait for the disk, so the minute may begin
  // later than the first request.
  const deadlineMs = Date.now() + 20_000;
  while (requestedAtMs.length < 2 && Date.now() < deadlineMs) {
    await vi.advanceTimersByTimeAsync(2_000);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  const [firstMs = 0, secondMs = 0] = requestedAtMs;
  expect(secondMs - firstMs).toBeGreaterThanOrEqual(60_000);
});
