// The task that refreshes metadata, when sources cannot be queried.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createFailure } from '../../server/downloader/failures.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { checkReindex, type RefreshDeps } from '../../server/tasks/reindex.ts';
import { aChannel } from '../builders/server-records.ts';

let folder: string;
let archive: Archive;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-reindex-'));
  archive = createArchive(openDatabase(':memory:'));
});
afterEach(async () => {
  archive.database.close();
  await rm(folder, { recursive: true, force: true });
});

test('on a full disk no channel counts as refreshed, and the rest of the sources is not queried', async () => {
  const names = ['harbour', 'reef', 'quay', 'kelp'];
  const channels = names.map((name) => aChannel({ channelId: `UC${name.padEnd(22, '0')}`, name, sourceUrl: `https://pier.example/${name}` }));
  createSqliteCatalogue(archive.database, () => 5).putChannels(channels);
  const asked: string[] = [];
  const deps = {
    archive,
    library: createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: folder }),
    libraryLock: createLibraryLock(),
    workFolder: path.join(folder, 'work'),
    ffmpeg: null,
    ytDlp: {
      run(_args: string[], [address = '']: string[]) {
        asked.push(address);
        return Promise.resolve({ ok: false, failure: createFailure('no-room', 'No space left on device') });
      },
    },
    sourceClient: {
      pause: () => Promise.resolve(),
      withCredentials: (work: (credentials: { cookieFile: null; poToken: null }) => Promise<unknown>) => work({ cookieFile: null, poToken: null }),
    },
  } as unknown as RefreshDeps;
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  const end = await checkReindex(deps).run({ channel: channels.map(({ channelId }) => channelId) }, work);
  expect(end).toEqual({
    level: 'error',
    lines: ['0 videos refreshed.', 'harbour: No space left on device', 'The disk is full. The others were not asked.'],
  });
  expect(asked).toEqual(['https://pier.example/harbour']);
  expect(archive.channels.idsRefreshedBefore(6)).toHaveLength(4);
});
