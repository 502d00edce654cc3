// A used archive: marks, positions, playlists, a subscription, settings, a deletion. `readAnswers` reads its answers to `checkedPaths`, so
// that a test can compare them before and after a change.
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { WireNotification } from '../../src/contract/names.ts';
import { fileOf } from '../../server/backups/staging.ts';
import { createImporter } from '../../server/library/import-pass.ts';
import { aCollectionInfo, anInfo, writtenAt } from './library-folder.ts';
import { anMp4 } from './library-media.ts';
import type { ServerArchive } from './server-archive.ts';
import type { ApiSession } from './server-session.ts';

export const channelId = 'UCh4rb0urN0tesHarbNotes1';
const playlistId = 'PLt1deTablesTideTablesTideTablesT1';
export const videoIds = ['Qx7vR2mKc-4', 'Rop3sAndKn0', 'L4nternG1as', 'D3ckChairs-'];

/** Four videos of one channel, with subtitles, comments and a playlist. */
export async function fillLibrary(server: ServerArchive): Promise<void> {
  const put = async (name: string, content: Buffer | string | Record<string, unknown>): Promise<void> => {
    await mkdir(path.join(server.libraryFolder, 'Harbour Notes'), { recursive: true });
    const bytes = Buffer.isBuffer(content) || typeof content === 'string' ? content : JSON.stringify(content);
    const file = path.join(server.libraryFolder, 'Harbour Notes', name);
    await writeFile(file, bytes);
    // The time is a whole second, which a copy keeps exactly.
    await utimes(file, writtenAt, writtenAt);
  };
  await put('Harbour Notes - Videos.info.json', aCollectionInfo({ id: channelId, title: 'Harbour Notes - Videos', description: 'Piers.' }));
  for (const [index, id] of videoIds.entries()) {
    const comments = [{ id: `c-${id}`, parent: 'root', text: 'Loud gulls', author: '@fern', timestamp: 1_770_970_200 }];
    await put(
      `${id}.info.json`,
      anInfo({ id, title: `${id} at sea`, playlist_id: playlistId, playlist_title: 'Tide tables', playlist_index: index + 1, comments }),
    );
    await put(`${id}.en.vtt`, 'WEBVTT\n\n00:00.000 --> 00:09.000\nThe lantern is lit at dawn.\n');
    await put(`${id}.mp4`, anMp4({ mediaBytes: 400 + index }));
  }
  await createImporter({ root: server.libraryFolder, catalogue: server.catalogue, log: () => undefined }).run(new AbortController().signal);
}

/** Adds marks, positions, a playlist, a subscription and settings, and deletes a video. */
export async function addUsage(staff: ApiSession, guest: ApiSession, hasSubtitleSearch = false): Promise<void> {
  const send = async (device: ApiSession, method: string, address: string, body?: object): Promise<void> => {
    const answer = await device.call(address, { method, body });
    if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${await answer.text()}`);
  };
  const post = (device: ApiSession, address: string, body: object): Promise<void> => send(device, 'POST', address, body);
  await post(staff, `/api/video/${videoIds[0]}/progress/`, { position: 12.5 });
  await post(guest, `/api/video/${videoIds[0]}/progress/`, { position: 31 });
  await post(guest, `/api/video/${videoIds[1]}/progress/`, { position: 8 });
  await post(staff, '/api/watched/', { id: videoIds[2], is_watched: true });
  const { playlist_id } = await staff.json<{ playlist_id: string }>('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'For the trip' } });
  for (const video_id of [videoIds[2], videoIds[0]]) await post(staff, `/api/playlist/custom/${playlist_id}/`, { action: 'create', video_id });
  await post(staff, `/api/channel/${channelId}/`, { channel_subscribed: true, channel_overwrites: { autodelete_days: 30 } });
  await post(staff, `/api/playlist/${playlistId}/`, { playlist_sort_order: 'bottom' });
  await post(guest, '/api/user/me/', { stylesheet: 'matrix.css', grid_items: 5 });
  await post(staff, '/api/appsettings/config/', { downloads: { format: 'bestvideo', subtitle_index: hasSubtitleSearch }, application: { enable_cast: true } });
  await post(staff, '/api/download/notHereYet7/', { status: 'ignore-force' });
  await send(staff, 'DELETE', `/api/video/${videoIds[3]}/`);
  await post(staff, '/api/task/notification/', { task_name: 'run_backup', url: 'https://hooks.example/harbour' });
  await post(staff, '/api/task/schedule/run_backup/', { schedule: '5 4 1', config: { rotate: 3 } });
}

const checkedPaths = [
  '/api/video/?page_size=100',
  '/api/video/?watch=continue',
  ...videoIds.flatMap((id) => [
    `/api/video/${id}/`,
    `/api/video/${id}/comment/`,
    `/api/video/${id}/nav/`,
    `/api/video/${id}/similar/`,
    `/api/video/${id}/progress/`,
  ]),
  '/api/channel/',
  `/api/channel/${channelId}/`,
  `/api/channel/${channelId}/aggs/`,
  `/api/channel/${channelId}/nav/`,
  '/api/playlist/',
  '/api/playlist/?type=custom',
  `/api/playlist/${playlistId}/`,
  '/api/download/?filter=ignore',
  '/api/download/aggs/',
  ...['video', 'channel', 'playlist', 'download', 'watch', 'downloadhist', 'biggestchannels'].map((name) => `/api/stats/${name}/`),
  '/api/search/?query=sea',
  '/api/search/?query=full%3A%20lantern',
  '/api/search/?query=channel%3A%20harbour',
  '/api/user/me/',
  '/api/appsettings/config/',
  '/api/task/notification/',
  '/api/task/schedule/',
];

export async function readAnswers(device: ApiSession): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const address of checkedPaths) {
    const answer = await device.call(address);
    const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null;
    // `downloader` depends on whether yt-dlp is installed on this machine, not on the archive.
    if (body !== null) delete body['downloader'];
    answers[address] = [answer.status, body];
  }
  return answers;
}

/** Resolves to the last message of the task. */
export async function waitForTask(server: ServerArchive, device: ApiSession, taskId: string): Promise<WireNotification | undefined> {
  await expect.poll(() => server.archive.database.prepare('SELECT count(*) AS tasks FROM task').get(), { timeout: 30_000 }).toEqual({ tasks: 0 });
  let lastNotification: WireNotification | undefined;
  await expect
    .poll(
      async () => {
        lastNotification = (await device.json<WireNotification[]>('/api/notification/')).find(({ id }) => id === taskId);
        return lastNotification?.progress;
      },
      { timeout: 10_000 },
    )
    .toBe(undefined);
  return lastNotification;
}

export const dataFolderOf = (server: ServerArchive): string => path.dirname(fileOf(server.archive.database));
