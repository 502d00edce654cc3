// Downloads into an owner's library go into one folder of the library, or into `--downloads DIR`. The owner's files stay unchanged.
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { videoIdOf } from '../../server/library/derived-ids.ts';
import { startLibrary } from '../../server/library/start-library.ts';
import type { WireVideo } from '../../src/contract/names.ts';
import { filesBelow } from '../builders/killable-archive.ts';
import { anInfo } from '../builders/library-folder.ts';
import { anMp4 } from '../builders/library-media.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { startVideoSite, type VideoSite } from '../doubles/video-site.ts';
import { silentLog } from '../doubles/log.ts';
import { aDownloadingFakeYtDlp } from '../doubles/fake-yt-dlp.ts';
import { longTest } from '../long-test.ts';

const idOf = (name: string): string => videoIdOf({ site: 'quay', id: name }).id;

let folder: string;
let standInPath: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-stand-in-'));
  standInPath = await aDownloadingFakeYtDlp(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let site: VideoSite;
let server: ServerArchive;
let device: ApiSession;
let library: Awaited<ReturnType<typeof startLibrary>> | null;
beforeEach(async () => {
  site = await startVideoSite();
  for (const name of ['first', 'second']) site.addVideo(name);
  library = null;
});
afterEach(async () => {
  await library?.stop();
  await server.stop();
  await site.stop();
});

async function anArchive(hasDownloadsFolder?: true): Promise<void> {
  server = await startServerArchive({
    fill: () => undefined,
    isOwnersLibrary: true,
    ytDlp: standInPath,
    ...(hasDownloadsFolder ? { hasDownloadsFolder } : {}),
  });
  device = await server.login();
  await device.json('/api/appsettings/config/', { method: 'POST', body: { downloads: { sleep_interval: 0 } } });
  // The owner has a folder of the same channel. Downloads are not put into this folder.
  await mkdir(path.join(server.libraryFolder, 'Quays'));
  const info = { id: 'old', title: 'Old pier', extractor: 'quay', channel: 'Quay Notes', channel_id: 'quay-notes', channel_url: `http://${site.host}/about` };
  await writeFile(
    path.join(server.libraryFolder, 'Quays', 'Old pier [old].info.json'),
    JSON.stringify(anInfo({ ...info, webpage_url: null, upload_date: '20200101', timestamp: null })),
  );
  await writeFile(path.join(server.libraryFolder, 'Quays', 'Old pier [old].mp4'), anMp4({ mediaBytes: 300 }));
  library = await startLibrary({
    root: server.library,
    catalogue: createSqliteCatalogue(server.archive.database),
    log: silentLog,
    signal: new AbortController().signal,
    timing: { settleMs: 50, recheckDelayMs: 10 },
  });
  await library.firstImport;
}
const taskCount = () => server.archive.database.prepare('SELECT count(*) AS n FROM task').get();
async function download(name: string, query = ''): Promise<void> {
  await device.json(`/api/download/?autostart=true${query}`, {
    method: 'POST',
    body: { data: [{ youtube_id: `quay:${site.host}/${name}`, status: 'pending' }] },
  });
  await expect.poll(taskCount, { timeout: 20_000 }).toEqual({ n: 0 });
}
const video = (id: string) => device.json<WireVideo>(`/api/video/${id}/`);
const ownerFiles = ['Quays', 'Quays/Old pier [old].info.json', 'Quays/Old pier [old].mp4'];
const downloadedFiles = ['Quay Notes', ...['info.json', 'jpg', 'mp4'].map((extension) => `Quay Notes/Pier first [first].${extension}`)];

longTest('downloads into an owner’s library go into one separate folder, arranged like a library of Stowaway’s own', async () => {
  await anArchive();
  const filesBefore = filesBelow(server.libraryFolder);
  expect(filesBefore).toEqual(ownerFiles);
  // The channel's own texts and pictures are downloaded together with this video.
  const address = `http://${site.host}/about`;
  const thumbnails = [{ id: 'avatar_uncropped', url: `http://${site.host}/face.jpg` }];
  site.describe('about', { id: 'quay-notes', title: 'Quay Notes', channel: 'Quay Notes', channel_id: 'quay-notes', thumbnails, entries: [] });
  site.addVideo('first', { channel_url: address });
  await download('first');
  const ownFolder = 'Downloaded by Stowaway';
  const { channel_id } = (await video(idOf('first'))).channel;
  const channelFiles = ['avatar_uncropped.jpg', 'info.json'].map((extension) => `Quay Notes/${channel_id}.${extension}`);
  expect(filesBelow(server.libraryFolder)).toEqual(
    [ownFolder, ...[...downloadedFiles, ...channelFiles].map((file) => `${ownFolder}/${file}`), ...ownerFiles].toSorted(),
  );
  expect((await device.call((await video(idOf('first'))).media_url)).status).toBe(200);

  expect((await device.call(`/api/video/${idOf('first')}/`, { method: 'DELETE' })).status).toBe(204);
  expect(filesBelow(path.join(server.libraryFolder, ownFolder)).filter((file) => file.includes('first'))).toEqual([]);
  expect(filesBelow(server.libraryFolder)).toEqual(expect.arrayContaining(ownerFiles));
});

longTest('a second download of a video is stored separately, and the owner’s file stays unchanged', async () => {
  await anArchive();
  await download('old');
  site.addVideo('old', { title: 'Old pier, larger' });
  await download('old', '&force=true');
  expect(filesBelow(server.libraryFolder)).toEqual(expect.arrayContaining(ownerFiles));
  expect(await readFile(path.join(server.libraryFolder, 'Quays/Old pier [old].mp4'))).toEqual(anMp4({ mediaBytes: 300 }));
  const { title, media_size } = await video(idOf('old'));
  expect([title, media_size > anMp4({ mediaBytes: 300 }).length]).toEqual(['Old pier, larger', true]);
});

longTest('with a separate downloads folder, nothing is written into the library, and files that a person puts there or removes are noticed', async () => {
  await anArchive(true);
  const downloadsFolder = server.downloadsFolder ?? '';
  await download('first');
  expect(filesBelow(server.libraryFolder)).toEqual(ownerFiles);
  expect(filesBelow(downloadsFolder)).toEqual(downloadedFiles);
  const { media_url, vid_thumb_url, channel } = await video(idOf('first'));
  expect(channel.channel_name).toBe('Quay Notes');
  expect([(await device.call(media_url)).status, (await device.call(vid_thumb_url ?? '')).status]).toEqual([200, 200]);

  // A person puts a video into the downloads folder.
  await writeFile(path.join(downloadsFolder, 'Walk [Dawn_walk-1].mp4'), anMp4({ mediaBytes: 700 }));
  await expect.poll(async () => (await device.call('/api/video/Dawn_walk-1/')).status).toBe(200);
  await rm(path.join(downloadsFolder, 'Walk [Dawn_walk-1].mp4'));
  await expect.poll(async () => (await video('Dawn_walk-1')).missing_since ?? null).not.toBe(null);

  expect((await device.call(`/api/video/${idOf('first')}/`, { method: 'DELETE' })).status).toBe(204);
  // The downloads folder contains its own trash folder.
  expect(filesBelow(downloadsFolder).filter((file) => file.includes('first') && !file.startsWith('.stowaway-trash/'))).toEqual([]);
  expect(filesBelow(server.libraryFolder)).toEqual(ownerFiles);
});

longTest('while the downloads folder is absent, its videos are missing, and those of the library are not', async () => {
  await anArchive(true);
  await download('first');
  await rm(server.downloadsFolder ?? '', { recursive: true });
  await expect.poll(async () => (await video(idOf('first'))).missing_since ?? null).not.toBe(null);
  expect((await video(idOf('old'))).missing_since ?? null).toBe(null);
});

test('while the downloads disk is absent or its mount point is empty, nothing is written to it and the queue stays unchanged', async () => {
  await anArchive(true);
  await download('first');
  const downloadsFolder = server.downloadsFolder ?? '';
  await rename(downloadsFolder, `${downloadsFolder}-away`);
  await download('second');
  const queuedMessages = () =>
    device.json<{ data: { message?: string | null }[] }>('/api/download/').then(({ data }) => data.map(({ message }) => message ?? ''));
  expect(await queuedMessages()).toEqual(['']);
  await mkdir(downloadsFolder);
  await download('second');
  expect([await queuedMessages(), await readdir(downloadsFolder)]).toEqual([[''], []]);
  await rm(downloadsFolder, { recursive: true });
  await rename(`${downloadsFolder}-away`, downloadsFolder);
  await download('second');
  expect([await queuedMessages(), filesBelow(downloadsFolder).filter((file) => file.endsWith('.mp4')).length]).toEqual([[], 2]);
});
