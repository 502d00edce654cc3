// The server ends during a download, by SIGKILL and by SIGTERM: with the installed yt-dlp and a plug-in extractor, and with a stand-in
// for yt-dlp.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WireDownloadItem, WireVideo } from '../../src/contract/names.ts';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';
import { aKillableArchive, type KillableArchive } from '../builders/killable-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { startVideoSite, type VideoSite } from '../doubles/video-site.ts';
import { aDownloadingFakeYtDlp } from '../doubles/fake-yt-dlp.ts';

const ytDlpPath = findProgram('yt-dlp');
const version = ytDlpPath && spawnSync(ytDlpPath, ['--version'], { encoding: 'utf8' }).stdout.trim();
if (!version) process.stdout.write('Skipped: the end of a server that downloads by yt-dlp itself, because yt-dlp is not on the PATH.\n');
const plugins = path.resolve(import.meta.dirname, '../builders/library-extractor');
const longTimeout = { timeout: 120_000 };

let folder: string;
let standIn: string;
let site: VideoSite;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-stand-in-'));
  standIn = await aDownloadingFakeYtDlp(folder);
});
beforeEach(async () => {
  site = await startVideoSite();
  for (const name of ['first', 'second']) site.addVideo(name);
});
afterEach(() => site.stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

const poll = <Value>(readValue: () => Promise<Value>) => expect.poll(readValue, { timeout: 30_000, interval: 30 });
const queue = async (device: ApiSession): Promise<WireDownloadItem[]> => (await device.json<{ data: WireDownloadItem[] }>('/api/download/')).data;

describe.each([
  { name: 'a stand-in', isInstalled: true, program: () => standIn },
  { name: `yt-dlp ${version ?? '(not installed)'}`, isInstalled: ytDlpPath !== null, program: () => ytDlpPath ?? '' },
])('the server ends while $name downloads', ({ isInstalled, program }) => {
  let archive: KillableArchive;
  beforeEach(async () => {
    const environment = { STOWAWAY_YTDLP: program(), PYTHONPATH: plugins, PYTHONDONTWRITEBYTECODE: '1' };
    archive = await aKillableArchive({ environment, name: 'stowaway-ended 100% $HOME-' });
  });
  afterEach(() => archive.remove());

  test.runIf(isInstalled)('each start after a kill or a stop continues the download, and no downloader is left running', longTimeout, async () => {
    let device = await archive.start();
    await device.json('/api/appsettings/config/', { method: 'POST', body: { downloads: { sleep_interval: 0 } } });
    const links = `quay:${site.host}/first quay:${site.host}/second`;
    await device.json('/api/download/', { method: 'POST', body: { data: [{ youtube_id: links, status: 'pending' }] } });
    await poll(async () => (await queue(device)).length).toBe(2);
    site.serveMedia('first', 'held');
    await device.json('/api/task/by-name/download_pending/', { method: 'POST' });
    await site.untilHeld('first');
    // Waits until the program has begun to write the first half to the disk.
    await poll(() => Promise.resolve(archive.files().library.some((file) => file.endsWith('.part')))).toBe(true);
    await archive.kill();
    expect(archive.files().library.filter((file) => !file.includes('/.'))).toEqual(['Downloaded by Stowaway']);

    device = await archive.start();
    await site.untilHeld('first');
    expect((await queue(device)).map(({ title }) => title)).toEqual(['Pier first', 'Pier second']);
    const { afterMs } = await archive.server().waitForExit('SIGTERM');
    expect(afterMs).toBeLessThan(4_000);
    await poll(() => Promise.resolve(site.heldCount('first'))).toBe(0);

    site.serveMedia('first', 'whole');
    device = await archive.start();
    await poll(() => queue(device)).toEqual([]);
    expect((await device.json<{ data: WireVideo[] }>('/api/video/')).data.map(({ title }) => title).toSorted()).toEqual(['Pier first', 'Pier second']);
    expect(site.requests.some((request) => /^\/first\.mp4 bytes=[1-9]\d*-/.test(request))).toBe(true);
    expect(archive.files().library.filter((file) => /(^|\/)\./.test(file) || file.endsWith('.part'))).toEqual([]);
    expect(archive.server().stdout()).toMatch(/ Downloads: using yt-dlp \d{4}\./);
  });
});
