// Refreshing and scanning by the installed yt-dlp with a plug-in extractor, on a site on loopback. Skipped with a message if yt-dlp is not
// installed; source.test.ts and subscriptions.test.ts test the same with a stand-in.
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import { channelIdOf, playlistIdOf, videoIdOf } from '../../server/library/derived-ids.ts';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';
import type { WireChannel, WireDownloadItem, WireNotification, WirePlaylist, WireVideo } from '../../src/contract/names.ts';
import { aJpeg, anMp4 } from '../builders/library-media.ts';
import { usePlugInExtractor } from '../builders/plug-in-extractor.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { startVideoSite, type VideoSite } from '../doubles/video-site.ts';
import { longTest } from '../long-test.ts';

const ytDlpPath = findProgram('yt-dlp');
const version = ytDlpPath && spawnSync(ytDlpPath, ['--version'], { encoding: 'utf8' }).stdout.trim();
if (!version) process.stdout.write('Skipped: refreshing and scanning by yt-dlp itself, because it is not on the PATH.\n');

const longTimeout = { timeout: 120_000 };
const idOf = (id: string): string => videoIdOf({ site: 'quay', id }).id;
const channelId = channelIdOf({ site: 'quay', id: 'quay-notes' }).id;
const playlistId = playlistIdOf({ site: 'quay', id: 'tides' }).id;

describe.runIf(version)(`by yt-dlp ${version ?? '(not installed)'}`, () => {
  let site: VideoSite;
  let server: ServerArchive;
  let device: ApiSession;
  usePlugInExtractor();
  beforeEach(async () => {
    site = await startVideoSite();
    server = await startServerArchive({ fill: () => undefined, ytDlp: ytDlpPath ?? '' });
    device = await server.login();
    server.archive.appSettings.change({ downloads: { sleep_interval: 0, comment_max: 'all' } });
    await mkdir(path.join(server.libraryFolder, 'Quay Notes'));
    for (const [index, name] of ['first', 'second'].entries()) {
      const info = { id: name, title: name, extractor: 'quay', channel: 'Quay Notes', channel_id: 'quay-notes', channel_url: `http://${site.host}/channel` };
      const playlistFields = { playlist_id: 'tides', playlist_title: 'Old tides', playlist_index: index + 1, webpage_url: `http://${site.host}/watch/${name}` };
      await writeFile(path.join(server.libraryFolder, 'Quay Notes', `${name}.info.json`), JSON.stringify({ ...info, ...playlistFields, epoch: 1_700_000_000 }));
      await writeFile(path.join(server.libraryFolder, 'Quay Notes', `${name}.mp4`), anMp4({ mediaBytes: 400 + index }));
    }
    await createImporter({ root: server.libraryFolder, catalogue: server.catalogue, log: () => undefined }).run(new AbortController().signal);
    // The plug-in accepts addresses of the form `quay:HOST/NAME`, but not the web addresses in these descriptions.
    const { database } = server.archive;
    for (const name of ['first', 'second']) database.prepare('UPDATE video SET source_url = ? WHERE video_id = ?').run(`quay:${site.host}/${name}`, idOf(name));
    database.prepare('UPDATE channel SET source_url = ? WHERE channel_id = ?').run(`quay:${site.host}/channel`, channelId);
    database.prepare('UPDATE playlist SET source_url = ? WHERE playlist_id = ?').run(`quay:${site.host}/tides`, playlistId);
  });
  afterEach(async () => {
    await server?.stop();
    await site?.stop();
  });

  const taskCount = (): number => (server.archive.database.prepare('SELECT count(*) AS n FROM task').get() as { n: number }).n;
  async function runTask(address: string, body?: unknown): Promise<WireNotification | undefined> {
    const { task_id } = await device.json<{ task_id: string }>(address, { method: 'POST', ...(body === undefined ? {} : { body }) });
    await expect.poll(taskCount, { timeout: 60_000, interval: 100 }).toBe(0);
    return (await device.json<WireNotification[]>('/api/notification/')).find(({ id }) => id === task_id);
  }

  test('a refresh updates videos, their channel and their playlist, and marks a video that the site has removed as inactive', longTimeout, async () => {
    site.file('first.jpg', aJpeg('a new picture'));
    site.file('face.jpg', aJpeg('face'));
    site.file('wide.jpg', aJpeg('wide'));
    site.addVideo('first', { title: 'Low water' });
    site.describe('second', { error: 'This video has been removed' });
    const owner = { channel: 'Quay Notes', channel_id: 'quay-notes', channel_url: `http://${site.host}/channel` };
    site.describe('channel', {
      ...owner,
      id: 'quay-notes',
      title: 'Quay Notes',
      description: 'Every pier.',
      channel_follower_count: 17,
      thumbnails: [
        { id: 'avatar_uncropped', url: `http://${site.host}/face.jpg` },
        { id: 'banner_uncropped', url: `http://${site.host}/wide.jpg` },
      ],
      entries: [{ id: 'first' }],
    });
    site.describe('tides', { ...owner, id: 'tides', title: 'Tide tables', entries: [{ id: 'third', title: 'Not here' }, { id: 'second' }, { id: 'first' }] });
    const lastNotification = await runTask('/api/refresh/', { video: [idOf('first'), idOf('second')], channel: [channelId], playlist: [playlistId] });
    expect(lastNotification).toMatchObject({
      level: 'info',
      messages: ['2 videos refreshed.', '1 is gone at the source. Videos in the archive stay watchable.'],
    });

    const [firstVideo, secondVideo] = await Promise.all(['first', 'second'].map((name) => device.json<WireVideo>(`/api/video/${idOf(name)}/`)));
    expect(firstVideo).toMatchObject({ title: 'Low water', active: true, comment_count: 1, tags: ['sea'] });
    expect(secondVideo).toMatchObject({ title: 'second', active: false });
    expect((await device.call(firstVideo?.vid_thumb_url ?? '')).status).toBe(200);
    const channel = await device.json<WireChannel>(`/api/channel/${channelId}/`);
    expect(channel).toMatchObject({ channel_description: 'Every pier.', channel_subs: 17, channel_active: true });
    expect(Buffer.from(await (await device.call(channel.channel_thumb_url ?? '')).arrayBuffer())).toEqual(aJpeg('face'));
    const playlist = await device.json<WirePlaylist>(`/api/playlist/${playlistId}/`);
    expect(playlist.playlist_name).toBe('Tide tables');
    expect(playlist.playlist_entries.map(({ title, downloaded }) => [title, downloaded])).toEqual([
      ['Not here', false],
      ['second', true],
      ['Low water', true],
    ]);
  });

  longTest('a scan of a channel adds new videos, each described by its own page', longTimeout, async () => {
    server.archive.channels.change(channelId, { isSubscribed: true });
    site.addVideo('third', { title: 'Pier three', duration: 75 });
    site.describe('channel', { id: 'quay-notes', title: 'Quay Notes', channel_id: 'quay-notes', entries: [{ id: 'third' }, { id: 'first' }] });
    expect(await runTask('/api/task/by-name/update_subscribed/')).toMatchObject({ level: 'info', messages: ['1 new in the queue.'] });
    expect((await device.json<{ data: WireDownloadItem[] }>('/api/download/')).data).toMatchObject([
      { youtube_id: idOf('third'), title: 'Pier three', channel_id: channelId, duration: '1m 15s', vid_type: 'videos' },
    ]);
  });
});
