// Refreshing from the source: a stand-in for yt-dlp answers for the addresses of the videos, channels and playlists.
import { readdir, readFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import { noServiceAddresses } from '../../server/external-services/addresses.ts';
import type { WireChannel, WireComment, WireNotification, WirePlaylist, WireVideo } from '../../src/contract/names.ts';
import { aCollectionInfo, anInfo } from '../builders/library-folder.ts';
import { anMp4, aJpeg } from '../builders/library-media.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { startExternalService, type ExternalService } from '../doubles/external-service.ts';
import { aFakeYtDlp, type FakeYtDlp } from '../doubles/fake-yt-dlp.ts';
import { contractProblems } from './contract-answers.ts';
import { longTest } from '../long-test.ts';

const channelId = 'UCh4rb0urN0tesHarbNotes1';
const channelUrl = `https://www.youtube.com/channel/${channelId}`;
const playlistId = 'PLt1deTablesTideTablesTideTablesT1';
const playlistUrl = `https://www.youtube.com/playlist?list=${playlistId}`;
const pierId = 'Qx7vR2mKc-4';
const ropeId = 'Rop3sAndKn0';
const watchUrl = (id: string): string => `https://www.youtube.com/watch?v=${id}`;
const infoOf = (id: string, changes: Record<string, unknown> = {}) =>
  anInfo({ id, title: id, webpage_url: watchUrl(id), original_url: watchUrl(id), extractor: 'youtube', epoch: 1_700_000_000, ...changes });

let ytDlp: FakeYtDlp;
let service: ExternalService;
let server: ServerArchive;
let device: ApiSession;
beforeEach(async () => {
  ytDlp = await aFakeYtDlp();
  service = await startExternalService();
  server = await startServerArchive({ fill: () => undefined, ytDlp: ytDlp.program, serviceAddresses: { ...noServiceAddresses, sponsorBlock: service.url } });
  device = await server.login();
  server.archive.appSettings.change({ downloads: { sleep_interval: 0 } });
  for (const [index, id] of [pierId, ropeId].entries()) {
    const playlistFields = { playlist_id: playlistId, playlist_title: 'Tide tables', playlist_webpage_url: playlistUrl, playlist_index: index + 1 };
    await putFile(`${id}.info.json`, infoOf(id, playlistFields));
    await putFile(`${id}.mp4`, anMp4({}));
    await putFile(`${id}.webp`, aJpeg('old'));
  }
  await createImporter({ root: server.libraryFolder, catalogue: server.catalogue, log: () => undefined }).run(new AbortController().signal);
});
afterEach(async () => {
  await server.stop();
  await service.stop();
  await ytDlp.remove();
});

async function putFile(name: string, content: Buffer | Record<string, unknown>): Promise<void> {
  await mkdir(path.join(server.libraryFolder, 'Harbour Notes'), { recursive: true });
  await writeFile(path.join(server.libraryFolder, 'Harbour Notes', name), Buffer.isBuffer(content) ? content : JSON.stringify(content));
}
const taskCount = (): number => (server.archive.database.prepare('SELECT count(*) AS n FROM task').get() as { n: number }).n;
async function refresh(body: Record<string, string[]>, query = ''): Promise<WireNotification | undefined> {
  const { task_id } = await device.json<{ task_id: string }>(`/api/refresh/${query}`, { method: 'POST', body });
  await expect.poll(taskCount, { timeout: 20_000 }).toBe(0);
  return (await device.json<WireNotification[]>('/api/notification/')).find(({ id }) => id === task_id);
}
const video = (id: string) => device.json<WireVideo>(`/api/video/${id}/`);

test('a refreshed video gets the current texts, comments and picture from its source, and keeps its watched mark, download date and playlist', async () => {
  server.archive.appSettings.change({ downloads: { comment_max: '20,20,5,5', extractor_lang: 'de' } });
  await device.call('/api/watched/', { method: 'POST', body: { id: pierId, is_watched: true } });
  const videoBefore = await video(pierId);
  const comments = [{ id: 'c1', parent: 'root', author: 'Ines', text: 'Still there?', timestamp: 1_700_000_100, like_count: 2 }];
  await ytDlp.serve({
    [watchUrl(pierId)]: {
      info: infoOf(pierId, { title: 'High tide', view_count: 99, tags: ['flood'], epoch: 1_790_000_000, comments }),
      pictures: { '.jpg': 'new picture' },
    },
  });
  expect(await refresh({ video: [pierId] })).toMatchObject({ level: 'info', messages: ['1 video refreshed.'] });

  const videoAfter = await video(pierId);
  expect(videoAfter).toMatchObject({ title: 'High tide', stats: { view_count: 99 }, tags: ['flood'], active: true, playlist: [playlistId], comment_count: 1 });
  expect([videoAfter.player.watched, videoAfter.date_downloaded]).toEqual([true, videoBefore.date_downloaded]);
  expect((await device.json<WireComment[]>(`/api/video/${pierId}/comment/`))[0]).toMatchObject({ comment_author: 'Ines' });
  expect(await (await device.call(videoAfter.vid_thumb_url ?? '')).text()).toBe('new picture');
  expect((await readdir(path.join(server.libraryFolder, 'Harbour Notes'))).filter((name) => name.startsWith(pierId) || name.startsWith('.'))).toEqual([
    `${pierId}.info.json`,
    `${pierId}.jpg`,
    `${pierId}.mp4`,
  ]);
  const [call = []] = await ytDlp.calls();
  expect(call).toContain('--extractor-args=youtube:max_comments=20,20,5,5;comment_sort=top;lang=de');
  expect(call.slice(-2)).toEqual(['--', watchUrl(pierId)]);
});

test('a video removed at its source becomes inactive but stays watchable, and becomes active when the source has the video again', async () => {
  await ytDlp.serve({ [watchUrl(ropeId)]: { info: infoOf(ropeId) } });
  expect(await refresh({ video: [pierId, ropeId] })).toMatchObject({
    level: 'info',
    messages: ['2 videos refreshed.', '1 is gone at the source. Videos in the archive stay watchable.'],
  });
  expect([await video(pierId), await video(ropeId)]).toMatchObject([{ active: false, title: pierId }, { active: true }]);
  expect((await device.call((await video(pierId)).media_url)).status).toBe(200);
  await ytDlp.serve({ [watchUrl(pierId)]: { info: infoOf(pierId) } });
  await refresh({ video: [pierId] });
  expect(await video(pierId)).toMatchObject({ active: true });
});

test('a refresh writes a missing description file, with the comments and segments that the archive has stored', async () => {
  const comment = { id: 'c1', parent: 'root', author: 'Ines', text: 'Still there?', timestamp: 1_700_000_100 };
  const segment = { category: 'sponsor', start_time: 3, end_time: 9, UUID: 'abc', actionType: 'skip' };
  await putFile(`${pierId}.info.json`, infoOf(pierId, { title: 'Old title', comments: [comment], sponsorblock_chapters: [segment] }));
  const importer = createImporter({ root: server.libraryFolder, catalogue: server.catalogue, log: () => undefined });
  await importer.run(new AbortController().signal);
  await rm(path.join(server.libraryFolder, 'Harbour Notes', `${pierId}.info.json`));
  expect(await refresh({ video: [pierId] })).toMatchObject({ messages: [expect.anything(), expect.stringMatching(/gone at the source/)] });
  expect(await video(pierId)).toMatchObject({ active: false, title: 'Old title', comment_count: 1, channel: { channel_name: 'Harbour Notes' } });

  await rm(path.join(server.libraryFolder, 'Harbour Notes', `${pierId}.info.json`));
  await ytDlp.serve({ [watchUrl(pierId)]: { info: infoOf(pierId, { title: 'New title', formats: [{ url: 'large' }] }) } });
  await refresh({ video: [pierId] });
  const videoAfter = await video(pierId);
  expect(videoAfter).toMatchObject({ active: true, title: 'New title', comment_count: 1 });
  expect(videoAfter.sponsorblock?.segments).toMatchObject([{ UUID: 'abc' }]);
});

longTest('a refresh updates skip segments if the setting enables them, and keeps the stored segments while the service fails', async () => {
  await ytDlp.serve({ [watchUrl(pierId)]: { info: infoOf(pierId) }, [watchUrl(ropeId)]: { info: infoOf(ropeId) } });
  const segment = { UUID: 'u1', category: 'sponsor', actionType: 'skip', segment: [3, 9.5], votes: 4, locked: 1 };
  service.answer = { status: 200, body: [pierId, ropeId].map((videoID) => ({ videoID, segments: [segment] })) };
  await refresh({ video: [pierId] });
  expect([(await video(pierId)).sponsorblock, service.requests]).toEqual([null, []]);

  server.archive.appSettings.change({ downloads: { integrate_sponsorblock: true } });
  await refresh({ video: [pierId] });
  expect((await video(pierId)).sponsorblock?.segments).toMatchObject([{ UUID: 'u1', segment: [3, 9.5] }]);
  service.answer = { status: 500, body: {} };
  expect(await refresh({ video: [pierId] })).toMatchObject({ level: 'info' });
  expect((await video(pierId)).sponsorblock?.segments).toHaveLength(1);

  const overwrites = { integrate_sponsorblock: false };
  await device.call(`/api/channel/${channelId}/`, { method: 'POST', body: { channel_overwrites: overwrites } });
  const requestCountBefore = service.requests.length;
  await refresh({ video: [ropeId] });
  expect(service.requests).toHaveLength(requestCountBefore);
});

test('a refresh shows its progress while it runs, and cannot be stopped', async () => {
  await ytDlp.serve({ [watchUrl(pierId)]: { info: infoOf(pierId), isHeld: true } });
  const { task_id } = await device.json<{ task_id: string }>('/api/refresh/', { method: 'POST', body: { video: [pierId] } });
  const readNotification = async () => (await device.json<WireNotification[]>('/api/notification/')).find(({ id }) => id === task_id);
  await expect.poll(async () => (await readNotification())?.messages).toEqual(['Querying the sources', pierId, '1 of 1']);
  expect(await readNotification()).toMatchObject({ progress: 0, api_stop: false, command: null });
  const answer = await device.call(`/api/task/by-id/${task_id}/`, { method: 'POST', body: { command: 'stop' } });
  expect(answer.status).toBe(400);
  expect(await contractProblems('sendTaskCommand', answer)).toEqual([]);
  await ytDlp.release();
  await expect.poll(taskCount).toBe(0);
});

test('a refresh reports an unreadable description file and leaves the file unchanged', async () => {
  const file = path.join(server.libraryFolder, 'Harbour Notes', `${pierId}.info.json`);
  await writeFile(file, '{"id": "broken');
  await ytDlp.serve({ [watchUrl(pierId)]: { info: infoOf(pierId, { title: 'High tide' }) } });
  const lastNotification = await refresh({ video: [pierId] });
  expect(lastNotification).toMatchObject({ level: 'error' });
  expect(lastNotification?.messages).toContainEqual(expect.stringMatching(/The description is not valid JSON\. It was left as it is\.$/));
  expect(await readFile(file, 'utf8')).toBe('{"id": "broken');
});

test('a refresh reports a source that is unreachable or returns another video, and changes nothing', async () => {
  await ytDlp.serve({
    [watchUrl(pierId)]: { error: '[youtube] Unable to download webpage: <urlopen error timed out>' },
    [watchUrl(ropeId)]: { info: infoOf(pierId) },
  });
  const lastNotification = await refresh({ video: [pierId, ropeId] });
  expect(lastNotification).toMatchObject({ level: 'error' });
  expect(lastNotification?.messages[1]).toMatch(new RegExp(`^${pierId}: .*timed out`));
  expect(lastNotification?.messages[2]).toBe(`${ropeId}: Its address now leads to another video.`);
  expect([await video(pierId), await video(ropeId)]).toMatchObject([
    { active: true, title: pierId },
    { active: true, title: ropeId },
  ]);
});

test('a refresh updates the texts and pictures of a channel and the entries of a playlist, and marks both as inactive once the source lacks them', async () => {
  const entryOf = (id: string) => ({ _type: 'url', id, url: watchUrl(id), title: `${id} there`, ie_key: 'Youtube' });
  await ytDlp.serve({
    [channelUrl]: {
      info: aCollectionInfo({
        id: channelId,
        title: 'Harbour Notes - Videos',
        channel: 'Harbour Notes',
        description: 'Piers and ropes.',
        channel_follower_count: 77,
      }),
      pictures: { '.avatar_uncropped.jpg': 'face', '.banner_uncropped.jpg': 'wide', '.0.jpg': 'small' },
    },
    [playlistUrl]: {
      info: {
        _type: 'playlist',
        id: playlistId,
        title: 'Tide tables, new',
        extractor: 'youtube:tab',
        webpage_url: playlistUrl,
        channel_id: channelId,
        entries: [entryOf('n0tHere-123'), entryOf(ropeId), entryOf(pierId)],
      },
    },
  });
  expect(await refresh({ channel: [channelId], playlist: [playlistId] })).toMatchObject({ level: 'info' });
  const channel = await device.json<WireChannel>(`/api/channel/${channelId}/`);
  expect(channel).toMatchObject({ channel_description: 'Piers and ropes.', channel_subs: 77, channel_active: true });
  expect(await (await device.call(channel.channel_thumb_url ?? '')).text()).toBe('face');
  expect(await (await device.call(channel.channel_banner_url ?? '')).text()).toBe('wide');
  const playlist = await device.json<WirePlaylist>(`/api/playlist/${playlistId}/`);
  expect(playlist.playlist_name).toBe('Tide tables, new');
  expect(playlist.playlist_entries.map(({ youtube_id, downloaded }) => [youtube_id, downloaded])).toEqual([
    ['n0tHere-123', false],
    [ropeId, true],
    [pierId, true],
  ]);

  await ytDlp.serve({});
  await refresh({ channel: [channelId], playlist: [playlistId] });
  expect(await device.json<WireChannel>(`/api/channel/${channelId}/`)).toMatchObject({ channel_active: false, channel_name: 'Harbour Notes' });
  expect(await device.json<WirePlaylist>(`/api/playlist/${playlistId}/`)).toMatchObject({ playlist_active: false });
});

test('an automatic refresh requests only videos not refreshed within the scheduled days, and repeats a request that failed', async () => {
  const twentyDaysAgo = Math.floor(Date.now() / 1000) - 20 * 86_400;
  server.archive.database.exec(`UPDATE video SET refreshed_at = ${twentyDaysAgo}`);
  await ytDlp.serve({ [watchUrl(pierId)]: { info: infoOf(pierId, { title: 'Fresh' }) }, [watchUrl(ropeId)]: { error: 'HTTP Error 503' } });
  await refresh({});
  expect(await ytDlp.calls()).toEqual([]);
  await device.call('/api/task/schedule/check_reindex/', { method: 'POST', body: { config: { days: 10 } } });
  await refresh({});
  expect((await ytDlp.calls()).map((call) => call.at(-1))).toEqual([watchUrl(pierId), watchUrl(ropeId)]);
  expect(await video(pierId)).toMatchObject({ title: 'Fresh' });
  await refresh({});
  expect((await ytDlp.calls()).slice(2).map((call) => call.at(-1))).toEqual([watchUrl(ropeId)]);
  server.archive.database.exec(`UPDATE video SET refreshed_at = ${twentyDaysAgo}`);
  await ytDlp.serve({ [watchUrl(pierId)]: { info: infoOf(ropeId) }, [watchUrl(ropeId)]: { info: infoOf(ropeId) } });
  expect(await refresh({})).toMatchObject({ level: 'error' });
  await refresh({});
  // The first video is requested only once, because its address leads to another video, and a retry would not change that.
  expect((await ytDlp.calls()).slice(3).map((call) => call.at(-1))).toEqual([watchUrl(pierId), watchUrl(ropeId)]);
  expect(JSON.parse(await readFile(path.join(server.libraryFolder, 'Harbour Notes', `${ropeId}.info.json`), 'utf8'))).toMatchObject({ title: ropeId });
});
