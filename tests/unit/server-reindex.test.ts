// The tasks that refresh metadata cope with sources that cannot be queried.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi, type Mock } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import type { ChannelRecord } from '../../server/catalogue/records.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { createFileStore } from '../../server/backups/file-store.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createFailure } from '../../server/downloader/failures.ts';
import type { YtDlp } from '../../server/downloader/yt-dlp.ts';
import { createImporter } from '../../server/library/import-pass.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { createMetadataWriter } from '../../server/source/metadata-writer.ts';
import { NotWritable } from '../../server/source/write-into-library.ts';
import { checkReindex, indexPlaylists, type RefreshDeps, type ReindexInput } from '../../server/tasks/reindex.ts';
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

function depsOf(changes: Partial<RefreshDeps>): RefreshDeps {
  return {
    archive,
    library: createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: folder }),
    libraryLock: createLibraryLock(),
    workFolder: path.join(folder, 'work'),
    ffmpeg: null,
    busyRetryMs: 1,
    sourceClient: {
      pause: () => Promise.resolve(),
      withCredentials: (work: (credentials: { cookieFile: null; poToken: null }) => Promise<unknown>) => work({ cookieFile: null, poToken: null }),
    },
    ...changes,
  } as unknown as RefreshDeps;
}

/** @param runYtDlp receives the channel's id and the folder to write into */
async function refreshAll(
  runYtDlp: (id: string, folder: string) => ReturnType<YtDlp['run']>,
  describeCollection: () => Promise<void> = () => Promise.reject(new NotWritable('It could not be written: the disk is full.', { cause: { code: 'ENOSPC' } })),
): Promise<{ end: TaskEnd; queriedIds: string[] }> {
  const channels = names.map((name) => aChannel({ channelId: channelIdOf(name), name, sourceUrl: `https://pier.example/${channelIdOf(name)}` }));
  return refresh({ channel: channels.map(({ channelId }) => channelId) }, channels, runYtDlp, describeCollection);
}

async function refresh(
  input: ReindexInput,
  channels: ChannelRecord[],
  runYtDlp: (id: string, folder: string) => ReturnType<YtDlp['run']>,
  describeCollection: () => Promise<void> = () => Promise.resolve(),
): Promise<{ end: TaskEnd; queriedIds: string[] }> {
  createSqliteCatalogue(archive.database, () => 5).putChannels(channels);
  const queriedIds: string[] = [];
  const deps = depsOf({
    ytDlp: {
      run(...[_args, [address = ''], options]: Parameters<YtDlp['run']>) {
        const id = path.posix.basename(address);
        queriedIds.push(id);
        return runYtDlp(id, options.folder);
      },
    } as unknown as YtDlp,
    metadataWriter: { describeCollection } as unknown as RefreshDeps['metadataWriter'],
  });
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  return { end: await checkReindex(deps).run(input, work), queriedIds };
}

const describeChannel = async (id: string, targetFolder: string): ReturnType<YtDlp['run']> => {
  await writeFile(
    path.join(targetFolder, 'channel.info.json'),
    JSON.stringify({ _type: 'playlist', id, channel_id: id, extractor: 'youtube:tab', entries: [] }),
  );
  return { ok: true, warnings: [] };
};

test('without disk space for yt-dlp no channel counts as refreshed, and the other sources are not queried', async () => {
  const { end, queriedIds } = await refreshAll(() => Promise.resolve({ ok: false, failure: createFailure('no-room', 'No space left on device') }));
  expect(end).toEqual({
    level: 'error',
    lines: ['0 videos refreshed.', 'harbour: No space left on device', 'The disk is full. The other sources were skipped.'],
  });
  expect(queriedIds).toEqual([channelIdOf('harbour')]);
  expect(archive.channels.refreshedBefore(6)).toHaveLength(4);
});

test('a channel that is deleted before its turn is not queried', async () => {
  const { end, queriedIds } = await refreshAll(
    async (id, targetFolder) => {
      archive.database.prepare('DELETE FROM channel WHERE channel_id = ?').run(channelIdOf('reef'));
      return describeChannel(id, targetFolder);
    },
    () => Promise.resolve(),
  );
  expect(end).toEqual({ level: 'info', lines: ['0 videos refreshed.', '1 was deleted or moved meanwhile.'] });
  expect(queriedIds).toEqual(['harbour', 'quay', 'kelp'].map(channelIdOf));
});

test('a video and a channel that are deleted while their sources are queried do not count as refreshed or missing', async () => {
  const videoId = 'Qx7vR2mKc-4';
  const otherId = 'harbourhar1';
  for (const id of [videoId, otherId]) await writeFile(path.join(folder, `Tide [${id}].mp4`), anMp4());
  const channelId = channelIdOf('reef');
  createSqliteCatalogue(archive.database).putChannels([aChannel({ channelId, sourceUrl: `https://pier.example/${channelId}` })]);
  const run = (async (_args, [address = ''], options) => {
    if (address.endsWith(channelId)) {
      archive.database.prepare('DELETE FROM channel WHERE channel_id = ?').run(channelId);
      return describeChannel(channelId, options.folder);
    }
    const id = address.slice(-11);
    if (id === videoId) {
      await rm(path.join(folder, `Tide [${id}].mp4`));
      archive.database.prepare("UPDATE video SET absence = 'trash' WHERE video_id = ?").run(id);
    }
    await writeFile(path.join(options.folder, 'video.info.json'), JSON.stringify(anInfo({ id, webpage_url: address })));
    return { ok: true, warnings: [] };
  }) as YtDlp['run'];
  const library = createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: folder });
  const deps = depsOf({
    library,
    workFolder: path.join(folder, '.work'),
    ytDlp: { run } as unknown as YtDlp,
    metadataWriter: createMetadataWriter({ archive, library, fileStore: createFileStore(folder) }),
    externalServices: {} as RefreshDeps['externalServices'],
  });
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  await createImporter({ root: library, catalogue: createSqliteCatalogue(archive.database), log: () => undefined }).run(signal);
  const end = await checkReindex(deps).run({ video: [videoId, otherId], channel: [channelId], extractVideos: true } satisfies ReindexInput, work);
  expect(end).toEqual({ level: 'info', lines: ['1 video refreshed.', '2 were deleted or moved meanwhile.'] });
});

test('items that their site refuses do not keep the other items of the site from being refreshed', async () => {
  const channels = names.map((name) => aChannel({ channelId: channelIdOf(name), name, sourceUrl: `https://pier.example/${channelIdOf(name)}` }));
  createSqliteCatalogue(archive.database, () => 5).putChannels(channels);
  const queriedIds: string[] = [];
  const refusedIds = new Set<string>();
  const run = ((_args, [address = ''], options) => {
    const id = path.posix.basename(address);
    queriedIds.push(id);
    if (refusedIds.size < 3) refusedIds.add(id);
    return refusedIds.has(id) ? Promise.resolve({ ok: false, failure: createFailure('blocked', '403: Forbidden') }) : describeChannel(id, options.folder);
  }) as YtDlp['run'];
  const metadataWriter = { describeCollection: () => Promise.resolve() } as unknown as RefreshDeps['metadataWriter'];
  const kind = checkReindex(depsOf({ ytDlp: { run } as unknown as YtDlp, metadataWriter }));
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  await kind.run({}, work);
  expect(queriedIds).toEqual([...refusedIds]);
  await kind.run({}, work);
  expect(refusedIds).not.toContain(queriedIds[3]);
  expect(archive.channels.refreshedBefore(6).map(({ id }) => id)).toEqual([...refusedIds]);
});

test('channels that their site refuses come after the site’s videos in the next refresh', async () => {
  const videoId = 'Qx7vR2mKc-4';
  const queriedIds: string[] = [];
  const run = (async (_args, [address = ''], options) => {
    const id = address.slice(address.search(/[^/=]+$/));
    queriedIds.push(id);
    if (id !== videoId) return { ok: false, failure: createFailure('blocked', '403: Forbidden') };
    await writeFile(path.join(options.folder, 'video.info.json'), JSON.stringify(anInfo({ id, webpage_url: address })));
    return { ok: true, warnings: [] };
  }) as YtDlp['run'];
  const metadataWriter = { describeVideo: () => Promise.resolve() } as unknown as RefreshDeps['metadataWriter'];
  const externalServices = {} as RefreshDeps['externalServices'];
  const kind = checkReindex(depsOf({ ytDlp: { run } as unknown as YtDlp, metadataWriter, externalServices }));
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  await writeFile(path.join(folder, `Low tide [${videoId}].mp4`), anMp4());
  await kind.run({}, work);
  archive.database.exec('UPDATE video SET refreshed_at = 5');
  const channelIds = ['harbour', 'quay', 'reef'].map(channelIdOf);
  const channels = channelIds.map((channelId) => aChannel({ channelId, sourceUrl: `https://www.youtube.com/channel/${channelId}` }));
  createSqliteCatalogue(archive.database, () => 5).putChannels(channels);
  await kind.run({}, work);
  expect(queriedIds).toEqual(channelIds);
  await kind.run({}, work);
  expect(queriedIds.slice(3)).toEqual([videoId, ...channelIds]);
});

test('a rescan of a channel’s playlists without yt-dlp ends with an error', async () => {
  const channelId = channelIdOf('harbour');
  createSqliteCatalogue(archive.database).putChannels([aChannel({ channelId, sourceUrl: `https://www.youtube.com/channel/${channelId}` })]);
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  const ytDlp = { extract: () => Promise.resolve({ ok: false, failure: createFailure('no-program', 'yt-dlp is not installed.') }) };
  const end = await indexPlaylists(depsOf({ ytDlp: ytDlp as unknown as YtDlp })).run({ channelId }, work);
  expect(end).toEqual({ level: 'error', lines: ['0 videos refreshed.', 'yt-dlp is not installed.'] });
});

test('while yt-dlp cannot be started for lack of memory, no channel counts as refreshed', async () => {
  const { end, queriedIds } = await refreshAll(() => Promise.resolve({ ok: false, failure: createFailure('no-start', 'spawn ENOMEM') }));
  expect(end).toMatchObject({
    level: 'error',
    lines: ['0 videos refreshed.', expect.stringMatching(/^yt-dlp could not be started: there is too little memory/)],
  });
  expect(queriedIds).toEqual([channelIdOf('harbour')]);
  expect(archive.channels.refreshedBefore(6)).toHaveLength(4);
});

test('a channel whose folder is on a full disk does not count as refreshed, and channels that may be on other disks are queried', async () => {
  const { end, queriedIds } = await refreshAll(describeChannel);
  expect(end).toEqual({ level: 'error', lines: ['0 videos refreshed.', ...names.map((name) => `${name}: It could not be written: the disk is full.`)] });
  expect(queriedIds).toHaveLength(4);
  expect(archive.channels.refreshedBefore(6)).toHaveLength(4);
});

test('a channel whose description cannot be read because of a failing disk does not count as refreshed', async () => {
  const error = new NotWritable('It could not be read.', { cause: { code: 'EIO' } });
  const { end, queriedIds } = await refreshAll(describeChannel, () => Promise.reject(error));
  expect(end.level).toBe('error');
  expect(queriedIds).toHaveLength(4);
  expect(archive.channels.refreshedBefore(6)).toHaveLength(4);
});

test('a rescan reports the descriptions that it got, even if its later sources cannot be reached', async () => {
  const ids = ['Qx7vR2mKc-4', 'harbourhar1', 'reefreefre2', 'quayquayqu3', 'kelpkelpke4'];
  for (const [index, id] of ids.entries()) await writeFile(path.join(folder, `${index} [${id}].mp4`), anMp4());
  const queriedIds: string[] = [];
  const deps = {
    archive,
    library: createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: folder }),
    libraryLock: createLibraryLock(),
    workFolder: path.join(folder, '.work'),
    ffmpeg: null,
    ytDlp: {
      async run(...[_args, [address = ''], options]: Parameters<YtDlp['run']>) {
        const id = address.slice(-11);
        queriedIds.push(id);
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
    'Videos without a description: 1 looked up at the source, 4 failed.',
    'Some sites cannot be queried now. Their other sources were skipped.',
  ]);
  expect(queriedIds).toEqual(ids.slice(0, 4));
});

test.each<[step: string, fail: (writes: { describeCollection: Mock<() => Promise<void>> }, error: Error) => unknown]>([
  ['a description is stored', ({ describeCollection }, error) => describeCollection.mockRejectedValueOnce(error)],
  ['a channel is marked as refreshed', (_writes, error) => throwOnce(vi.spyOn(archive.channels, 'markRefreshed'), error)],
])('a refresh completes, and queries each source once, even if another program writes into the database while %s', async (_step, fail) => {
  onTestFinished(() => void vi.restoreAllMocks());
  const describeCollection = vi.fn(() => Promise.resolve());
  fail({ describeCollection }, Object.assign(new Error('database is locked'), { errcode: 5 }));
  const { end, queriedIds } = await refreshAll(describeChannel, describeCollection);
  expect(end).toEqual({ level: 'info', lines: ['0 videos refreshed.'] });
  expect(queriedIds).toEqual(names.map(channelIdOf));
  expect(archive.channels.refreshedBefore(6)).toEqual([]);
});

test('a refresh completes even if another program writes into the database while the library is imported', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  await mkdir(path.join(folder, 'Quay'));
  await writeFile(path.join(folder, 'Quay', 'Wind [w1nD_wind-0].mp4'), anMp4());
  const describeCollection = vi.fn(() => Promise.resolve());
  const failingExec = vi.spyOn(archive.database, 'exec');
  const { end } = await refreshAll(async (id, targetFolder) => {
    if (id === channelIdOf('kelp')) throwOnce(failingExec, Object.assign(new Error('database is locked'), { errcode: 5 }));
    return describeChannel(id, targetFolder);
  }, describeCollection);
  expect(end.level).toBe('info');
  expect(archive.videos.find('w1nD_wind-0')).not.toBe(null);
});

test('a scheduled refresh also queries the channels of other sites if a dead site has as many stale channels as one refresh takes', async () => {
  const channel = (site: string, index: number) => {
    const channelId = channelIdOf(`${site}${index}`);
    return aChannel({ channelId, name: channelId, sourceUrl: `https://${site}.example/${channelId}` });
  };
  createSqliteCatalogue(archive.database, () => 4).putChannels(Array.from({ length: 60 }, (_, index) => channel('dead', index)));
  const reachableChannel = channel('alive', 0);
  const { queriedIds } = await refresh({}, [reachableChannel], (id) =>
    Promise.resolve(id === reachableChannel.channelId ? { ok: true, warnings: [] } : { ok: false, failure: createFailure('unreachable', 'no answer') }),
  );
  expect(queriedIds).toContain(reachableChannel.channelId);
});

function throwOnce(spy: { mockImplementationOnce(write: () => never): unknown }, error: Error): void {
  spy.mockImplementationOnce(() => {
    throw error;
  });
}
