// /admin/backups/: staff create, download, upload and delete backups and snapshots; other files are refused with a message.
import { existsSync, readdirSync, readFileSync, readlinkSync, truncateSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { WireBackup, WireSnapshotInfo } from '../../src/contract/names.ts';
import { openAdminBrowser, invalidFields, type AdminBrowser } from '../builders/admin-browser.ts';
import { dataFolderOf } from '../builders/used-archive.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { longTest } from '../long-test.ts';

const page = '/admin/backups/';

let server: ServerArchive;
let staff: ApiSession;
let backup: { name: string; bytes: Buffer };
let snapshot: { name: string; bytes: Buffer };
let browser: AdminBrowser;
beforeAll(async () => {
  server = await startServerArchive();
  staff = await server.login();
  browser = await browserOf(staff);
  await browser.send(`${page}make-backup/`);
  await browser.send(`${page}make-snapshot/`);
  await untilIdle();
  backup = await onlyFileIn('backups');
  snapshot = await onlyFileIn('snapshots');
}, 30_000);
afterAll(() => server.stop());
beforeEach(async () => {
  server.logLines.length = 0;
  await browser.open(page);
});

const untilIdle = () => vi.waitUntil(() => server.archive.database.prepare('SELECT 1 FROM task').get() === undefined, { timeout: 20_000 });
const inData = (...names: string[]): string => path.join(dataFolderOf(server), ...names);
const listedNames = () => staff.json<WireBackup[]>('/api/appsettings/backup/').then((list) => list.map(({ filename }) => filename));
const listedSnapshots = () => staff.json<WireSnapshotInfo>('/api/appsettings/snapshot/').then(({ snapshots }) => snapshots);

async function onlyFileIn(folder: string): Promise<{ name: string; bytes: Buffer }> {
  const [name = ''] = await readdir(inData(folder));
  return { name, bytes: await readFile(inData(folder, name)) };
}

async function browserOf(device: ApiSession): Promise<AdminBrowser> {
  const deviceBrowser = openAdminBrowser(server.url);
  deviceBrowser.cookies.set('sessionid', device.cookies.sessionid);
  await deviceBrowser.open();
  return deviceBrowser;
}

/** The message that the page shows after a form is sent: at its field, or at the top. */
async function shownMessage(): Promise<string> {
  const { text } = await browser.open(page);
  const [fieldMessage] = Object.values(invalidFields(text).problems);
  if (fieldMessage !== undefined) return fieldMessage;
  return / role="(?:status|alert)">\s*<p>([^<]*)</.exec(text)?.[1] ?? '';
}

async function messageAfterUpload(name: string, bytes: Uint8Array): Promise<string> {
  const answer = await browser.upload(`${page}bring-in/`, { name, bytes });
  expect([answer.status, answer.location]).toEqual([303, page]);
  return shownMessage();
}

test('backups are sent byte for byte to staff only, and snapshots to superusers only', async () => {
  const { id } = (await listedSnapshots())[0] ?? { id: '' };
  const downloads = [
    [`${page}backup/${backup.name}`, backup],
    [`${page}snapshot/${id}`, snapshot],
  ] as const;
  const guest = await server.login('guest');
  const { accounts } = server.archive;
  const { id: staffId } = accounts.find('mara') ?? { id: 0 };
  // A snapshot contains the API tokens of superusers, whom staff may not manage.
  expect((await staff.call(downloads[1][0])).status).toBe(403);
  const hasLink = async (kind: 'backup' | 'snapshot') => (await browser.open(page)).text.includes(`href="${page}${kind}/`);
  expect([await hasLink('backup'), await hasLink('snapshot')]).toEqual([true, false]);
  accounts.setRole(staffId, { isStaff: true, isSuperuser: true });
  onTestFinished(() => accounts.setRole(staffId, { isStaff: true, isSuperuser: false }));
  expect(await hasLink('snapshot')).toBe(true);
  for (const [address, { name, bytes }] of downloads) {
    const answer = await staff.call(address);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    expect([answer.headers.get('cache-control'), answer.headers.get('content-length')]).toEqual(['no-store', String(bytes.length)]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await guest.call(address)).status).toBe(403);
    expect((await fetch(`${server.url}${address}`)).status).toBe(403);
  }
  for (const name of ['..%2f..%2fstowaway.sqlite', 'stowaway.sqlite', '%00', 'ta_backup-20000101-auto.zip'])
    for (const kind of ['backup', 'snapshot']) expect((await staff.call(`${page}${kind}/${name}`)).status, name).toBe(404);
  expect((await guest.call(page)).status).toBe(403);
});

test('a HEAD request for a download returns the size without reading the file', async ({ skip }) => {
  const readIoCounters = (): string | null => (existsSync('/proc/self/io') ? readFileSync('/proc/self/io', 'utf8') : null);
  const bytesRead = (): number => Number(/^rchar: (\d+)/m.exec(readIoCounters() ?? '')?.[1]);
  if (readIoCounters() === null) return skip('this system does not count what a process reads');
  const [name, size] = ['ta_backup-20010101-auto.zip', 256 * 1024 * 1024];
  await writeFile(inData('backups', name), '');
  truncateSync(inData('backups', name), size);
  const bytesBefore = bytesRead();
  const answer = await staff.call(`${page}backup/${name}`, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(size)]);
  // The server has not kept the file open either, to read it after the answer.
  const openFiles = readdirSync('/proc/self/fd').flatMap((fd) => (existsSync(`/proc/self/fd/${fd}`) ? [readlinkSync(`/proc/self/fd/${fd}`)] : []));
  expect(openFiles.filter((file) => file.includes(name))).toEqual([]);
  expect(bytesRead() - bytesBefore).toBeLessThan(size / 4);
  await rm(inData('backups', name));
});

test('an uploaded backup or snapshot gets a new name, can be deleted, and never replaces an existing one', async () => {
  const namesBefore = await listedNames();
  const [firstName, secondName] = [backup.name.replace('-auto', '-auto_brought_in'), backup.name.replace('-auto', '-auto_brought_in_2')];
  expect(await messageAfterUpload(backup.name, backup.bytes)).toBe(`${firstName} was checked and is in the list.`);
  expect(await messageAfterUpload(backup.name, backup.bytes)).toBe(`${secondName} was checked and is in the list.`);
  expect((await listedNames()).toSorted()).toEqual([...namesBefore, firstName, secondName].toSorted());
  expect((await readFile(inData('backups', firstName))).equals(backup.bytes)).toBe(true);
  expect(await messageAfterUpload('../../evil.zip', backup.bytes)).toMatch(/^ta_backup-\d{8}-brought_in\.zip was checked/);
  // The day of this name does not exist, so the backup is listed under today's date, like the one before.
  expect(await messageAfterUpload('ta_backup-20260231.zip', backup.bytes)).toMatch(/^ta_backup-\d{8}-brought_in_2\.zip was checked/);

  expect(await messageAfterUpload(snapshot.name, snapshot.bytes)).toBe('The snapshot was checked and is in the list.');
  const uploadedSnapshot = (await listedSnapshots()).find(({ reason }) => reason === 'Uploaded');
  expect(uploadedSnapshot?.start_date).toBe((await listedSnapshots()).find(({ reason }) => reason === 'Made by hand')?.start_date);

  for (const name of [firstName, secondName]) {
    await browser.send(`${page}delete-backup/`, { name });
    expect(await shownMessage()).toBe(`${name} was deleted.`);
  }
  await browser.send(`${page}delete-snapshot/`, { name: uploadedSnapshot?.id ?? '' });
  expect(await shownMessage()).toBe('The snapshot was deleted.');
  await browser.send(`${page}delete-backup/`, { name: '../stowaway.sqlite' });
  expect(await shownMessage()).toBe('This backup no longer exists.');
  expect((await listedSnapshots()).map(({ reason }) => reason)).toEqual(['Made by hand']);
  expect(await readdir(inData('incoming'))).toEqual([]);
});

longTest(
  'an uploaded file that is neither a backup nor a snapshot is refused with a message, and no part of the file is kept',
  async () => {
    const listsBefore = [await listedNames(), await listedSnapshots()];
    const refusal = 'The file was not accepted.';
    const cases: [name: string, bytes: Uint8Array, message: string][] = [
      ['x.zip', Buffer.from(''), `${refusal} The file is empty.`],
      ['x.zip', Buffer.from('a letter'), `${refusal} The file is neither a backup (a ZIP) nor a snapshot of this program.`],
      ['x.zip', backup.bytes.subarray(0, backup.bytes.length - 200), `${refusal} The file is not a ZIP, is incomplete, or is damaged.`],
      ['x.sqlite', snapshot.bytes.subarray(0, 9_000), `${refusal} The snapshot is damaged.`],
      [
        'x.sqlite',
        await alteredSnapshot('CREATE TRIGGER t AFTER INSERT ON position BEGIN UPDATE account SET is_superuser = 1; END'),
        `${refusal} This is not a snapshot of this program: its tables differ.`,
      ],
      [
        'x.sqlite',
        await alteredSnapshot("INSERT INTO migration VALUES ('999-of-tomorrow', 0)"),
        `${refusal} The file was made by a newer version of this program. Update the server first.`,
      ],
      [
        'x.sqlite',
        await alteredSnapshot("UPDATE video SET media_file = '../../etc/passwd'"),
        `${refusal} media_file of a video points outside the library: ../../etc/passwd`,
      ],
      [
        'x.sqlite',
        await alteredSnapshot("UPDATE video SET media_file = '/etc/passwd'"),
        `${refusal} media_file of a video points outside the library: /etc/passwd`,
      ],
      [
        'x.sqlite',
        await alteredSnapshot(`UPDATE video SET subtitles = '[{"file":"../x.vtt"}]'`),
        `${refusal} subtitles of a video points outside the library: ../x.vtt`,
      ],
      [
        'x.sqlite',
        await alteredSnapshot('PRAGMA foreign_keys = OFF; INSERT INTO position VALUES (1, 99999, 5, 1)'),
        expect.stringContaining('The file is inconsistent') as unknown as string,
      ],
      ['', backup.bytes, 'Choose a file first.'],
    ];
    for (const [name, bytes, message] of cases) expect(await messageAfterUpload(name, bytes)).toEqual(message);
    expect([await listedNames(), await listedSnapshots()]).toEqual(listsBefore);
    expect(await readdir(inData('incoming'))).toEqual([]);
    expect(existsSync(inData('restore'))).toBe(false);
    expect(server.logLines).toEqual([]);
  },
  20_000,
);

test('only staff can upload a file, and only through the page’s own form', async () => {
  const file = { name: backup.name, bytes: backup.bytes };
  const guest = await browserOf(await server.login('guest'));
  const namesBefore = await listedNames();
  expect((await guest.upload(`${page}bring-in/`, file)).status).toBe(403);
  expect((await browser.upload(`${page}bring-in/`, file, { token: 'made-up' })).status).toBe(403);
  expect((await browser.upload(`${page}bring-in/`, file, {}, { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await openAdminBrowser(server.url).upload(`${page}bring-in/`, file)).status).toBe(403);
  // The body of a form that is not multipart is not read.
  expect((await browser.send(`${page}bring-in/`)).status).toBe(303);
  expect(await shownMessage()).toBe('Choose a file first.');
  // A form without a boundary cannot be read.
  expect((await staff.call(`${page}bring-in/`, { method: 'POST', headers: { origin: server.url, 'content-type': 'multipart/form-data; x' } })).status).toBe(
    303,
  );
  expect(await shownMessage()).toBe('Choose a file first.');
  expect(await listedNames()).toEqual(namesBefore);
  expect(server.logLines).toEqual([]);
});

test('an upload that breaks off in the middle leaves nothing behind, and the server keeps running', async () => {
  const token = /name="token" value="([^"]+)"/.exec((await browser.open(page)).text)?.[1] ?? '';
  const socket = connect(server.port, '127.0.0.1');
  const part = (name: string, extraHeaders: string, value: string): string =>
    `--edge\r\ncontent-disposition: form-data; name="${name}"${extraHeaders}\r\n\r\n${value}\r\n`;
  const head = `POST ${page}bring-in/ HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\norigin: ${server.url}\r\ncookie: sessionid=${staff.cookies.sessionid}\r\n`;
  socket.write(`${head}content-type: multipart/form-data; boundary=edge\r\ncontent-length: 999999\r\n\r\n${part('token', '', token)}`);
  socket.write(part('file', '; filename="x.zip"', 'PK\u0003\u0004 and half of the rest'));
  const listIncoming = () => readdir(inData('incoming'));
  await expect.poll(listIncoming).toHaveLength(1);
  socket.destroy();
  await expect.poll(listIncoming).toEqual([]);
  expect((await staff.call('/api/ping/')).status).toBe(200);
  expect(server.logLines).toEqual([]);
});

test('the number of daily snapshots can be set, and an invalid number or second backup folder is refused with a message', async () => {
  await browser.send(`${page}daily/`, { daily: 'on', keep: '7' });
  expect(await shownMessage()).toBe('Saved.');
  expect(await staff.json<WireSnapshotInfo>('/api/appsettings/snapshot/')).toMatchObject({ expire_after: '7d' });
  expect(server.archive.appSettings.get().application.enable_snapshot).toBe(true);
  await browser.send(`${page}daily/`, { keep: '0' });
  expect(await shownMessage()).toBe('Enter a whole number from 1 to 365, or leave it empty.');
  expect(server.archive.appSettings.get().application.enable_snapshot).toBe(true);

  const plainFile = inData('a-file');
  await writeFile(plainFile, 'x');
  const folderInLibrary = path.join(server.libraryFolder, 'copies');
  await mkdir(folderInLibrary);
  const cases: [place: string, message: string][] = [
    ['copies', 'Enter the full path of a folder, starting at the root.'],
    ['/nowhere/at/all', '/nowhere/at/all cannot be used: it does not exist.'],
    [plainFile, `${plainFile} is not a folder.`],
    [inData('backups'), `${inData('backups')} is in the data folder: choose a folder on another disk.`],
    [folderInLibrary, `${folderInLibrary} is in the data folder: choose a folder on another disk.`],
    ['/proc', '/proc cannot be written to: it does not exist.'],
  ];
  for (const [folder, message] of cases) {
    await browser.send(`${page}second-folder/`, { folder });
    expect(await shownMessage()).toBe(message);
  }
});

/** The bytes of the snapshot after the statements `sql` have run on it. */
async function alteredSnapshot(sql: string): Promise<Buffer> {
  const file = inData('altered.sqlite');
  await writeFile(file, snapshot.bytes);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = DELETE');
  database.exec(sql);
  database.close();
  return readFile(file);
}
