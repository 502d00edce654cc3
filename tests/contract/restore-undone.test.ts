// Marks, positions and playlists can be recovered after the restore of a wrong backup and after the loss of the machine.
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireBackup, WireNotification, WireSnapshotInfo } from '../../src/contract/names.ts';
import { openAdminBrowser, type AdminBrowser } from '../builders/admin-browser.ts';
import { readAnswers, dataFolderOf, waitForTask, fillLibrary, addUsage } from '../builders/used-archive.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { longTest } from '../long-test.ts';

const longTimeout = { timeout: 60_000 };

let servers: ServerArchive[];
let secondFolder: string;
beforeEach(async () => {
  servers = [];
  secondFolder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-second-folder-'));
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  await rm(secondFolder, { recursive: true, force: true });
});

async function aServer(): Promise<ServerArchive> {
  const server = await startServerArchive({ fill: () => undefined });
  servers.push(server);
  return server;
}

const snapshotsOf = async (staff: ApiSession) => (await staff.json<WireSnapshotInfo>('/api/appsettings/snapshot/')).snapshots;
const untilIdle = (server: ServerArchive) =>
  expect.poll(() => server.archive.database.prepare('SELECT count(*) AS n FROM task').get(), { timeout: 30_000 }).toEqual({ n: 0 });

async function browserOf(server: ServerArchive, staff: ApiSession): Promise<AdminBrowser> {
  const browser = openAdminBrowser(server.url);
  browser.cookies.set('sessionid', staff.cookies.sessionid);
  await browser.open('/admin/backups/');
  return browser;
}

async function backUp(server: ServerArchive, staff: ApiSession): Promise<{ backup: WireBackup; lastNotification: WireNotification | undefined }> {
  const { task_id } = await staff.json<{ task_id: string }>('/api/appsettings/backup/', { method: 'POST', body: {} });
  const lastNotification = await waitForTask(server, staff, task_id);
  const [backup] = await staff.json<WireBackup[]>('/api/appsettings/backup/');
  return { backup: backup as WireBackup, lastNotification };
}

test('after the wrong backup is restored, the snapshot made before it brings back every mark, position and playlist entry', longTimeout, async () => {
  const server = await aServer();
  await fillLibrary(server);
  const [staff, guest] = [await server.login(), await server.login('guest')];
  const { backup } = await backUp(server, staff);
  await addUsage(staff, guest);
  const [staffAnswersBefore, guestAnswersBefore] = [await readAnswers(staff), await readAnswers(guest)];

  await staff.json(`/api/appsettings/backup/${backup.filename}/`, { method: 'POST', body: {} });
  await untilIdle(server);
  expect((await readAnswers(staff))['/api/playlist/?type=custom']).not.toEqual(staffAnswersBefore['/api/playlist/?type=custom']);
  const [undoSnapshot, ...otherSnapshots] = await snapshotsOf(staff);
  expect([undoSnapshot?.reason, undoSnapshot?.state, otherSnapshots]).toEqual([`Before restoring ${backup.filename.replace('.zip', '')}`, 'SUCCESS', []]);
  expect(undoSnapshot?.id).toMatch(/^ta_daily_-[a-z0-9]{22}$/);
  expect((await (await browserOf(server, staff)).open('/admin/backups/')).text).toContain(`Before restoring ${backup.filename.replace('.zip', '')}`);

  await staff.json(`/api/appsettings/snapshot/${undoSnapshot?.id}/`, { method: 'POST', body: {} });
  await untilIdle(server);
  expect(await readAnswers(staff)).toEqual(staffAnswersBefore);
  expect(await readAnswers(guest)).toEqual(guestAnswersBefore);
  // The restore of the snapshot made a snapshot too, so this restore can be undone as well.
  expect((await snapshotsOf(staff)).map(({ reason }) => reason).filter((reason) => reason?.startsWith('Before restoring the snapshot of '))).toHaveLength(1);
});

test('a refused restore makes no snapshot', longTimeout, async () => {
  const server = await aServer();
  const staff = await server.login();
  await mkdir(path.join(dataFolderOf(server), 'backups'));
  // Any file that is not a ZIP will do.
  await cp(path.join(import.meta.dirname, 'restore-undone.test.ts'), path.join(dataFolderOf(server), 'backups', 'ta_backup-20260101-auto.zip'));
  const { task_id } = await staff.json<{ task_id: string }>('/api/appsettings/backup/ta_backup-20260101-auto.zip/', { method: 'POST', body: {} });
  expect(await waitForTask(server, staff, task_id)).toMatchObject({ level: 'error' });
  expect(await snapshotsOf(staff)).toEqual([]);
});

longTest('a copy from the second backup folder, uploaded on another machine, gives the same answers as the lost server', longTimeout, async () => {
  const server = await aServer();
  await fillLibrary(server);
  const [staff, guest] = [await server.login(), await server.login('guest')];
  await addUsage(staff, guest);
  const browser = await browserOf(server, staff);
  await browser.send('/admin/backups/second-folder/', { folder: secondFolder });
  expect((await browser.open('/admin/backups/')).text).toContain('Backups and snapshots are copied to');
  const [staffAnswersBefore, guestAnswersBefore] = [await readAnswers(staff), await readAnswers(guest)];
  const { backup, lastNotification } = await backUp(server, staff);
  const [serverFolderName = ''] = await readdir(secondFolder);
  expect(lastNotification).toMatchObject({
    level: 'info',
    messages: ['The backup was made.', `It is copied to ${path.join(secondFolder, serverFolderName)}.`],
  });

  const otherServer = await aServer();
  await cp(server.libraryFolder, otherServer.libraryFolder, { recursive: true, preserveTimestamps: true });
  const [staffOnOtherServer, guestOnOtherServer] = [await otherServer.login(), await otherServer.login('guest')];
  const otherBrowser = await browserOf(otherServer, staffOnOtherServer);
  const bytes = await readFile(path.join(secondFolder, serverFolderName, 'backups', backup.filename));
  await otherBrowser.upload('/admin/backups/bring-in/', { name: backup.filename, bytes });
  const page = (await otherBrowser.open('/admin/backups/')).text;
  const name = /value="(ta_backup-[^"]+\.zip)"/.exec(page)?.[1] ?? '';
  expect([page, name]).toEqual([expect.stringContaining('was checked and is in the list'), backup.filename.replace('-auto', '-auto_brought_in')]);
  await otherBrowser.send('/admin/backups/restore-backup/', { name });
  await untilIdle(otherServer);
  expect(await readAnswers(staffOnOtherServer)).toEqual(staffAnswersBefore);
  expect(await readAnswers(guestOnOtherServer)).toEqual(guestAnswersBefore);
  expect(otherServer.logLines).toEqual([`mara uploaded ${name}.`, `mara restores ${name}.`]);
});

longTest('an unavailable second backup folder is reported, and gets the missing copies once it is available again', longTimeout, async () => {
  const server = await aServer();
  const staff = await server.login();
  const browser = await browserOf(server, staff);
  const folder = path.join(secondFolder, 'share');
  await mkdir(folder);
  await browser.send('/admin/backups/second-folder/', { folder });
  const [serverFolderName = ''] = await readdir(folder);
  await rename(folder, path.join(secondFolder, 'away'));
  // The new folder is empty, like the mount point of an absent disk.
  await mkdir(folder);
  const { backup, lastNotification } = await backUp(server, staff);
  const message = `Backups are not copied to ${folder}: The folder ${path.join(folder, serverFolderName)} was not found. Is the disk or share mounted?`;
  expect(lastNotification).toMatchObject({ level: 'error', messages: ['The backup was made.', message] });
  expect((await browser.open('/admin/')).text).toContain('Is the disk or share mounted?');
  expect(await readdir(folder)).toEqual([]);

  await rm(folder, { recursive: true });
  await rename(path.join(secondFolder, 'away'), folder);
  await browser.open('/admin/backups/');
  await browser.send('/admin/backups/make-snapshot/');
  await untilIdle(server);
  expect(await readdir(path.join(folder, serverFolderName, 'backups'))).toEqual([backup.filename]);
  expect(await readdir(path.join(folder, serverFolderName, 'snapshots'))).toHaveLength(1);
  expect((await browser.open('/admin/')).text).not.toContain('Is the disk or share mounted?');
});
