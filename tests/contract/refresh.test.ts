// Refreshes and rescans of a real folder, and the addresses that are notified of a task's end.
import { once } from 'node:events';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { casesToRun, longTest } from '../long-test.ts';
import { createImporter } from '../../server/library/import-pass.ts';
import type { WireChannel, WireNotification, WirePlaylist, WireVideo } from '../../src/contract/names.ts';
import { aCollectionInfo, anInfo } from '../builders/library-folder.ts';
import { anMp4 } from '../builders/library-media.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';

const channelId = 'UCh4rb0urN0tesHarbNotes1';
const playlistId = 'PLt1deTablesTideTablesTideTablesT1';
const oldTime = 1_700_000_000;
const noYtDlpMessage = 'Only the library was read: without yt-dlp, the sources cannot be queried.';

let server: ServerArchive;
let device: ApiSession;
beforeEach(async () => {
  server = await startServerArchive({ fill: () => undefined });
  device = await server.login();
  await put('Harbour Notes - Videos.info.json', aCollectionInfo({ id: channelId, title: 'Harbour Notes - Videos', description: 'Piers.' }));
  for (const [index, id] of ['Qx7vR2mKc-4', 'Rop3sAndKn0'].entries()) {
    await put(`${id}.info.json`, anInfo({ id, title: id, playlist_id: playlistId, playlist_title: 'Tide tables', playlist_index: index + 1 }));
    await put(`${id}.mp4`, anMp4({}));
  }
  await createImporter({ root: server.libraryFolder, catalogue: server.catalogue, log: () => undefined }).run(new AbortController().signal);
  // Everything looks as if imported long ago and with other texts, so that a refresh is recognisable.
  server.archive.database.exec(`UPDATE video SET title = 'old', refreshed_at = ${oldTime}`);
  server.archive.database.exec(`UPDATE channel SET description = 'old', refreshed_at = ${oldTime}`);
  server.archive.database.exec(`UPDATE playlist SET name = 'old', refreshed_at = ${oldTime}`);
  await device.call('/api/watched/', { method: 'POST', body: { id: 'Qx7vR2mKc-4', is_watched: true } });
});
afterEach(() => server.stop());

async function put(name: string, content: Buffer | Record<string, unknown>): Promise<void> {
  await mkdir(path.join(server.libraryFolder, 'Harbour Notes'), { recursive: true });
  await writeFile(path.join(server.libraryFolder, 'Harbour Notes', name), Buffer.isBuffer(content) ? content : JSON.stringify(content));
}

/** Resolves to the task's last notification. */
async function refresh(body: Record<string, string[]>, query = ''): Promise<WireNotification | undefined> {
  const { task_id } = await device.json<{ task_id: string }>(`/api/refresh/${query}`, { method: 'POST', body });
  await expect.poll(() => (server.archive.database.prepare('SELECT count(*) AS n FROM task').get() as { n: number }).n).toBe(0);
  return (await device.json<WireNotification[]>('/api/notification/')).find(({ id }) => id === task_id);
}
const titles = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await device.json<{ data: WireVideo[] }>('/api/video/')).data.map((video) => [video.youtube_id, video.title]));

test('a refresh of one video reads its description again, keeps its mark, and changes no other video', async () => {
  expect(await refresh({ video: ['Qx7vR2mKc-4'] })).toMatchObject({
    title: 'Refresh Metadata',
    group: 'reindex:run',
    level: 'info',
    messages: ['1 video refreshed.', noYtDlpMessage],
  });
  expect(await titles()).toEqual({ 'Qx7vR2mKc-4': 'Qx7vR2mKc-4', Rop3sAndKn0: 'old' });
  const video = await device.json<WireVideo>('/api/video/Qx7vR2mKc-4/');
  expect(Date.parse(video.vid_last_refresh)).toBeGreaterThan(oldTime * 1000);
  expect(video.player.watched).toBe(true);
});

test('a refresh reads a channel or a playlist again, with the videos if requested', async () => {
  await refresh({ channel: [channelId] });
  const channel = await device.json<WireChannel>(`/api/channel/${channelId}/`);
  expect(channel.channel_description).toBe('Piers.');
  expect(Date.parse(channel.channel_last_refresh)).toBeGreaterThan(oldTime * 1000);

  expect(await refresh({ playlist: [playlistId] }, '?extract_videos=true')).toMatchObject({ messages: ['2 videos refreshed.', noYtDlpMessage] });
  const playlist = await device.json<WirePlaylist>(`/api/playlist/${playlistId}/`);
  expect([playlist.playlist_name, playlist.playlist_entries.length]).toEqual(['Tide tables', 2]);
  expect(Object.values(await titles()).toSorted()).toEqual(['Qx7vR2mKc-4', 'Rop3sAndKn0']);
});

test('a refresh without ids reads again everything that has not been refreshed for three months', async () => {
  expect(await refresh({})).toMatchObject({ messages: ['2 videos refreshed.', noYtDlpMessage] });
  expect(await refresh({})).toMatchObject({ messages: ['0 videos refreshed.'] });
});

test('a refresh reports missing and unknown videos, and refreshes the others', async () => {
  await rm(path.join(server.libraryFolder, 'Harbour Notes', 'Rop3sAndKn0.mp4'));
  expect(await refresh({ video: ['Qx7vR2mKc-4', 'Rop3sAndKn0', 'unknown-id1'] })).toMatchObject({
    level: 'error',
    messages: ['1 video refreshed.', '1 video missing: the file was not found.', noYtDlpMessage, 'Not in this archive: unknown-id1.'],
  });
});

test('nothing counts as refreshed while the library is absent', async () => {
  await rename(server.libraryFolder, `${server.libraryFolder} aside`);
  const message = `The library folder ${server.libraryFolder} was not found. What was imported before is kept.`;
  expect(await refresh({ video: ['Qx7vR2mKc-4'] })).toMatchObject({ level: 'error', messages: [message, noYtDlpMessage] });
  expect(Object.values(await titles())).toEqual(['old', 'old']);
  await rename(`${server.libraryFolder} aside`, server.libraryFolder);
  expect(await refresh({})).toMatchObject({ messages: ['2 videos refreshed.', noYtDlpMessage] });
});

test('turning on index_playlists for a channel brings back its deleted playlist', async () => {
  expect((await device.call(`/api/playlist/${playlistId}/`, { method: 'DELETE' })).status).toBe(204);
  expect((await device.call(`/api/playlist/${playlistId}/`)).status).toBe(404);
  await device.call(`/api/channel/${channelId}/`, { method: 'POST', body: { channel_overwrites: { index_playlists: true } } });
  await expect.poll(async () => (await device.call(`/api/playlist/${playlistId}/`)).status).toBe(200);
});

const waysToStart: [startMethod: string, path: string, body: object][] = [
  ['by its call', '/api/appsettings/rescan-filesystem/', { ignore_error: false, prefer_local: false }],
  ['by name, as older clients do', '/api/task/by-name/rescan_filesystem/', {}],
  ['as an import', '/api/appsettings/manual-import/', { ignore_error: false, prefer_local: true }],
];
test.each(casesToRun(waysToStart, 1))('a rescan of the library can be started %s', async (startMethod, route, body) => {
  const isLocal = startMethod === 'as an import';
  await put('N3wF1lmHere.mp4', anMp4({ mediaBytes: 999 }));
  await rm(path.join(server.libraryFolder, 'Harbour Notes', 'Rop3sAndKn0.mp4'));
  const { task_id, status } = await device.json<{ task_id: string; status: string }>(route, { method: 'POST', body });
  expect(status).toBe('PENDING');
  const lastMessages = async () => (await device.json<WireNotification[]>('/api/notification/?filter=settings')).find(({ id }) => id === task_id)?.messages;
  await expect.poll(lastMessages).toEqual(['2 media files, 1 new, 1 missing.', ...(isLocal ? [] : [noYtDlpMessage])]);
});

describe('a rescan', () => {
  const rescan = async (): Promise<WireNotification | undefined> => {
    const body = { ignore_error: false, prefer_local: true };
    const { task_id } = await device.json<{ task_id: string }>('/api/appsettings/rescan-filesystem/', { method: 'POST', body });
    const ownNotification = async () => (await device.json<WireNotification[]>('/api/notification/')).find(({ id }) => id === task_id);
    await expect.poll(async () => (await ownNotification())?.messages[0]).toMatch(/media files|library folder/);
    return ownNotification();
  };

  test('that found broken files succeeds, and reports how many and where', async () => {
    for (let number = 1; number <= 7; number += 1) await put(`broken ${number}.mp4`, Buffer.from('x'));
    const lastNotification = await rescan();
    expect(lastNotification).toMatchObject({
      level: 'info',
      messages: [
        '9 media files, nothing new.',
        '7 files have problems. See /admin/library/.',
        ...Array<unknown>(5).fill(expect.stringMatching(/^Harbour Notes\/broken \d\.mp4: /)),
      ],
    });
  });

  longTest('that could not read the library fails', async () => {
    await rename(server.libraryFolder, `${server.libraryFolder} aside`);
    const message = `The library folder ${server.libraryFolder} was not found. What was imported before is kept.`;
    expect(await rescan()).toMatchObject({ level: 'error', messages: [message] });
    await mkdir(server.libraryFolder);
    expect(await rescan()).toMatchObject({ level: 'error', messages: [expect.stringContaining('All 2 videos are gone from the library folder at once')] });
  });
});

describe('notification addresses', () => {
  let receivedRequests: { url: string; body: unknown }[];
  let receiver: Server;
  let address: string;
  beforeEach(async () => {
    receivedRequests = [];
    receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        receivedRequests.push({ url: request.url ?? '', body: JSON.parse(Buffer.concat(parts).toString()) as unknown });
        if (request.url === '/moved') response.writeHead(302, { location: `${address}/hook` });
        else response.statusCode = request.url === '/broken' ? 500 : 200;
        response.end();
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  });
  afterEach(() => void receiver.close());

  test('are notified only when their own task ends', async () => {
    const add = (task_name: string, url: string) => device.call('/api/task/notification/', { method: 'POST', body: { task_name, url } });
    await add('check_reindex', `${address}/hook`);
    await add('check_reindex', `${address}/hook`);
    await add('manual_import', `${address}/other`);
    expect(await device.json('/api/task/notification/')).toMatchObject({ check_reindex: { urls: [`${address}/hook`], title: 'Refresh Metadata' } });
    await refresh({ video: ['Qx7vR2mKc-4'] });
    await expect
      .poll(() => receivedRequests)
      .toEqual([
        { url: '/hook', body: { version: '1.0', title: 'Stowaway: Refresh Metadata', message: `1 video refreshed.\n${noYtDlpMessage}`, type: 'info' } },
      ]);
    await device.call('/api/task/notification/', { method: 'DELETE', body: { task_name: 'check_reindex', url: `${address}/hook` } });
    expect(await device.json('/api/task/notification/')).not.toHaveProperty('check_reindex');
  });

  const testAnswers = [
    ['/hook', 200, { success: true, message: 'Test notification sent successfully' }],
    ['/broken', 400, { success: false, message: 'The service answered with 500.' }],
    ['/moved', 400, { success: false, message: 'The address redirects to another address. Enter the other address instead.' }],
  ] as const;
  test.each(casesToRun(testAnswers, 1))('a test of %s answers %i', async (route, status, expectedBody) => {
    const answer = await device.call('/api/task/notification/test/', { method: 'POST', body: { url: `${address}${route}`, task_name: 'check_reindex' } });
    expect([answer.status, await answer.json(), receivedRequests.length]).toEqual([status, expectedBody, 1]);
  });

  test('can be read by staff only', async () => {
    const guest = await server.login('guest');
    expect((await guest.call('/api/task/notification/')).status).toBe(403);
  });
});
