// Backups and snapshots through the API: from a full archive to an empty server that answers the same.
import { copyFile, cp, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireBackup, WireNotification, WireSnapshotInfo } from '../../src/contract/names.ts';
import { fileOf } from '../../server/backups/staging.ts';
import { createImporter } from '../../server/library/import-pass.ts';
import { aCollectionInfo, anInfo, writtenAt } from '../builders/library-folder.ts';
import { anMp4 } from '../builders/library-media.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { SignedIn } from '../builders/server-session.ts';
import { misfits } from './contract-answers.ts';

const channelId = 'UCh4rb0urN0tesHarbNotes1';
const playlistId = 'PLt1deTablesTideTablesTideTablesT1';
const videoIds = ['Qx7vR2mKc-4', 'Rop3sAndKn0', 'L4nternG1as', 'D3ckChairs-'];
const patience = { timeout: 60_000 };

let servers: ServerArchive[];
beforeEach(() => void (servers = []));
afterEach(async () => {
  for (const server of servers) await server.stop();
});

async function anEmptyServer(): Promise<ServerArchive> {
  const server = await startServerArchive({ fill: () => undefined });
  servers.push(server);
  return server;
}

async function aFullServer(): Promise<ServerArchive> {
  const server = await anEmptyServer();
  const put = async (name: string, content: Buffer | string | Record<string, unknown>): Promise<void> => {
    await mkdir(path.join(server.libraryFolder, 'Harbour Notes'), { recursive: true });
    const bytes = Buffer.isBuffer(content) || typeof content === 'string' ? content : JSON.stringify(content);
    const file = path.join(server.libraryFolder, 'Harbour Notes', name);
    await writeFile(file, bytes);
    // A whole second: a copy has exactly the same.
    await utimes(file, writtenAt, writtenAt);
  };
  await put('Harbour Notes - Videos.info.json', aCollectionInfo({ id: channelId, title: 'Harbour Notes - Videos', description: 'Piers.' }));
  for (const [place, id] of videoIds.entries()) {
    const comments = [{ id: `c-${id}`, parent: 'root', text: 'Loud gulls', author: '@fern', timestamp: 1_770_970_200 }];
    await put(
      `${id}.info.json`,
      anInfo({ id, title: `${id} at sea`, playlist_id: playlistId, playlist_title: 'Tide tables', playlist_index: place + 1, comments }),
    );
    await put(`${id}.en.vtt`, 'WEBVTT\n\n00:00.000 --> 00:09.000\nThe lantern is lit at dawn.\n');
    await put(`${id}.mp4`, anMp4({ mediaBytes: 400 + place }));
  }
  await createImporter({ root: server.libraryFolder, catalogue: server.catalogue, log: () => undefined }).run(new AbortController().signal);
  return server;
}

/** What people leave in an archive. */
async function live(staff: SignedIn, guest: SignedIn, hasSubtitleSearch = false): Promise<void> {
  const post = (device: SignedIn, where: string, body: object) =>
    device.json(where, { method: 'POST', body }).catch((error: unknown) => (String(error).includes('204') ? null : Promise.reject(error)));
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
  await staff.call('/api/download/notHereYet7/', { method: 'POST', body: { status: 'ignore-force' } });
  await staff.call(`/api/video/${videoIds[3]}/`, { method: 'DELETE' });
  await post(staff, '/api/task/notification/', { task_name: 'run_backup', url: 'https://hooks.example/harbour' });
  await staff.call('/api/task/schedule/run_backup/', { method: 'POST', body: { schedule: '5 4 1', config: { rotate: 3 } } });
}

const reads = [
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
  ...['video', 'channel', 'playlist', 'download', 'watch', 'downloadhist', 'biggestchannels'].map((what) => `/api/stats/${what}/`),
  '/api/search/?query=sea',
  '/api/search/?query=full%3A%20lantern',
  '/api/search/?query=channel%3A%20harbour',
  '/api/user/me/',
  '/api/appsettings/config/',
  '/api/task/notification/',
  '/api/task/schedule/',
];

async function answersOf(device: SignedIn): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const where of reads) {
    const answer = await device.call(where);
    const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null;
    // What is installed on this machine is no part of the archive.
    if (body !== null) delete body['downloader'];
    answers[where] = [answer.status, body];
  }
  return answers;
}

/** Answers the last message of the task. */
async function ended(server: ServerArchive, device: SignedIn, taskId: string): Promise<WireNotification | undefined> {
  await expect.poll(() => server.archive.database.prepare('SELECT count(*) AS n FROM task').get(), { timeout: 30_000 }).toEqual({ n: 0 });
  let last: WireNotification | undefined;
  await expect
    .poll(
      async () => {
        last = (await device.json<WireNotification[]>('/api/notification/')).find(({ id }) => id === taskId);
        return last?.progress;
      },
      { timeout: 10_000 },
    )
    .toBe(undefined);
  return last;
}

const dataFolderOf = (server: ServerArchive): string => path.dirname(fileOf(server.archive.database));
const indexed = (server: ServerArchive) =>
  expect
    .poll(() => server.archive.database.prepare('SELECT (SELECT count(*) FROM subtitle_due) AS due, (SELECT count(*) FROM subtitle_line) AS lines').get(), {
      timeout: 15_000,
    })
    .toEqual({ due: 0, lines: 3 });

test('a backup of a full archive, restored on an empty server with the same files, answers everything as before', patience, async () => {
  const one = await aFullServer();
  const [staff, guest] = [await one.login(), await one.login('guest')];
  await live(staff, guest, true);
  await indexed(one);
  const started = await staff.call('/api/appsettings/backup/', { method: 'POST', body: {} });
  const { task_id } = (await started.json()) as { task_id: string };
  const [before, beforeGuest] = [await answersOf(staff), await answersOf(guest)];
  expect(await ended(one, staff, task_id)).toMatchObject({ level: 'info', group: 'setting:backup' });
  const [backup] = await staff.json<WireBackup[]>('/api/appsettings/backup/');
  expect(backup).toMatchObject({ reason: 'auto', filename: `ta_backup-${backup?.timestamp}-auto.zip` });
  expect(backup?.file_size).toBeGreaterThan(1000);

  const other = await anEmptyServer();
  await cp(one.libraryFolder, other.libraryFolder, { recursive: true, preserveTimestamps: true });
  await mkdir(path.join(dataFolderOf(other), 'backups'));
  const fileName = backup?.filename ?? '';
  await copyFile(path.join(dataFolderOf(one), 'backups', fileName), path.join(dataFolderOf(other), 'backups', fileName));
  const [staffThere, guestThere] = [await other.login(), await other.login('guest')];
  const restore = await staffThere.call(`/api/appsettings/backup/${fileName}/`, { method: 'POST', body: {} });
  expect([restore.status, await misfits('restoreBackup', restore.clone())]).toEqual([200, []]);
  const { task_id: restoring, filename } = (await restore.json()) as { task_id: string; filename: string };
  expect(filename).toBe(fileName);
  expect(await ended(other, staffThere, restoring)).toMatchObject({ level: 'info', messages: [`${fileName} is restored.`, '3 media files.'] });
  await indexed(other);
  // Who was signed in still is, with the account's own id.
  expect(await answersOf(staffThere)).toEqual(before);
  expect(await answersOf(guestThere)).toEqual(beforeGuest);
  expect((await readdir(dataFolderOf(other))).filter((name) => /restore|unfinished/.test(name))).toEqual([]);
  // Writes go on.
  await staffThere.json(`/api/video/${videoIds[0]}/progress/`, { method: 'POST', body: { position: 14 } });
  expect(other.logged).toEqual([]);
});

test('clients read and write while a restore runs, and a client that waits is told to ask again', patience, async () => {
  const one = await aFullServer();
  const [staff, guest] = [await one.login(), await one.login('guest')];
  const { task_id } = await staff.json<{ task_id: string }>('/api/appsettings/backup/', { method: 'POST', body: {} });
  await ended(one, staff, task_id);
  const [backup] = await staff.json<WireBackup[]>('/api/appsettings/backup/');
  const asked = await staff.call('/api/video/');
  const restore = staff.json<{ task_id: string }>(`/api/appsettings/backup/${backup?.filename}/`, { method: 'POST', body: {} });
  let isDone = false;
  const clients = [staff, guest].map(async (device, place) => {
    for (let turn = 0; !isDone; turn += 1) {
      const written = await device.call(`/api/video/${videoIds[place]}/progress/`, { method: 'POST', body: { position: 6 + (turn % 20) } });
      const read = await device.call('/api/video/');
      expect([written.status, read.status]).toEqual([200, 200]);
    }
  });
  const last = await ended(one, staff, (await restore).task_id);
  isDone = true;
  await Promise.all(clients);
  expect(last).toMatchObject({ level: 'info' });
  expect((await staff.call('/api/video/')).headers.get('x-start-timestamp')).not.toBe(asked.headers.get('x-start-timestamp'));
  expect(one.archive.database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(one.logged).toEqual([]);
});

test('a backup that is none is said, and nothing changes; only staff may ask', patience, async () => {
  const one = await aFullServer();
  const [staff, guest] = [await one.login(), await one.login('guest')];
  await live(staff, guest);
  await mkdir(path.join(dataFolderOf(one), 'backups'), { recursive: true });
  await writeFile(path.join(dataFolderOf(one), 'backups', 'ta_backup-20260101-auto.zip'), 'not a ZIP');
  const before = await answersOf(staff);
  const { task_id } = await staff.json<{ task_id: string }>('/api/appsettings/backup/ta_backup-20260101-auto.zip/', { method: 'POST', body: {} });
  expect(await ended(one, staff, task_id)).toMatchObject({
    title: 'Restore Backup',
    group: 'setting:restore',
    level: 'error',
    messages: ['The file is no ZIP, is not whole, or is damaged.'],
  });
  expect(await answersOf(staff)).toEqual(before);

  for (const name of [
    '..%2Fstowaway.sqlite',
    '..%2f..%2fetc%2fpasswd',
    'ta_backup-20260101-auto.zip%00',
    'stowaway.sqlite',
    '%2e%2e',
    'ta_backup-20000101-auto.zip',
  ]) {
    expect((await staff.call(`/api/appsettings/backup/${name}/`, { method: 'POST', body: {} })).status, name).toBe(404);
  }
  for (const where of ['/api/appsettings/backup/', '/api/appsettings/snapshot/']) {
    expect((await guest.call(where)).status).toBe(403);
    expect((await guest.call(where, { method: 'POST', body: {} })).status).toBe(403);
  }
  expect((await guest.call('/api/appsettings/backup/ta_backup-20260101-auto.zip/', { method: 'POST', body: {} })).status).toBe(403);
});

test('a snapshot is made, listed and brought back', patience, async () => {
  const one = await aFullServer();
  const [staff, guest] = [await one.login(), await one.login('guest')];
  await live(staff, guest);
  expect(await staff.json<WireSnapshotInfo>('/api/appsettings/snapshot/')).toMatchObject({ expire_after: '30d', snapshots: [] });
  const { snapshot_name } = await staff.json<{ snapshot_name: string }>('/api/appsettings/snapshot/', { method: 'POST', body: {} });
  const list = async () => (await staff.json<WireSnapshotInfo>('/api/appsettings/snapshot/')).snapshots.map(({ id, state }) => [id, state]);
  await expect.poll(list, { timeout: 10_000 }).toEqual([[snapshot_name, 'SUCCESS']]);
  const before = await answersOf(guest);
  await staff.call(`/api/channel/${channelId}/`, { method: 'DELETE' });
  await guest.json('/api/user/me/', { method: 'POST', body: { stylesheet: 'dark.css' } });
  const restore = await staff.call(`/api/appsettings/snapshot/${snapshot_name}/`, { method: 'POST', body: {} });
  expect([restore.status, await misfits('restoreSnapshot', restore.clone()), await restore.json()]).toEqual([200, [], { accepted: true }]);
  await expect.poll(() => one.archive.database.prepare('SELECT count(*) AS n FROM task').get(), { timeout: 30_000 }).toEqual({ n: 0 });
  const after = await answersOf(guest);
  const settingsAndQueue = ['/api/user/me/', '/api/playlist/?type=custom', '/api/appsettings/config/', '/api/task/schedule/'];
  for (const where of settingsAndQueue) expect(after[where]).toEqual(before[where]);
  // The rows are back; the files were deleted, and the archive does not promise what it no longer has.
  expect(one.logged).toEqual([]);
});
