// A link becomes a watchable video, downloaded from a site on loopback. The tests run with a program that stands in for yt-dlp, and with
// yt-dlp itself and a plug-in extractor (skipped with a message if yt-dlp is not installed).
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { WireChannel, WireComment, WireDownloadItem, WireNotification, WirePlaylist, WireVideo } from '../../src/contract/names.ts';
import { videoIdOf } from '../../server/library/derived-ids.ts';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';
import { filesBelow } from '../builders/killable-archive.ts';
import { usePlugInExtractor } from '../builders/plug-in-extractor.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { casesToRun, isLong, longTest } from '../long-test.ts';
import { startVideoSite, type VideoSite } from '../doubles/video-site.ts';
import { aDownloadingFakeYtDlp } from '../doubles/fake-yt-dlp.ts';

const ytDlpPath = findProgram('yt-dlp');
const ytDlpVersion = ytDlpPath && spawnSync(ytDlpPath, ['--version'], { encoding: 'utf8' }).stdout.trim();
if (isLong && !ytDlpVersion) process.stdout.write('Skipped: downloads by yt-dlp itself, because it is not on the PATH.\n');
const ffprobe = findProgram('ffprobe');
const hasFfmpeg = ffprobe !== null && findProgram('ffmpeg') !== null;
if (!hasFfmpeg) process.stdout.write('Skipped: embedding after a download, because ffmpeg is not on the PATH.\n');
const longTimeout = { timeout: 120_000 };
const idOf = (name: string): string => videoIdOf({ site: 'quay', id: name }).id;

usePlugInExtractor();

let folder: string;
let standInPath: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-stand-in-'));
  standInPath = await aDownloadingFakeYtDlp(folder);
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

const queue = async (device: ApiSession, query = ''): Promise<WireDownloadItem[]> => (await device.json<Queue>(`/api/download/${query}`)).data;
const add = (device: ApiSession, links: string, query = ''): Promise<{ task_id: string }> =>
  device.json(`/api/download/${query}`, { method: 'POST', body: { data: [{ youtube_id: links, status: 'pending' }] } });
const startRun = (device: ApiSession): Promise<{ task_id: string }> => device.json('/api/task/by-name/download_pending/', { method: 'POST' });
const notifications = (device: ApiSession): Promise<WireNotification[]> => device.json('/api/notification/');
const video = (device: ApiSession, name: string): Promise<WireVideo> => device.json(`/api/video/${idOf(name)}/`);
const poll = <Value>(readValue: () => Promise<Value>) => expect.poll(readValue, { timeout: 90_000, interval: 30 });
const configure = (device: ApiSession, downloads: Record<string, unknown>): Promise<unknown> =>
  device.json('/api/appsettings/config/', { method: 'POST', body: { downloads } });

/** Sets an environment variable for the stand-in, until the test ends. */
function setVariable(name: string, value: string): void {
  process.env[name] = value;
  onTestFinished(() => void delete process.env[name]);
}

/** Resolves to the last message of a task. */
async function lastMessageOf(device: ApiSession, { task_id: id }: { task_id: string }): Promise<WireNotification> {
  let lastNotification: WireNotification | undefined;
  await poll(async () => {
    lastNotification = (await notifications(device)).find((notification) => notification.id === id);
    return lastNotification !== undefined && lastNotification.progress === undefined && lastNotification.command !== undefined;
  }).toBe(true);
  return lastNotification as WireNotification;
}

/** Only the long tests use yt-dlp itself. */
const downloaders = [
  { name: 'a stand-in', isInstalled: true, program: () => standInPath },
  { name: `yt-dlp ${ytDlpVersion ?? '(not installed)'}`, isInstalled: ytDlpPath !== null, program: () => ytDlpPath ?? '' },
];
describe.each(casesToRun(downloaders, 1))('downloads by $name', ({ isInstalled, program }) => {
  const longTestIfInstalled = isLong ? test.runIf(isInstalled) : longTest;
  let server: ServerArchive;
  let device: ApiSession;
  beforeEach(async () => {
    if (!isInstalled) return;
    server = await startServerArchive({ fill: () => undefined, ytDlp: program() });
    device = await server.login();
    await configure(device, { sleep_interval: 0, subtitle: 'en,de', subtitle_source: 'auto', subtitle_index: true, comment_max: 'all,all,all,all' });
  });
  afterEach(() => server?.stop());

  test.runIf(isInstalled)('a link becomes a video with chapters, subtitles, comments and a picture, which can be watched', longTimeout, async () => {
    const addition = await lastMessageOf(device, await add(device, `quay:${site.host}/first`));
    expect(addition).toMatchObject({ level: 'info', group: 'download:add', messages: ['1 added to the queue.'] });
    expect(await queue(device)).toMatchObject([
      { youtube_id: idOf('first'), title: 'Pier first', channel_name: 'Quay Notes', status: 'pending', auto_start: false },
    ]);

    await poll(async () => (await queue(device))[0]?.vid_thumb_url).toMatch(/^\/cache\/videos\//);
    expect((await device.call((await queue(device))[0]?.vid_thumb_url ?? '')).headers.get('content-type')).toBe('image/jpeg');

    site.serveMedia('first', 'held');
    const run = await startRun(device);
    await site.untilHeld('first');
    await poll(async () => (await notifications(device)).find(({ id }) => id === run.task_id)?.messages[1]).toMatch(
      /^\d+\.\d% of \d+\.\dKiB at .+ - time left: \d\d:\d\d$/,
    );
    const runningTask = (await notifications(device)).find(({ id }) => id === run.task_id);
    expect(runningTask).toMatchObject({ group: 'download:run', api_stop: true, command: null });
    expect(runningTask?.progress).toBeGreaterThan(0);
    expect(runningTask?.progress).toBeLessThan(1);
    expect(await device.json<{ data: WireVideo[] }>('/api/video/')).toMatchObject({ data: [] });
    site.serveMedia('first', 'whole');
    expect(await lastMessageOf(device, run)).toMatchObject({ level: 'info', messages: ['1 video downloaded.'] });

    expect(await queue(device)).toEqual([]);
    const downloadedVideo = await video(device, 'first');
    expect(downloadedVideo).toMatchObject({
      title: 'Pier first',
      channel: { channel_name: 'Quay Notes' },
      comment_count: 1,
      chapters: [
        { title: 'Sand', start_time: 0 },
        { title: 'Rocks', start_time: 20 },
      ],
    });
    expect(downloadedVideo.subtitles?.map(({ lang, source }) => `${lang} ${source}`)).toEqual(['de auto', 'en user']);
    expect((await device.call(downloadedVideo.media_url)).headers.get('content-type')).toBe('video/mp4');
    expect((await device.call(downloadedVideo.vid_thumb_url ?? '')).status).toBe(200);
    expect(await device.json<WireComment[]>(`/api/video/${idOf('first')}/comment/`)).toMatchObject([{ comment_text: 'Lovely' }]);
    // A search waits for the index only for a moment.
    const spokenHits = async () =>
      (await device.json<{ results: { fulltext_results: unknown[] } }>('/api/search/?query=full:morning')).results.fulltext_results;
    await poll(spokenHits).toHaveLength(2);
    expect(filesBelow(server.libraryFolder)).toEqual([
      'Quay Notes',
      'Quay Notes/Pier first [first].de.vtt',
      'Quay Notes/Pier first [first].en.vtt',
      'Quay Notes/Pier first [first].info.json',
      'Quay Notes/Pier first [first].jpg',
      'Quay Notes/Pier first [first].mp4',
    ]);
    expect(server.logLines).toEqual([]);
  });

  test.runIf(isInstalled)(
    'the videos of a playlist link are added, except known, private and live ones; the playlist appears after a download',
    longTimeout,
    async () => {
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
      await lastMessageOf(device, await add(device, `quay:${site.host}/first`));
      const listAddition = await lastMessageOf(device, await add(device, `quay:${site.host}/tides\n quay:${site.host}/live nothing/at/all`));
      expect(listAddition.level).toBe('error');
      expect(listAddition.messages[0]).toBe('1 added to the queue, 1 already known.');
      expect(listAddition.messages.join('\n')).toMatch(/Private video[^]*being broadcast[^]*neither a link nor an id/);
      expect((await queue(device)).map(({ title }) => title)).toEqual(['Pier first', 'Pier second']);

      const secondAddition = await lastMessageOf(device, await add(device, `quay:${site.host}/second`, '?autostart=true'));
      expect(secondAddition.messages[0]).toBe('0 added to the queue, 1 moved to the front.');
      await poll(async () => (await queue(device)).map(({ title }) => title)).toEqual(['Pier first']);
      // The scan of the whole library that follows the run adds playlists.
      const playlists = async () => (await device.json<{ data: WirePlaylist[] }>('/api/playlist/')).data;
      await poll(playlists).toMatchObject([{ playlist_name: 'Tide tables', playlist_description: 'Every pier in order.' }]);
      const [playlist] = await playlists();
      expect(playlist?.playlist_entries.map(({ youtube_id: id, downloaded }) => [id, downloaded])).toEqual([
        [idOf('second'), true],
        [idOf('first'), false],
        [idOf('secret'), false],
      ]);
    },
  );

  longTestIfInstalled('a flat addition of a channel reads only its list, adds no playlist, and leaves ignored videos out', longTimeout, async () => {
    site.describe('channel', {
      id: 'quay-notes',
      title: 'Quay Notes',
      channel: 'Quay Notes',
      channel_id: 'quay-notes',
      entries: [
        { id: 'first', title: 'Pier first' },
        { id: 'second', title: 'Pier second' },
      ],
    });
    await lastMessageOf(device, await add(device, `quay:${site.host}/second`));
    expect((await device.call(`/api/download/${idOf('second')}/`, { method: 'POST', body: { status: 'ignore' } })).status).toBe(200);
    const flatAddition = await lastMessageOf(device, await add(device, `quay:${site.host}/channel`, '?flat=true'));
    expect(flatAddition.messages).toEqual(['1 added to the queue, 1 already known.']);
    expect(site.requests.filter((request) => request.startsWith('/describe/'))).toEqual(['/describe/second', '/describe/channel']);
    expect(await queue(device, '?filter=pending')).toMatchObject([{ title: 'Pier first', channel_name: 'Quay Notes', vid_type: 'videos' }]);
    // The channel's own texts and pictures are downloaded with its first video.
    const thumbnails = ['avatar_uncropped', 'banner_uncropped'].map((id) => ({ id, url: `http://${site.host}/${id}.jpg` }));
    const address = `http://${site.host}/about`;
    site.describe('about', {
      id: 'quay-notes',
      title: 'Quay Notes',
      channel_id: 'quay-notes',
      channel: 'Quay Notes',
      description: 'Every morning.',
      thumbnails,
      entries: [],
    });
    site.addVideo('first', { channel_url: address });
    await lastMessageOf(device, await startRun(device));
    const { channel, description } = await video(device, 'first');
    expect(description).toBe('A walk before sunrise.');
    const channelAfterwards = await device.json<WireChannel>(`/api/channel/${channel.channel_id}/`);
    expect(channelAfterwards).toMatchObject({
      channel_description: 'Every morning.',
      channel_thumb_url: expect.any(String),
      channel_banner_url: expect.any(String),
    });
    expect((await device.call(channelAfterwards.channel_thumb_url ?? '')).headers.get('content-type')).toBe('image/jpeg');
    expect((await device.json<{ data: WirePlaylist[] }>('/api/playlist/')).data).toEqual([]);
  });

  longTestIfInstalled('an item keeps its error until a person starts the item again, which downloads the video', longTimeout, async () => {
    await lastMessageOf(device, await add(device, `quay:${site.host}/first quay:${site.host}/second`));
    site.serveMedia('first', 'gone');
    const failedRun = await lastMessageOf(device, await startRun(device));
    expect(failedRun).toMatchObject({
      level: 'error',
      messages: ['1 video downloaded.', expect.stringMatching(/^Pier first: The video is gone at its source/)],
    });
    expect(await queue(device, '?error=true')).toMatchObject([
      { youtube_id: idOf('first'), message: expect.stringMatching(/^The video is gone/), details: [expect.stringContaining('HTTP Error 404')] },
    ]);
    expect(await lastMessageOf(device, await startRun(device))).toMatchObject({ messages: ['Nothing to download.'] });
    site.serveMedia('first', 'whole');
    await device.call(`/api/download/${idOf('first')}/`, { method: 'POST', body: { status: 'priority' } });
    await poll(() => queue(device)).toEqual([]);
    expect((await video(device, 'first')).title).toBe('Pier first');
    expect(filesBelow(path.join(server.libraryFolder, '.stowaway-downloads'))).toEqual([]);
  });

  test.runIf(isInstalled)(
    'stopping a run lets the current download finish; an item that is deleted while it downloads leaves no file',
    longTimeout,
    async () => {
      await lastMessageOf(device, await add(device, `quay:${site.host}/first quay:${site.host}/second`));
      site.serveMedia('first', 'held');
      const run = await startRun(device);
      await site.untilHeld('first');
      expect((await device.call(`/api/task/by-id/${run.task_id}/`, { method: 'POST', body: { command: 'stop' } })).status).toBe(204);
      expect((await notifications(device)).find(({ id }) => id === run.task_id)?.command).toBe('STOP');
      site.serveMedia('first', 'whole');
      expect((await lastMessageOf(device, run)).messages).toEqual(['1 video downloaded.', 'Stopped.']);
      expect((await queue(device)).map(({ title }) => title)).toEqual(['Pier second']);

      site.serveMedia('second', 'held');
      const secondRun = await startRun(device);
      await site.untilHeld('second');
      await device.call(`/api/download/${idOf('second')}/`, { method: 'DELETE' });
      site.serveMedia('second', 'whole');
      expect((await lastMessageOf(device, secondRun)).messages).toEqual(['0 videos downloaded.']);
      expect(filesBelow(server.libraryFolder).filter((file) => file.includes('second') || file.startsWith('.'))).toEqual([]);
    },
  );

  longTestIfInstalled(
    'after a stopped run, the next run adds the playlist of the downloaded video, even if nothing is left to download',
    longTimeout,
    async () => {
      site.describe('tides', { id: 'tides', title: 'Tide tables', entries: [{ id: 'first', title: 'Pier first' }] });
      await lastMessageOf(device, await add(device, `quay:${site.host}/tides`));
      site.serveMedia('first', 'held');
      const run = await startRun(device);
      await site.untilHeld('first');
      await device.call(`/api/task/by-id/${run.task_id}/`, { method: 'POST', body: { command: 'stop' } });
      site.serveMedia('first', 'whole');
      expect((await lastMessageOf(device, run)).messages).toEqual(['1 video downloaded.', 'Stopped.']);
      expect((await lastMessageOf(device, await startRun(device))).messages).toEqual(['Nothing to download.']);
      expect((await device.json<{ data: WirePlaylist[] }>('/api/playlist/')).data).toMatchObject([{ playlist_name: 'Tide tables' }]);
    },
  );

  longTestIfInstalled('a second download of a video keeps its marks and the paths of its files', longTimeout, async () => {
    await lastMessageOf(device, await add(device, `quay:${site.host}/first`, '?autostart=true'));
    await poll(async () => (await device.call(`/api/video/${idOf('first')}/`)).status).toBe(200);
    await device.call('/api/watched/', { method: 'POST', body: { id: idOf('first'), is_watched: true } });
    await poll(() => queue(device)).toEqual([]);
    const filesBefore = filesBelow(server.libraryFolder);
    site.addVideo('first', { title: 'Pier first, mended' });
    expect((await lastMessageOf(device, await add(device, `quay:${site.host}/first`))).messages).toEqual(['0 added to the queue, 1 already known.']);
    await lastMessageOf(device, await add(device, `quay:${site.host}/first`, '?force=true&autostart=true'));
    await poll(async () => (await video(device, 'first')).title).toBe('Pier first, mended');
    expect((await video(device, 'first')).player.watched).toBe(true);
    await poll(() => queue(device)).toEqual([]);
    expect(filesBelow(server.libraryFolder)).toEqual(filesBefore);
  });
});

// In npm test, tests/unit/library-yt-dlp.test.ts checks the files that yt-dlp writes for a direct link.
test.runIf(ytDlpPath !== null && isLong)('yt-dlp itself downloads the file of a direct link, and reports an address without a video', longTimeout, async () => {
  const server = await startServerArchive({ fill: () => undefined, ytDlp: ytDlpPath ?? '' });
  const device = await server.login();
  await configure(device, { sleep_interval: 0 });
  const addition = await lastMessageOf(device, await add(device, `http://${site.host}/direct.mp4 http://${site.host}/nothing`));
  expect(addition).toMatchObject({ level: 'error', messages: ['1 added to the queue.', expect.stringMatching(/nothing: .*404/)] });
  expect((await lastMessageOf(device, await startRun(device))).messages).toEqual(['1 video downloaded.']);
  const [directVideo] = (await device.json<{ data: WireVideo[] }>('/api/video/')).data;
  expect(directVideo).toMatchObject({ title: 'direct', source_url: `http://${site.host}/direct.mp4`, channel: { channel_name: '127.0.0.1' } });
  expect((await device.call(directVideo?.media_url ?? '', { headers: { range: 'bytes=0-3' } })).status).toBe(206);
  expect(await queue(device)).toEqual([]);
  await server.stop();
});

describe('with a stand-in for yt-dlp', () => {
  let server: ServerArchive | undefined;
  afterEach(() => server?.stop());

  test('a full disk is reported on the downloading item only, and the download continues by itself once there is space', longTimeout, async () => {
    server = await startServerArchive({ fill: () => undefined, ytDlp: standInPath, diskRetryMs: 700 });
    const device = await server.login();
    await configure(device, { sleep_interval: 0 });
    await lastMessageOf(device, await add(device, `quay:${site.host}/first quay:${site.host}/second`));
    site.addVideo('first', { says: 'unable to write data: [Errno 28] No space left on device' });
    const fullDiskRun = await lastMessageOf(device, await startRun(device));
    expect(fullDiskRun.level).toBe('error');
    expect(fullDiskRun.messages.join('\n')).toMatch(/^0 videos downloaded\.\nPier first: The disk is full.* continues by itself when there is space\.$/);
    // The item has no message while it is retried.
    let items = await queue(device);
    await poll(async () => (items = await queue(device))[0]?.message ?? '').toMatch(/^The disk is full/);
    expect(items[1]).toMatchObject({ title: 'Pier second', status: 'pending' });
    expect(items[1]).not.toHaveProperty('message');
    site.addVideo('first');
    await poll(async () => (await queue(device)).map(({ title }) => title)).toEqual(['Pier second']);
    expect((await video(device, 'first')).title).toBe('Pier first');
  });

  // In npm test, tests/unit/downloads-go-on.test.ts checks which of the items are tried.
  longTest('items that were set to start wait for space together, and small ones are downloaded even if a large one fails again', longTimeout, async () => {
    server = await startServerArchive({ fill: () => undefined, ytDlp: standInPath, diskRetryMs: 100 });
    const device = await server.login();
    await configure(device, { sleep_interval: 0 });
    const noSpace = { filesize: 10_000_000, says: 'unable to write data: [Errno 28] No space left on device' };
    site.addVideo('first', noSpace);
    await lastMessageOf(device, await add(device, `quay:${site.host}/first quay:${site.host}/second`));
    await device.call('/api/download/?filter=pending', { method: 'PATCH', body: { status: 'priority' } });
    await poll(async () => (await queue(device)).map(({ title }) => title)).toEqual(['Pier first']);
    // The item has no message while it is retried.
    await poll(async () => (await queue(device))[0]?.message ?? '').toMatch(/^The disk is full/);
    site.addVideo('first');
    await poll(() => queue(device)).toEqual([]);
  });

  test('a downloaded file that cannot be played is reported on its item and does not stay in the library', longTimeout, async () => {
    server = await startServerArchive({ fill: () => undefined, ytDlp: standInPath });
    const device = await server.login();
    await configure(device, { sleep_interval: 0 });
    site.file('first.mp4', Buffer.from('<html>Please sign in to the network.</html>'));
    await lastMessageOf(device, await add(device, `quay:${site.host}/first`));
    expect((await lastMessageOf(device, await startRun(device))).level).toBe('error');
    expect(await queue(device)).toMatchObject([{ title: 'Pier first', message: expect.stringMatching(/^The downloaded file cannot be used: /) }]);
    expect(filesBelow(server.libraryFolder)).toEqual([]);
  });

  test('links and settings that look like options are not passed as options', longTimeout, async () => {
    const logPath = path.join(folder, 'called.log');
    setVariable('STAND_IN_LOG', logPath);
    server = await startServerArchive({ fill: () => undefined, ytDlp: standInPath });
    const device = await server.login();
    await configure(device, {
      sleep_interval: 0,
      format: '--exec=touch pwned',
      format_sort: '-U',
      subtitle: 'en,--exec=touch pwned',
      subtitle_source: 'user',
      comment_max: '1000,all,all,10',
      comment_sort: 'new',
      extractor_lang: 'de;player_client=all',
      limit_speed: 512,
      throttledratelimit: 100,
      pot_provider_url: 'http://127.0.0.1:4416/',
    });
    await device.json('/api/appsettings/cookie/', { method: 'PUT', body: { cookie: '.videos.example\tTRUE\t/\tTRUE\t0\tsession\tsecret' } });
    await lastMessageOf(device, await add(device, `-U:now --exec=touch quay:${site.host}/first`, '?autostart=true'));
    await poll(() => queue(device)).toEqual([]);

    const calls = (await readFile(logPath, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
    const lookupCall = calls.find((args) => args.includes('-U:now')) ?? [];
    expect(lookupCall.indexOf('-U:now')).toBe(lookupCall.indexOf('--') + 1);
    expect(calls.flat()).not.toContain('--exec=touch');
    const downloadCall = calls.find((args) => args.includes('--write-info-json')) ?? [];
    expect(downloadCall).toEqual(
      expect.arrayContaining([
        '--ignore-config',
        '--format=--exec=touch pwned',
        '--format-sort=-U',
        '--sub-langs=en',
        '--write-subs',
        '--limit-rate=512K',
        '--throttled-rate=100K',
        '--write-comments',
        '--extractor-args=youtube:max_comments=1000,all,all,10;comment_sort=new',
        '--extractor-args=youtubepot-bgutilhttp:base_url=http://127.0.0.1:4416/',
      ]),
    );
    const options = calls.flatMap((args) => args.slice(0, args.includes('--') ? args.indexOf('--') : undefined));
    expect(options.filter((option) => !option.startsWith('--'))).toEqual([]);
    const cookiesPath = downloadCall.find((option) => option.startsWith('--cookies='))?.slice('--cookies='.length) ?? '';
    expect([cookiesPath === '', existsSync(cookiesPath)]).toEqual([false, false]);
  });

  test('a missing or too old yt-dlp is reported, and the videos of the archive are still listed', longTimeout, async () => {
    server = await startServerArchive();
    let device = await server.login();
    const message = /is missing or not executable, so nothing can be downloaded\. Everything else works\. .*apt install yt-dlp/;
    expect((await device.json<Queue>('/api/download/')).downloader).toEqual({ is_ready: false, version: null, message: expect.stringMatching(message) });
    expect(await lastMessageOf(device, await add(device, 'https://videos.example/'))).toMatchObject({
      level: 'error',
      messages: [expect.stringMatching(message), 'Not added: https://videos.example/.'],
    });
    expect(await lastMessageOf(device, await startRun(device))).toMatchObject({ level: 'error', messages: [expect.stringMatching(message)] });
    expect((await device.json<{ data: unknown[] }>('/api/video/')).data.length).toBeGreaterThan(0);
    await server.stop();

    setVariable('STAND_IN_VERSION', '2021.12.27');
    server = await startServerArchive({ ytDlp: standInPath });
    device = await server.login();
    await poll(async () => (await device.json<Queue>('/api/download/')).downloader).toMatchObject({
      is_ready: false,
      version: '2021.12.27',
      message: expect.stringContaining('2021.12.27 is too old'),
    });
  });

  test.runIf(hasFfmpeg)('a download embeds title and picture in the file if the settings ask for both', longTimeout, async () => {
    const sampleFolder = path.resolve(import.meta.dirname, '../../server/sample-library/library/Kettle & Cog');
    for (const kind of ['mp4', 'jpg']) {
      const sample = readdirSync(sampleFolder).find((name) => name.endsWith(`[teaMachine1].${kind}`)) ?? '';
      site.file(`first.${kind}`, await readFile(path.join(sampleFolder, sample)));
    }
    server = await startServerArchive({ fill: () => undefined, ytDlp: standInPath });
    const device = await server.login();
    await configure(device, { sleep_interval: 0, add_metadata: true, add_thumbnail: true });
    await lastMessageOf(device, await add(device, `quay:${site.host}/first`));
    expect((await lastMessageOf(device, await startRun(device))).level).toBe('info');
    const mediaPath = path.join(server.libraryFolder, 'Quay Notes', 'Pier first [first].mp4');
    const probe = spawnSync(ffprobe ?? '', ['-v', 'error', '-show_entries', 'format_tags=title:stream_disposition=attached_pic', '-of', 'json', mediaPath], {
      encoding: 'utf8',
    });
    const { format, streams } = JSON.parse(probe.stdout) as { format: { tags: { title: string } }; streams: { disposition: { attached_pic: number } }[] };
    expect([format.tags.title, streams.map(({ disposition }) => disposition.attached_pic)]).toEqual(['Pier first', [0, 0, 1]]);
    expect((await video(device, 'first')).media_size).toBe(statSync(mediaPath).size);
    expect(server.logLines).toEqual([]);
  });

  longTest('a run deletes a video that was watched long enough ago and marks it as ignored', longTimeout, async () => {
    server = await startServerArchive({ fill: () => undefined, ytDlp: standInPath });
    const device = await server.login();
    await configure(device, { sleep_interval: 0, autodelete_days: 30 });
    await lastMessageOf(device, await add(device, `quay:${site.host}/first quay:${site.host}/second`));
    await lastMessageOf(device, await startRun(device));
    for (const name of ['first', 'second']) await device.call('/api/watched/', { method: 'POST', body: { id: idOf(name), is_watched: true } });
    server.archive.database.prepare('UPDATE video SET watched_at = watched_at - 31 * 86400 WHERE video_id = ?').run(idOf('first'));
    await lastMessageOf(device, await startRun(device));
    expect((await device.json<{ data: WireVideo[] }>('/api/video/')).data.map(({ title }) => title)).toEqual(['Pier second']);
    expect(await queue(device)).toMatchObject([{ title: 'Pier first', status: 'ignore' }]);
    expect(filesBelow(server.libraryFolder).filter((file) => file.includes('first') && !file.startsWith('.stowaway-trash/'))).toEqual([]);
  });
});
