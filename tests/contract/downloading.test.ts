// From a link to a watchable video, on a site on loopback: by the installed yt-dlp with a plug-in extractor (left out, and said so, where
// it is not installed), and always by a program that stands in for it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WireComment, WireDownloadItem, WireNotification, WirePlaylist, WireVideo } from '../../src/contract/names.ts';
import { videoIdOf } from '../../server/library/made-ids.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { startServerProcess, type ServerProcess } from '../builders/server-process.ts';
import { signIn, type SignedIn } from '../builders/server-session.ts';
import { startVideoSite, type VideoSite } from '../doubles/video-site.ts';

const version = spawnSync('yt-dlp', ['--version'], { encoding: 'utf8' }).stdout?.trim();
if (!version) process.stdout.write('Left out: downloads by yt-dlp itself, because it is not on the PATH.\n');
const installed = version ? spawnSync('sh', ['-c', 'command -v yt-dlp'], { encoding: 'utf8' }).stdout.trim() : null;
const plugins = path.resolve(import.meta.dirname, '../builders/library-extractor');
const patience = { timeout: 60_000 };
const idOf = (name: string): string => videoIdOf({ site: 'quay', id: name }).id;

let folder: string;
let standIn: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-stand-in-'));
  standIn = path.join(folder, 'yt-dlp.mjs');
  await copyFile(path.resolve(import.meta.dirname, '../doubles/yt-dlp-stand-in.mjs'), standIn);
  await chmod(standIn, 0o755);
  process.env['PYTHONPATH'] = plugins;
  process.env['PYTHONDONTWRITEBYTECODE'] = '1';
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let site: VideoSite;
beforeEach(async () => {
  site = await startVideoSite();
  for (const name of ['first', 'second', 'third']) site.addVideo(name);
});
afterEach(() => site.stop());

interface Queue {
  data: WireDownloadItem[];
  downloader?: { is_ready: boolean; version: string | null; message?: string };
}

const queue = async (device: SignedIn, query = ''): Promise<WireDownloadItem[]> => (await device.json<Queue>(`/api/download/${query}`)).data;
const add = (device: SignedIn, words: string, query = ''): Promise<{ task_id: string }> =>
  device.json(`/api/download/${query}`, { method: 'POST', body: { data: [{ youtube_id: words, status: 'pending' }] } });
const start = (device: SignedIn): Promise<{ task_id: string }> => device.json('/api/task/by-name/download_pending/', { method: 'POST' });
const told = (device: SignedIn): Promise<WireNotification[]> => device.json('/api/notification/');
const video = (device: SignedIn, name: string): Promise<WireVideo> => device.json(`/api/video/${idOf(name)}/`);
const poll = <Value>(look: () => Promise<Value>) => expect.poll(look, { timeout: 30_000, interval: 30 });
const configure = (device: SignedIn, downloads: Record<string, unknown>): Promise<unknown> =>
  device.json('/api/appsettings/config/', { method: 'POST', body: { downloads } });

/** Answers the last message of a task. */
async function ended(device: SignedIn, { task_id: id }: { task_id: string }): Promise<WireNotification> {
  let last: WireNotification | undefined;
  await poll(async () => {
    last = (await told(device)).find((notification) => notification.id === id);
    return last !== undefined && last.progress === undefined && last.command !== undefined;
  }).toBe(true);
  return last as WireNotification;
}

const filesBelow = (root: string): string[] => (existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : []).toSorted();

describe.each([
  { name: 'a stand-in', isThere: true, program: () => standIn },
  { name: `yt-dlp ${version ?? '(not installed)'}`, isThere: installed !== null, program: () => installed ?? '' },
])('downloads by $name', ({ isThere, program }) => {
  let server: ServerArchive;
  let device: SignedIn;
  beforeEach(async () => {
    if (!isThere) return;
    server = await startServerArchive({ fill: () => undefined, ytDlp: program() });
    device = await server.login();
    await configure(device, { sleep_interval: 0, subtitle: 'en,de', subtitle_source: 'auto', subtitle_index: true, comment_max: 'all,all,all,all' });
  });
  afterEach(() => server?.stop());

  test.runIf(isThere)('a link becomes a video with chapters, subtitles, comments and picture, which can be watched', patience, async () => {
    const added = await ended(device, await add(device, `quay:${site.host}/first`));
    expect(added).toMatchObject({ level: 'info', group: 'download:add', messages: ['1 added to the queue.'] });
    expect(await queue(device)).toMatchObject([
      { youtube_id: idOf('first'), title: 'Pier first', channel_name: 'Quay Notes', status: 'pending', auto_start: false },
    ]);

    site.media('first', 'held');
    const run = await start(device);
    await site.isHeld('first');
    await poll(async () => (await told(device)).find(({ id }) => id === run.task_id)?.messages[1]).toMatch(
      /^\d+\.\d% of \d+\.\dKiB at .+ - time left: \d\d:\d\d$/,
    );
    const running = (await told(device)).find(({ id }) => id === run.task_id);
    expect(running).toMatchObject({ group: 'download:run', api_stop: true, command: null });
    expect(running?.progress).toBeGreaterThan(0);
    expect(running?.progress).toBeLessThan(1);
    expect(await device.json<{ data: WireVideo[] }>('/api/video/')).toMatchObject({ data: [] });
    site.media('first', 'whole');
    expect(await ended(device, run)).toMatchObject({ level: 'info', messages: ['1 video downloaded.'] });

    expect(await queue(device)).toEqual([]);
    const watched = await video(device, 'first');
    expect(watched).toMatchObject({
      title: 'Pier first',
      channel: { channel_name: 'Quay Notes' },
      comment_count: 1,
      chapters: [
        { title: 'Sand', start_time: 0 },
        { title: 'Rocks', start_time: 20 },
      ],
    });
    expect(watched.subtitles?.map(({ lang, source }) => `${lang} ${source}`)).toEqual(['de auto', 'en user']);
    expect((await device.call(watched.media_url)).headers.get('content-type')).toBe('video/mp4');
    expect((await device.call(watched.vid_thumb_url ?? '')).status).toBe(200);
    expect(await device.json<WireComment[]>(`/api/video/${idOf('first')}/comment/`)).toMatchObject([{ comment_text: 'Lovely' }]);
    await poll(
      async () => (await device.json<{ results: { fulltext_results: unknown[] } }>('/api/search/?query=full:morning')).results.fulltext_results.length,
    ).toBe(2);
    expect(filesBelow(server.libraryFolder)).toEqual([
      'Quay Notes',
      'Quay Notes/Pier first [first].de.vtt',
      'Quay Notes/Pier first [first].en.vtt',
      'Quay Notes/Pier first [first].info.json',
      'Quay Notes/Pier first [first].jpg',
      'Quay Notes/Pier first [first].mp4',
    ]);
    expect(server.logged).toEqual([]);
  });

  test.runIf(isThere)('a playlist in a list, many links, what is known and what is broadcast', patience, async () => {
    site.describe('tides', {
      id: 'tides',
      title: 'Tide tables',
      description: 'Every pier in order.',
      channel: 'Quay Notes',
      channel_id: 'quay-notes',
      entries: [{ id: 'second' }, { id: 'first' }, { id: 'secret' }],
    });
    site.describe('secret', { error: 'Private video. Sign in if you have been granted access.' });
    site.addVideo('live', { live_status: 'is_live', is_live: true });
    await ended(device, await add(device, `quay:${site.host}/first`));
    const all = await ended(device, await add(device, `quay:${site.host}/tides\n quay:${site.host}/live nothing/at/all`));
    expect(all.level).toBe('error');
    expect(all.messages[0]).toBe('1 added to the queue, 1 known already.');
    expect(all.messages.join('\n')).toMatch(/Private video[^]*being broadcast[^]*neither a link nor an id/);
    expect((await queue(device)).map(({ title }) => title)).toEqual(['Pier first', 'Pier second']);

    const moved = await ended(device, await add(device, `quay:${site.host}/second`, '?autostart=true'));
    expect(moved.messages[0]).toBe('0 added to the queue, 1 moved to the front.');
    await poll(async () => (await queue(device)).map(({ title }) => title)).toEqual(['Pier first']);
    const [playlist] = (await device.json<{ data: WirePlaylist[] }>('/api/playlist/')).data;
    expect(playlist).toMatchObject({ playlist_name: 'Tide tables', playlist_description: 'Every pier in order.' });
    expect(playlist?.playlist_entries.map(({ youtube_id: id, downloaded }) => [id, downloaded])).toEqual([
      [idOf('second'), true],
      [idOf('first'), false],
      [idOf('secret'), false],
    ]);
  });

  test.runIf(isThere)('an error stays on the item until it is cleared; a retry takes it', patience, async () => {
    await ended(device, await add(device, `quay:${site.host}/first quay:${site.host}/second`));
    site.media('first', 'gone');
    const failed = await ended(device, await start(device));
    expect(failed).toMatchObject({ level: 'error', messages: ['1 video downloaded.', expect.stringMatching(/^Pier first: .*404/)] });
    expect(await queue(device, '?error=true')).toMatchObject([{ youtube_id: idOf('first'), message: expect.stringContaining('404') }]);
    expect(await ended(device, await start(device))).toMatchObject({ messages: ['Nothing to download.'] });
    site.media('first', 'whole');
    await device.call(`/api/download/${idOf('first')}/`, { method: 'POST', body: { status: 'priority' } });
    await poll(() => queue(device)).toEqual([]);
    expect((await video(device, 'first')).title).toBe('Pier first');
    expect(filesBelow(path.join(server.libraryFolder, '.stowaway-downloads'))).toEqual([]);
  });

  test.runIf(isThere)('a stop lets the running one come to its end; what is forgotten meanwhile is dropped', patience, async () => {
    await ended(device, await add(device, `quay:${site.host}/first quay:${site.host}/second`));
    site.media('first', 'held');
    const run = await start(device);
    await site.isHeld('first');
    expect((await device.call(`/api/task/by-id/${run.task_id}/`, { method: 'POST', body: { command: 'stop' } })).status).toBe(204);
    expect((await told(device)).find(({ id }) => id === run.task_id)?.command).toBe('STOP');
    site.media('first', 'whole');
    expect((await ended(device, run)).messages).toEqual(['1 video downloaded.', 'Stopped.']);
    expect((await queue(device)).map(({ title }) => title)).toEqual(['Pier second']);

    site.media('second', 'held');
    const again = await start(device);
    await site.isHeld('second');
    await device.call(`/api/download/${idOf('second')}/`, { method: 'DELETE' });
    site.media('second', 'whole');
    expect((await ended(device, again)).messages).toEqual(['0 videos downloaded.']);
    expect(filesBelow(server.libraryFolder).filter((file) => file.includes('second') || file.startsWith('.'))).toEqual([]);
  });

  test.runIf(isThere)('what is fetched again keeps its marks and its place', patience, async () => {
    await ended(device, await add(device, `quay:${site.host}/first`, '?autostart=true'));
    await poll(async () => (await device.call(`/api/video/${idOf('first')}/`)).status).toBe(200);
    await device.call('/api/watched/', { method: 'POST', body: { id: idOf('first'), is_watched: true } });
    await poll(() => queue(device)).toEqual([]);
    const before = filesBelow(server.libraryFolder);
    site.addVideo('first', { title: 'Pier first, mended' });
    expect((await ended(device, await add(device, `quay:${site.host}/first`))).messages).toEqual(['0 added to the queue, 1 known already.']);
    await ended(device, await add(device, `quay:${site.host}/first`, '?force=true&autostart=true'));
    await poll(async () => (await video(device, 'first')).title).toBe('Pier first, mended');
    expect((await video(device, 'first')).player.watched).toBe(true);
    await poll(() => queue(device)).toEqual([]);
    expect(filesBelow(server.libraryFolder)).toEqual(before);
  });
});
