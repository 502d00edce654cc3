// While a file is absent, its video is missing, and no mark, position or playlist entry of the video is lost.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAlerts, type Alerts } from '../../server/alerts/alerts.ts';
import { startLibrary } from '../../server/library/start-library.ts';
import type { WireChannel, WirePlaylist, WireVideo } from '../../src/contract/names.ts';
import { anInfo } from '../builders/library-folder.ts';
import { anMp4, aVtt } from '../builders/library-media.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { silentLog } from '../doubles/log.ts';

const pierId = 'Qx7vR2mKc-4';
const ropeId = 'Rop3sAndKn0';
const channelId = 'UCh4rb0urN0tesHarbNotes1';

let server: ServerArchive;
let device: ApiSession;
let alerts: Alerts;
let notifications: string[];
let library: Awaited<ReturnType<typeof startLibrary>>;
const pollOptions = { interval: 20 };

beforeEach(async () => {
  server = await startServerArchive({ fill: () => undefined });
  device = await server.login();
  await put('Films', pierId);
  await put('Notes', ropeId);
  notifications = [];
  alerts = createAlerts({ log: silentLog, notify: (message) => void notifications.push(message) });
  await startWatching();
});
afterEach(async () => {
  await library.stop();
  await server.stop();
});

async function startWatching(): Promise<void> {
  library = await startLibrary({
    root: server.libraryFolder,
    catalogue: server.catalogue,
    alerts,
    log: silentLog,
    signal: new AbortController().signal,
    timing: { settleMs: 20, recheckDelayMs: 0, samplePauseMs: 0 },
  });
  await library.firstImport;
}

async function put(folder: string, id: string): Promise<void> {
  const target = path.join(server.libraryFolder, folder);
  await mkdir(target, { recursive: true });
  await writeFile(
    path.join(target, `${id}.info.json`),
    JSON.stringify(anInfo({ id, title: `Film ${id}`, comments: [{ id: 'c1', text: 'Hello', author: 'Fern' }] })),
  );
  await writeFile(path.join(target, `${id}.en.vtt`), aVtt());
  await writeFile(path.join(target, `${id}.mp4`), anMp4({ mediaBytes: id === pierId ? 500 : 900 }));
}
const videoOf = (id: string) => device.json<WireVideo>(`/api/video/${id}/`);
const listedIds = async (query = ''): Promise<string[]> =>
  (await device.json<{ data: WireVideo[] }>(`/api/video/${query}`)).data.map(({ youtube_id }) => youtube_id).toSorted();
const asideFolder = (): string => path.join(server.libraryFolder, '..', 'aside');

describe('an absent folder, one of two,', () => {
  test('hides its videos from lists, counts and search until it returns, and no mark, position or playlist entry is lost', async () => {
    const customPlaylist = await device.json<WirePlaylist>('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'Both' } });
    for (const id of [pierId, ropeId])
      await device.call(`/api/playlist/custom/${customPlaylist.playlist_id}/`, { method: 'POST', body: { action: 'create', video_id: id } });
    await device.call(`/api/video/${pierId}/progress/`, { method: 'POST', body: { position: 20 } });
    await device.call(`/api/channel/${channelId}/`, { method: 'POST', body: { channel_subscribed: true } });
    const mediaUrl = (await videoOf(pierId)).media_url;
    const videoBefore = { ...(await videoOf(pierId)), vid_last_refresh: '' };

    await rename(path.join(server.libraryFolder, 'Films'), asideFolder());
    await expect.poll(() => listedIds(), pollOptions).toEqual([ropeId]);
    const missingVideo = await videoOf(pierId);
    expect({ ...missingVideo, vid_last_refresh: '', missing_since: undefined }).toEqual({ ...videoBefore, missing_since: undefined });
    expect(missingVideo.missing_since).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect((await device.call(mediaUrl)).status).toBe(404);
    expect((await device.call(`/api/video/${pierId}/comment/`)).status).toBe(200);
    expect(await device.json(`/api/channel/${channelId}/aggs/`)).toMatchObject({ total_items: { value: 1 } });
    expect(await device.json('/api/stats/video/')).toMatchObject({ doc_count: 1 });
    expect((await device.json<{ results: { video_results: unknown[] } }>(`/api/search/?query=video:film`)).results.video_results).toHaveLength(1);
    expect((await device.json<WirePlaylist>(`/api/playlist/${customPlaylist.playlist_id}/`)).playlist_entries.map((entry) => entry.downloaded)).toEqual([
      false,
      true,
    ]);
    expect(await listedIds(`?playlist=${customPlaylist.playlist_id}`)).toEqual([ropeId]);
    expect(await device.json('/api/video/?watch=continue')).toMatchObject({ data: [] });

    await rename(asideFolder(), path.join(server.libraryFolder, 'Films'));
    await expect.poll(() => listedIds(), pollOptions).toEqual([pierId, ropeId]);
    expect({ ...(await videoOf(pierId)), vid_last_refresh: '' }).toEqual(videoBefore);
    expect((await device.call(mediaUrl, { headers: { range: 'bytes=0-3' } })).status).toBe(206);
    expect(await device.json('/api/stats/video/')).toMatchObject({ doc_count: 2 });
    expect((await device.json<WirePlaylist>(`/api/playlist/${customPlaylist.playlist_id}/`)).playlist_entries.map((entry) => entry.downloaded)).toEqual([
      true,
      true,
    ]);
    expect(await device.json<WireChannel>(`/api/channel/${channelId}/`)).toMatchObject({ channel_subscribed: true });
    expect(server.logLines).toEqual([]);
  });

  test('still lets people mark and resume missing videos, even after a restart of the library', async () => {
    await rename(path.join(server.libraryFolder, 'Films'), asideFolder());
    await expect.poll(() => listedIds(), pollOptions).toEqual([ropeId]);
    await library.stop();
    await startWatching();
    expect((await device.call(`/api/video/${pierId}/progress/`, { method: 'POST', body: { position: 30 } })).status).toBe(200);
    expect((await videoOf(pierId)).player.position).toBe(30);
    expect((await device.call('/api/watched/', { method: 'POST', body: { id: pierId, is_watched: true } })).status).toBe(200);
    const customPlaylist = await device.json<WirePlaylist>('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'Later' } });
    const addition = await device.call(`/api/playlist/custom/${customPlaylist.playlist_id}/`, { method: 'POST', body: { action: 'create', video_id: pierId } });
    expect(addition.status).toBe(200);
    await rename(asideFolder(), path.join(server.libraryFolder, 'Films'));
    await expect.poll(() => listedIds(), pollOptions).toEqual([pierId, ropeId]);
    expect((await videoOf(pierId)).player).toMatchObject({ watched: true });
    expect(await listedIds(`?playlist=${customPlaylist.playlist_id}`)).toEqual([pierId]);
  });

  test('is reported once, by name, until it returns', async () => {
    const folder = path.join(server.libraryFolder, 'Films');
    await rename(folder, asideFolder());
    await expect
      .poll(() => alerts.list().map(({ message }) => message), pollOptions)
      .toEqual([expect.stringContaining(`The folder ${folder} was not found. 1 video is missing.`)]);
    // An empty mount point in its place counts as absent.
    await mkdir(folder);
    await expect.poll(() => alerts.list().map(({ message }) => message), pollOptions).toEqual([expect.stringContaining(`${folder} is empty`)]);
    await rm(folder, { recursive: true });
    await rename(asideFolder(), folder);
    await expect.poll(() => alerts.list(), pollOptions).toEqual([]);
    expect(notifications).toHaveLength(1);
  });
});

test('a regular playlist keeps the position of a missing video, even if another entry changes meanwhile', async () => {
  const playlistId = 'PLt1deTablesTideTablesTideTablesT1';
  const describeMember = async (folder: string, id: string, index: number, title: string): Promise<void> => {
    const playlistFields = { playlist_id: playlistId, playlist_title: 'Tide tables', playlist_index: index };
    await writeFile(path.join(server.libraryFolder, folder, `${id}.info.json`), JSON.stringify(anInfo({ id, title, ...playlistFields })));
  };
  const entries = async () =>
    (await device.json<WirePlaylist>(`/api/playlist/${playlistId}/`)).playlist_entries?.map(({ youtube_id, idx, downloaded }) => [youtube_id, idx, downloaded]);
  await describeMember('Films', pierId, 1, 'First');
  await describeMember('Notes', ropeId, 2, 'Second');
  await expect.poll(entries, pollOptions).toEqual([
    [pierId, 0, true],
    [ropeId, 1, true],
  ]);
  await rename(path.join(server.libraryFolder, 'Films'), asideFolder());
  await expect.poll(() => listedIds(), pollOptions).toEqual([ropeId]);
  await describeMember('Notes', ropeId, 2, 'Second, read again');
  await expect.poll(async () => (await videoOf(ropeId)).title, pollOptions).toBe('Second, read again');
  await expect.poll(entries, pollOptions).toEqual([
    [pierId, 0, false],
    [ropeId, 1, true],
  ]);
  await rename(asideFolder(), path.join(server.libraryFolder, 'Films'));
  await expect.poll(entries, pollOptions).toEqual([
    [pierId, 0, true],
    [ropeId, 1, true],
  ]);
});

test('an alert reports an absent library folder, and all videos stay listed', async () => {
  await rename(server.libraryFolder, asideFolder());
  await expect
    .poll(() => alerts.list().map(({ message }) => message), pollOptions)
    .toEqual([expect.stringContaining(`The folder ${server.libraryFolder} was not found.`)]);
  expect(await listedIds()).toEqual([pierId, ropeId]);
  await rename(asideFolder(), server.libraryFolder);
  await expect.poll(() => alerts.list(), pollOptions).toEqual([]);
});
