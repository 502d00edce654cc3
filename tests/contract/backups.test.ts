// Backups and snapshots through the API. After a restore, even on another server, the answers are the same as before.
import { copyFile, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireBackup, WireSnapshotInfo } from '../../src/contract/names.ts';
import { readAnswers, channelId, dataFolderOf, waitForTask, fillLibrary, addUsage, videoIds } from '../builders/used-archive.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { contractProblems } from './contract-answers.ts';
import { longTest } from '../long-test.ts';

const longTimeout = { timeout: 60_000 };

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
  await fillLibrary(server);
  return server;
}

const untilIndexed = (server: ServerArchive) =>
  expect
    .poll(() => server.archive.database.prepare('SELECT (SELECT count(*) FROM subtitle_due) AS due, (SELECT count(*) FROM subtitle_line) AS lines').get(), {
      timeout: 15_000,
    })
    .toEqual({ due: 0, lines: 3 });

longTest('a backup of a full archive, restored on an empty server with the same files, gives the same answers as before', longTimeout, async () => {
  const server = await aFullServer();
  const [staff, guest] = [await server.login(), await server.login('guest')];
  await addUsage(staff, guest, true);
  await untilIndexed(server);
  const startAnswer = await staff.call('/api/appsettings/backup/', { method: 'POST', body: {} });
  const { task_id } = (await startAnswer.json()) as { task_id: string };
  const [answersBefore, guestAnswersBefore] = [await readAnswers(staff), await readAnswers(guest)];
  expect(await waitForTask(server, staff, task_id)).toMatchObject({ level: 'info', group: 'setting:backup' });
  const [backup] = await staff.json<WireBackup[]>('/api/appsettings/backup/');
  expect(backup).toMatchObject({ reason: 'auto', filename: `ta_backup-${backup?.timestamp}-auto.zip` });
  expect(backup?.file_size).toBeGreaterThan(1000);

  const otherServer = await anEmptyServer();
  await cp(server.libraryFolder, otherServer.libraryFolder, { recursive: true, preserveTimestamps: true });
  await mkdir(path.join(dataFolderOf(otherServer), 'backups'));
  const fileName = backup?.filename ?? '';
  await copyFile(path.join(dataFolderOf(server), 'backups', fileName), path.join(dataFolderOf(otherServer), 'backups', fileName));
  const [staffOnOtherServer, guestOnOtherServer] = [await otherServer.login(), await otherServer.login('guest')];
  const restoreAnswer = await staffOnOtherServer.call(`/api/appsettings/backup/${fileName}/`, { method: 'POST', body: {} });
  expect([restoreAnswer.status, await contractProblems('restoreBackup', restoreAnswer.clone())]).toEqual([200, []]);
  const { task_id: restoreTaskId, filename } = (await restoreAnswer.json()) as { task_id: string; filename: string };
  expect(filename).toBe(fileName);
  expect(await waitForTask(otherServer, staffOnOtherServer, restoreTaskId)).toMatchObject({
    level: 'info',
    messages: [`${fileName} was restored.`, '3 media files.', 'The previous state is kept as a snapshot.'],
  });
  await untilIndexed(otherServer);
  // People who were signed in stay signed in, with the same account id.
  expect(await readAnswers(staffOnOtherServer)).toEqual(answersBefore);
  expect(await readAnswers(guestOnOtherServer)).toEqual(guestAnswersBefore);
  expect((await readdir(dataFolderOf(otherServer))).filter((name) => /restore|unfinished/.test(name))).toEqual([]);
  // Writes still work.
  await staffOnOtherServer.json(`/api/video/${videoIds[0]}/progress/`, { method: 'POST', body: { position: 14 } });
  expect(otherServer.logLines).toEqual([]);
});

test('clients read and write without an error while a restore runs', longTimeout, async () => {
  const server = await aFullServer();
  const [staff, guest] = [await server.login(), await server.login('guest')];
  const { task_id } = await staff.json<{ task_id: string }>('/api/appsettings/backup/', { method: 'POST', body: {} });
  await waitForTask(server, staff, task_id);
  const [backup] = await staff.json<WireBackup[]>('/api/appsettings/backup/');
  const earlierList = await staff.call('/api/video/');
  const pendingRestore = staff.json<{ task_id: string }>(`/api/appsettings/backup/${backup?.filename}/`, { method: 'POST', body: {} });
  let isDone = false;
  const clients = [staff, guest].map(async (device, index) => {
    for (let turn = 0; !isDone; turn += 1) {
      const writeAnswer = await device.call(`/api/video/${videoIds[index]}/progress/`, { method: 'POST', body: { position: 6 + (turn % 20) } });
      const readAnswer = await device.call('/api/video/');
      expect([writeAnswer.status, readAnswer.status]).toEqual([200, 200]);
    }
  });
  const lastNotification = await waitForTask(server, staff, (await pendingRestore).task_id);
  isDone = true;
  await Promise.all(clients);
  expect(lastNotification).toMatchObject({ level: 'info' });
  expect((await staff.call('/api/video/')).headers.get('x-start-timestamp')).not.toBe(earlierList.headers.get('x-start-timestamp'));
  expect(server.archive.database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(server.logLines).toEqual([]);
});

longTest('a restore of a file that is not a backup reports an error and changes nothing; an ordinary person may not use backups', longTimeout, async () => {
  const server = await aFullServer();
  const [staff, guest] = [await server.login(), await server.login('guest')];
  await addUsage(staff, guest);
  await mkdir(path.join(dataFolderOf(server), 'backups'), { recursive: true });
  await writeFile(path.join(dataFolderOf(server), 'backups', 'ta_backup-20260101-auto.zip'), 'not a ZIP');
  const answersBefore = await readAnswers(staff);
  const { task_id } = await staff.json<{ task_id: string }>('/api/appsettings/backup/ta_backup-20260101-auto.zip/', { method: 'POST', body: {} });
  expect(await waitForTask(server, staff, task_id)).toMatchObject({
    title: 'Restore Backup',
    group: 'setting:restore',
    level: 'error',
    messages: ['The file is not a ZIP, is incomplete, or is damaged.'],
  });
  expect(await readAnswers(staff)).toEqual(answersBefore);

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
  for (const address of ['/api/appsettings/backup/', '/api/appsettings/snapshot/']) {
    expect((await guest.call(address)).status).toBe(403);
    expect((await guest.call(address, { method: 'POST', body: {} })).status).toBe(403);
  }
  expect((await guest.call('/api/appsettings/backup/ta_backup-20260101-auto.zip/', { method: 'POST', body: {} })).status).toBe(403);
});

test('staff can create, list and restore a snapshot', longTimeout, async () => {
  const server = await aFullServer();
  const [staff, guest] = [await server.login(), await server.login('guest')];
  await addUsage(staff, guest);
  expect(await staff.json<WireSnapshotInfo>('/api/appsettings/snapshot/')).toMatchObject({ expire_after: '30d', snapshots: [] });
  const { snapshot_name } = await staff.json<{ snapshot_name: string }>('/api/appsettings/snapshot/', { method: 'POST', body: {} });
  const list = async () => (await staff.json<WireSnapshotInfo>('/api/appsettings/snapshot/')).snapshots.map(({ id, state }) => [id, state]);
  await expect.poll(list).toEqual([[snapshot_name, 'SUCCESS']]);
  const [guestAnswersBefore, staffAnswersBefore] = [await readAnswers(guest), await readAnswers(staff)];
  await staff.call(`/api/channel/${channelId}/`, { method: 'DELETE' });
  await guest.json('/api/user/me/', { method: 'POST', body: { stylesheet: 'dark.css' } });
  await guest.json('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'Made later' } });
  await staff.json('/api/appsettings/config/', { method: 'POST', body: { downloads: { format: 'worst' } } });
  await staff.json('/api/task/schedule/run_backup/', { method: 'POST', body: { schedule: '6 5 2' } });
  const restoreAnswer = await staff.call(`/api/appsettings/snapshot/${snapshot_name}/`, { method: 'POST', body: {} });
  expect([restoreAnswer.status, await contractProblems('restoreSnapshot', restoreAnswer.clone()), await restoreAnswer.json()]).toEqual([
    200,
    [],
    { accepted: true },
  ]);
  await expect.poll(() => server.archive.database.prepare('SELECT count(*) AS n FROM task').get(), { timeout: 30_000 }).toEqual({ n: 0 });
  const [guestAnswersAfter, staffAnswersAfter] = [await readAnswers(guest), await readAnswers(staff)];
  // Lists of videos are not compared, because the files were deleted, and the archive does not offer what it no longer has.
  const comparedAddresses = ['/api/user/me/', '/api/playlist/?type=custom'];
  for (const address of comparedAddresses) expect(guestAnswersAfter[address]).toEqual(guestAnswersBefore[address]);
  // An ordinary person may not read these.
  for (const address of ['/api/appsettings/config/', '/api/task/schedule/']) expect(staffAnswersAfter[address]).toEqual(staffAnswersBefore[address]);
  await expect.poll(() => server.logLines).toEqual([expect.stringContaining('All 3 videos are gone')]);
});
