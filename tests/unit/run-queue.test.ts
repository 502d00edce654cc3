import path from 'node:path';
import os from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { runQueue, type QueueDeps } from '../../server/downloader/run-queue.ts';
import { createRunningDownloadStore } from '../../server/downloader/running-download.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { logInto } from '../doubles/log.ts';

test('a download set to start while a run is ending is taken by that run', async () => {
  const archive = createArchive(openDatabase(':memory:'));
  onTestFinished(() => archive.database.close());
  archive.database
    .prepare(
      "INSERT INTO removed_video (video_id, removed_ms, title, channel_id, channel_name, duration, published_at, kind) VALUES (?, 0, 'Wind', 'UC', 'Quay', 60, 0, 'videos')",
    )
    .run('wind');
  archive.downloads.command('wind', 'ignore-force');
  const libraryFolder = path.join(os.tmpdir(), 'stowaway-a-disk-that-is-away');
  let windUps = 0;
  const places: Partial<QueueDeps> = {
    archive,
    library: createLibraryPlaces({ libraryFolder, isOwners: false, downloadsFolder: null, dataFolder: libraryFolder }),
    sourceClient: { state: () => Promise.resolve({ kind: 'ready' }), pause: () => Promise.resolve() } as unknown as QueueDeps['sourceClient'],
    runningDownload: createRunningDownloadStore(),
    afterRun: () => {
      windUps += 1;
      if (windUps === 1) archive.downloads.command('wind', 'priority');
      return Promise.resolve();
    },
    log: logInto([]),
  };
  const { signal } = new AbortController();
  const end = await runQueue(places as QueueDeps, { scope: 'started', sites: null }, { update: () => undefined, signal, shutdownSignal: signal });
  expect([end.lines.at(-1), windUps]).toEqual([`The folder ${libraryFolder} is not there. Downloads wait until it is.`, 2]);
});
