// The tasks that refresh metadata, when sources cannot be queried.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createFailure } from '../../server/downloader/failures.ts';
import type { YtDlp } from '../../server/downloader/yt-dlp.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { NotWritable } from '../../server/source/write-into-library.ts';
import { checkReindex, type RefreshDeps } from '../../server/tasks/reindex.ts';
import { rescanKinds, type RescanDeps } from '../../server/tasks/rescan.ts';
import type { TaskEnd } from '../../server/tasks/tasks.ts';
import { anInfo } from '../builders/library-folder.ts';
import { anMp4 } from '../builders/library-media.ts';
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

const channelIdOf = (name: string): string => `UC${name.padEnd(22, '0')}`;
const names = ['harbour', 'reef', 'quay', 'kelp'];

/** @param runYtDlp receives the channel's id and the folder to write into */
async function refreshAll(runYtDlp: (id: string, folder: string) => ReturnType<YtDlp['run']>): Promise<{ end: TaskEnd; asked: string[] }> {
  const channels = names.map((name) => aChannel({ channelId: channelIdOf(name), name, sourceUrl: `https://pier.example/${channelIdOf(name)}` }));
  createSqliteCatalogue(archive.database, () => 5).putChannels(channels);
  const asked: string[] = [];
  const deps = {
    archive,
    library: createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: folder }),
    libraryLock: createLibraryLock(),
    workFolder: path.join(folder, 'work'),
    ffmpeg: null,
    ytDlp: {
      run(...[_args, [address = ''], options]: Parameters<YtDlp['run']>) {
        const id = path.posix.basename(address);
        asked.push(id);
        return runYtDlp(id, options.folder);
      },
    },
    metadataWriter: {
      describeCollection: () => Promise.reject(new NotWritable('It could not be written: the disk is full.', { cause: { code: 'ENOSPC' } })),
    },
    sourceClient: {
      pause: () => Promise.resolve(),
      withCredentials: (work: (credentials: { cookieFile: null; poToken: null }) => Promise<unknown>) => work({ cookieFile: null, poToken: null }),
    },
  } as unknown as RefreshDeps;
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  return { end: await checkReindex(deps).run({ channel: channels.map(({ channelId }) => channelId) }, work), asked };
}

test('without disk space for yt-dlp no channel counts as refreshed, and the other sources are not queried', async () => {
  const { end, asked } = await refreshAll(() => Promise.resolve({ ok: false, failure: createFailure('no-room', 'No space left on device') }));
  expect(end).toEqual({
    level: 'error',
    lines: ['0 videos refreshed.', 'harbour: No space left on device', 'The disk is full. The others were not asked.'],
  });
  expect(asked).toEqual([channelIdOf('harbour')]);
  expect(archive.channels.idsRefreshedBefore(6)).toHaveLength(4);
});

test('a channel whose disk in the library is full does not count as refreshed, and the others, which may be on another disk, are queried', async () => {
  const { end, asked } = await refreshAll(async (id, into) => {
    await writeFile(path.join(into, 'channel.info.json'), JSON.stringify({ _type: 'playlist', id, channel_id: id, extractor: 'youtube:tab', entries: [] }));
    return { ok: true, warnings: [] };
  });
  expect(end).toEqual({ level: 'error', lines: ['0 videos refreshed.', ...names.map((name) => `${name}: It could not be written: the disk is full.`)] });
  expect(asked).toHaveLength(4);
  expect(archive.channels.idsRefreshedBefore(6)).toHaveLength(4);
});

test('a rescan whose later sources cannot be reached also reports the descriptions that it got', async () => {
  const ids = ['Qx7vR2mKc-4', 'harbourhar1', 'reefreefre2', 'quayquayqu3', 'kelpkelpke4'];
  for (const [index, id] of ids.entries()) await writeFile(path.join(folder, `${index} [${id}].mp4`), anMp4());
  const asked: string[] = [];
  const deps = {
    archive,
    library: createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: folder }),
    libraryLock: createLibraryLock(),
    workFolder: path.join(folder, '.work'),
    ffmpeg: null,
    ytDlp: {
      async run(...[_args, [address = ''], options]: Parameters<YtDlp['run']>) {
        const id = address.slice(-11);
        asked.push(id);
        if (id !== ids[0]) return { ok: false, failure: createFailure('unreachable', 'no answer') };
        await writeFile(path.join(options.folder, 'video.info.json'), JSON.stringify(anInfo({ id, webpage_url: address })));
        return { ok: true, warnings: [] };
      },
    },
    externalServices: {},
    metadataWriter: { describeVideo: () => Promise.resolve() },
    sourceClient: {
      pause: () => Promise.resolve(),
      withCredentials: (work: (credentials: { cookieFile: null; poToken: null }) => Promise<unknown>) => work({ cookieFile: null, poToken: null }),
    },
  } as unknown as RescanDeps;
  const { signal } = new AbortController();
  const kind = rescanKinds(deps).find(({ name }) => name === 'manual_import');
  const end = await kind?.run({}, { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal });
  expect(end?.lines.slice(1)).toEqual([
    '1 without a description asked for at the source, 4 without success.',
    'Their sources cannot be reached. The others there were not asked.',
  ]);
  expect(asked).toEqual(ids.slice(0, 4));
});
