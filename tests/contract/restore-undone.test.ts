// The wrong backup, and a lost machine: what people did comes back as it was.
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireBackup, WireNotification, WireSnapshotInfo } from '../../src/contract/names.ts';
import { openAdminBrowser, type AdminBrowser } from '../builders/admin-browser.ts';
import { readAnswers, dataFolderOf, waitForTask, fillLibrary, addUsage } from '../builders/used-archive.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';

const patience = { timeout: 60_000 };

let servers: ServerArchive[];
let elsewhere: string;
beforeEach(async () => {
  servers = [];
  elsewhere = await mkdtemp(path.join(os.tmpdir(), 'stowaway-second-folder-'));
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  await rm(elsewhere, { recursive: true, force: true });
});

async function aServer(): Promise<ServerArchive> {
  const server = await startServerArchive({ fill: () => undefined });
  servers.push(server);
  return server;
}

const snapshotsOf = async (staff: ApiSession) => (await staff.json<WireSnapshotInfo>('/api/appsettings/snapshot/')).snapshots;
const isIdle = (server: ServerArchive) =>
  expect.poll(() => server.archive.database.prepare('SELECT count(*) AS n FROM task').get(), { timeout: 30_000 }).toEqual({ n: 0 });

async function browserOf(server: ServerArchive, staff: ApiSession): Promise<AdminBrowser> {
  const browser = openAdminBrowser(server.url);
  browser.cookies.set('sessionid', staff.cookies.sessionid);
  await browser.open('/admin/backups/');
  return browser;
}

async function backUp(server: ServerArchive, staff: ApiSession): Promise<{ backup: WireBackup; last: WireNotification | undefined }> {
  const { task_id } = await staff.json<{ task_id: string }>('/api/appsettings/backup/', { method: 'POST', body: {} });
  const last = await waitForTask(server, staff, task_id);
  const [backup] = await staff.json<WireBackup[]>('/api/appsettings/backup/');
  return { backup: backup as WireBackup, last };
}

test('after the wrong backup is restored, the snapshot made before it brings back every mark, position and playlist entry', patience, async () => {
  const one = await aServer();
  await fillLibrary(one);
  const [staff, guest] = [await one.login(), await one.login('guest')];
  const { backup } = await backUp(one, staff);
  await addUsage(staff, guest);
  const [before, beforeGuest] = [await readAnswers(staff), await readAnswers(guest)];

  await staff.json(`/api/appsettings/backup/${backup.filename}/`, { method: 'POST', body: {} });
  await isIdle(one);
  expect((await readAnswers(staff))['/api/playlist/?type=custom']).not.toEqual(before['/api/playlist/?type=custom']);
  const [undo, ...others] = await snapshotsOf(staff);
  expect([undo?.reason, undo?.state, others]).toEqual([`Before restoring ${backup.filename.replace('.zip', '')}`, 'SUCCESS', []]);
  expect(undo?.id).toMatch(/^ta_daily_-[a-z0-9]{22}$/);
  expect((await (await browserOf(one, staff)).open('/admin/backups/')).text).toContain(`Before restoring ${backup.filename.replace('.zip', '')}`);

  await staff.json(`/api/appsettings/snapshot/${undo?.id}/`, { method: 'POST', body: {} });
  await isIdle(one);
  expect(await readAnswers(staff)).toEqual(before);
  expect(await readAnswers(guest)).toEqual(beforeGuest);
  // The undo can be undone as well.
  expect((await snapshotsOf(staff)).map(({ reason }) => reason).filter((reason) => reason?.startsWith('Before restoring the snapshot of '))).toHaveLength(1);
});

test('a refused restore makes no snapshot', patience, async () => {
  const one = await aServer();
  const staff = await one.login();
  await mkdir(path.join(dataFolderOf(one), 'backups'));
  await cp(path.join(import.meta.dirname, 'restore-undone.test.ts'), path.join(dataFolderOf(one), 'backups', 'ta_backup-20260101-auto.zip'));
  const { task_id } = await staff.json<{ task_id: string }>('/api/appsettings/backup/ta_backup-20260101-auto.zip/', { method: 'POST', body: {} });
  expect(await waitForTask(one, staff, task_id)).toMatchObject({ level: 'error' });
  expect(await snapshotsOf(staff)).toEqual([]);
});

test('a copy from the second backup folder, uploaded on another machine, gives the same answers as the lost server', patience, async () => {
  const one = await aServer();
  await fillLibrary(one);
  const [staff, guest] = [await one.login(), await one.login('guest')];
  await addUsage(staff, guest);
  const browser = await browserOf(one, staff);
  await browser.send('/admin/backups/second-folder/', { folder: elsewhere });
  expect((await browser.open('/admin/backups/')).text).toContain('Backups and snapshots are copied to');
  const [before, beforeGuest] = [await readAnswers(staff), await readAnswers(guest)];
  const { backup, last } = await backUp(one, staff);
  const [own = ''] = await readdir(elsewhere);
  expect(last).toMatchObject({ level: 'info', messages: ['The backup was made.', `It is copied to ${path.join(elsewhere, own)}.`] });

  const other = await aServer();
  await cp(one.libraryFolder, other.libraryFolder, { recursive: true, preserveTimestamps: true });
  const [staffThere, guestThere] = [await other.login(), await other.login('guest')];
  const there = await browserOf(other, staffThere);
  const bytes = await readFile(path.join(elsewhere, own, 'backups', backup.filename));
  await there.upload('/admin/backups/bring-in/', { name: backup.filename, bytes });
  const page = (await there.open('/admin/backups/')).text;
  const name = /value="(ta_backup-[^"]+\.zip)"/.exec(page)?.[1] ?? '';
  expect([page, name]).toEqual([expect.stringContaining('was checked and is in the list'), backup.filename.replace('-auto', '-auto_brought_in')]);
  await there.send('/admin/backups/restore-backup/', { name });
  await isIdle(other);
  expect(await readAnswers(staffThere)).toEqual(before);
  expect(await readAnswers(guestThere)).toEqual(beforeGuest);
  expect(other.logged).toEqual([`mara brought in ${name}.`, `mara restores ${name}.`]);
});

test('a second backup folder that is unavailable is reported, and is brought up to date when it is back', patience, async () => {
  const one = await aServer();
  const staff = await one.login();
  const browser = await browserOf(one, staff);
  const folder = path.join(elsewhere, 'share');
  await mkdir(folder);
  await browser.send('/admin/backups/second-folder/', { folder });
  const [own = ''] = await readdir(folder);
  await rename(folder, path.join(elsewhere, 'away'));
  // As an empty mount point.
  await mkdir(folder);
  const { backup, last } = await backUp(one, staff);
  const words = `Backups are not copied to ${folder}: The folder ${path.join(folder, own)} is not there. Is the disk or share mounted?`;
  expect(last).toMatchObject({ level: 'error', messages: ['The backup was made.', words] });
  expect((await browser.open('/admin/')).text).toContain('Is the disk or share mounted?');
  expect(await readdir(folder)).toEqual([]);

  await rm(folder, { recursive: true });
  await rename(path.join(elsewhere, 'away'), folder);
  await browser.open('/admin/backups/');
  await browser.send('/admin/backups/make-snapshot/');
  await isIdle(one);
  expect(await readdir(path.join(folder, own, 'backups'))).toEqual([backup.filename]);
  expect(await readdir(path.join(folder, own, 'snapshots'))).toHaveLength(1);
  expect((await browser.open('/admin/')).text).not.toContain('Is the disk or share mounted?');
});
