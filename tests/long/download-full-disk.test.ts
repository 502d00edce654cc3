// A download on a disk that really is full: a small in-memory file system, with library and database on it. Needs the right to mount.
import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { WireDownloadItem, WireVideo } from '../../src/contract/names.ts';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';
import { usePlugInExtractor } from '../builders/plug-in-extractor.ts';
import { startServerArchive } from '../builders/server-archive.ts';
import { startVideoSite } from '../doubles/video-site.ts';
import { aDownloadingFakeYtDlp } from '../doubles/fake-yt-dlp.ts';

const diskFolder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-disk-'));
const mount = findProgram('mount');
const isMounted = mount !== null && spawnSync(mount, ['-t', 'tmpfs', '-o', 'size=16m', 'none', diskFolder]).status === 0;
if (!isMounted) process.stdout.write('Skipped: a download on a full disk, because no file system can be mounted here.\n');
const originalTmpdir = process.env['TMPDIR'];
usePlugInExtractor();

let standIn: string;
beforeAll(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-stand-in-'));
  standIn = await aDownloadingFakeYtDlp(folder);
});
afterAll(async () => {
  process.env['TMPDIR'] = originalTmpdir ?? '';
  if (originalTmpdir === undefined) delete process.env['TMPDIR'];
  if (isMounted) spawnSync(findProgram('umount') ?? '', ['-l', diskFolder]);
  await rm(diskFolder, { recursive: true, force: true });
  await rm(path.dirname(standIn), { recursive: true, force: true });
});

test.runIf(isMounted).each([{ program: () => standIn }, { program: () => findProgram('yt-dlp') ?? standIn }])(
  'the queued item reports a full disk, nothing is lost, and the download continues once there is space',
  { timeout: 120_000 },
  async ({ program }) => {
    const site = await startVideoSite();
    site.addVideo('first');
    site.addVideo('second');
    process.env['TMPDIR'] = diskFolder;
    const server = await startServerArchive({ fill: () => undefined, ytDlp: program(), diskRetryMs: 500 });
    const filler = path.join(diskFolder, 'filler');
    onTestFinished(async () => {
      await rm(filler, { force: true });
      await server.stop();
      await site.stop();
    });
    const device = await server.login();
    await device.json('/api/appsettings/config/', { method: 'POST', body: { downloads: { sleep_interval: 0 } } });
    const queue = async (): Promise<WireDownloadItem[]> => (await device.json<{ data: WireDownloadItem[] }>('/api/download/')).data;
    const poll = <Value>(readValue: () => Promise<Value>) => expect.poll(readValue, { timeout: 40_000, interval: 50 });
    const items = ['first', 'second'].map((name) => ({ youtube_id: `quay:${site.host}/${name}`, status: 'pending' }));
    await device.json('/api/download/', { method: 'POST', body: { data: items } });
    await poll(async () => (await queue()).length).toBe(2);

    // The download starts with more free space than the reserve. The disk is full by the time the second half of the video arrives.
    site.serveMedia('first', 'held');
    await device.json('/api/task/by-name/download_pending/', { method: 'POST' });
    await site.untilHeld('first');
    // Fills the disk in small pieces, because the server writes at the same time.
    await (async () => {
      for (;;) await appendFile(filler, Buffer.alloc(16_384));
    })().catch((error: NodeJS.ErrnoException) => expect(error.code).toBe('ENOSPC'));
    site.serveMedia('first', 'whole');
    await poll(async () => (await queue())[0]?.message ?? '').toMatch(/^The disk is full/);
    expect((await queue()).map(({ title, message }) => [title, Boolean(message)])).toEqual([
      ['Pier first', true],
      ['Pier second', false],
    ]);
    expect((await readdir(server.libraryFolder)).filter((name) => !name.startsWith('.'))).toEqual([]);
    expect((await device.json<{ data: WireVideo[] }>('/api/video/')).data).toEqual([]);

    await truncate(filler, 0);
    await poll(async () => (await queue()).map(({ title }) => title)).toEqual(['Pier second']);
    await device.json('/api/task/by-name/download_pending/', { method: 'POST' });
    await poll(queue).toEqual([]);
    expect((await device.json<{ data: WireVideo[] }>('/api/video/')).data.map(({ title }) => title).toSorted()).toEqual(['Pier first', 'Pier second']);
    expect(await readdir(server.libraryFolder)).toEqual(['Quay Notes']);
  },
);
