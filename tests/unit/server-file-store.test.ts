import { createWriteStream, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { createFileStore, type FileStore, type StoreFolder } from '../../server/backups/file-store.ts';
import { readBackup } from '../../server/backups/read-backup.ts';
import { openZip } from '../../server/backups/read-zip.ts';
import { replaceViaStaging } from '../../server/backups/staging.ts';
import { writeBackup } from '../../server/backups/write-backup.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';

/** Any table could refer to the files. In these tests the address of a notification is the name of a file. */
const pictures: StoreFolder = { folder: 'made/pictures', table: 'task_notification', namesQuery: 'SELECT DISTINCT url AS name FROM task_notification' };
const taskOptions = { onProgress: () => undefined, signal: new AbortController().signal };
const gull = Buffer.from('a gull on a pole');
const pier = Buffer.from('a pier at dawn');
const hourMs = 3_600_000;

let folder: string;
let openedDatabases: Database[];
let nowMs: number;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-kept-'));
  openedDatabases = [];
  nowMs = Date.now();
});
afterEach(() => {
  for (const database of openedDatabases) database.close();
  rmSync(folder, { recursive: true, force: true });
});

interface TestServer {
  database: Database;
  files: FileStore;
  picturesFolder: string;
  addReference(name: string): void;
}

function aServer(name: string): TestServer {
  const database = openDatabase(path.join(folder, `${name}.sqlite`));
  openedDatabases.push(database);
  const storeFolder = path.join(folder, name);
  return {
    database,
    picturesFolder: path.join(storeFolder, 'made/pictures'),
    files: createFileStore(storeFolder, [pictures], () => nowMs),
    addReference: (file) => void database.prepare('INSERT INTO task_notification (task_name, url) VALUES (?, ?)').run(file, file),
  };
}

test('a file that cannot be read while a backup is written leaves no file open', async ({ skip }) => {
  if (!existsSync('/proc/self/fd')) return skip('this system does not list open files');
  const server = aServer('one');
  const name = await server.files.put('made/pictures', gull, 'jpg');
  const unreadableStore = { ...server.files, filesOf: () => Promise.resolve([{ folder: 'made/pictures', name, file: server.picturesFolder, sizeBytes: 1 }]) };
  await expect(backupOf({ ...server, files: unreadableStore }, 'one')).rejects.toThrow('EISDIR');
  const openFiles = readdirSync('/proc/self/fd').map((fd) => readlinkOrNone(`/proc/self/fd/${fd}`));
  expect(openFiles.filter((file) => file.includes('one.zip'))).toEqual([]);
});

function readlinkOrNone(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return ''; // it was just closed
  }
}

async function backupOf({ files }: TestServer, name: string): Promise<string> {
  const file = path.join(folder, `${name}.zip`);
  await writeBackup({
    databaseFile: path.join(folder, `${name}.sqlite`),
    file,
    unfinishedFile: `${file}.unfinished`,
    fileStore: files,
    version: '0',
    ...taskOptions,
  });
  return file;
}

const restore = (server: TestServer, file: string): Promise<unknown> =>
  replaceViaStaging({ live: server.database, folder: path.join(folder, 'restore') }, null, (staging) =>
    readBackup(staging, { file, fileStore: server.files, pictureFolders: [], targetFolder: folder, ...taskOptions }),
  );

test('files that rows refer to are included in a backup, and restored on an empty server', async () => {
  const server = aServer('one');
  const name = await server.files.put('made/pictures', gull, 'jpg');
  expect(await server.files.put('made/pictures', gull, 'jpg')).toBe(name);
  server.addReference(name);
  // A row whose file was lost, and a file without a row, are left out.
  server.addReference(`${'0'.repeat(64)}.jpg`);
  await server.files.put('made/pictures', pier, 'jpg');

  const file = await backupOf(server, 'one');
  const otherServer = aServer('other');
  await restore(otherServer, file);
  expect(readdirSync(otherServer.picturesFolder)).toEqual([name]);
  expect(readFileSync(path.join(otherServer.picturesFolder, name))).toEqual(gull);
  expect(otherServer.files.fileOf('made/pictures', name)).toBe(path.join(otherServer.picturesFolder, name));
  // The backup is restored a second time, over the existing file.
  await restore(otherServer, file);
  expect(readdirSync(otherServer.picturesFolder)).toEqual([name]);
});

test('a backup is refused completely if one picture is altered, absent or in another folder', async () => {
  const server = aServer('one');
  const name = await server.files.put('made/pictures', gull, 'jpg');
  server.addReference(name);
  const wholeParts = await partsOf(await backupOf(server, 'one'));
  const entry = `made/pictures/${name}`;
  const cases: [change: (parts: Map<string, Buffer>) => void, message: RegExp][] = [
    [(parts) => parts.set(entry, pier), /damaged: made\/pictures\/[0-9a-f]{64}\.jpg does not match its checksum/],
    [(parts) => parts.delete(entry), /incomplete: made\/pictures has 0 of 1 files/],
    [(parts) => parts.set('made/pictures/stowaway.sqlite', pier), /incomplete: made\/pictures has 2 of 1 files/],
    [(parts) => (parts.delete(entry), parts.set('made/pictures/stowaway.sqlite', pier)), /made\/pictures\/stowaway\.sqlite, which is not part of a backup/],
    [(parts) => parts.set(`secrets/${name}`, gull), /contains secrets\/.*which is not part of a backup/],
  ];
  for (const [change, message] of cases) {
    const parts = new Map(wholeParts);
    change(parts);
    const otherServer = aServer(`other-${openedDatabases.length}`);
    await expect(restore(otherServer, await zipOf(parts))).rejects.toThrow(message);
    expect(otherServer.database.prepare('SELECT url FROM task_notification').all()).toEqual([]);
    expect(existsSync(otherServer.picturesFolder) ? readdirSync(otherServer.picturesFolder) : []).toEqual([]);
  }
});

test('a file stays while the archive or a snapshot refers to it, and for an hour in any case', async () => {
  const [server, snapshot] = [aServer('one'), aServer('snapshot')];
  const [archivedName, snapshotName, unusedName] = [
    await server.files.put('made/pictures', gull, 'jpg'),
    await server.files.put('made/pictures', pier, 'jpg'),
    await server.files.put('made/pictures', Buffer.from('nobody asks for it'), 'jpg'),
  ];
  server.addReference(archivedName);
  snapshot.addReference(snapshotName);
  writeFileSync(path.join(server.picturesFolder, 'cut-off.jpg.unfinished'), 'half');
  const twoHoursAgo = new Date(nowMs - 2 * hourMs);
  utimesSync(path.join(server.picturesFolder, 'cut-off.jpg.unfinished'), twoHoursAgo, twoHoursAgo);
  const databases = [() => server.database, () => snapshot.database];
  expect(await server.files.sweep(databases)).toBe(1);
  nowMs += hourMs + 60_000;
  // The file is stored again just now, so it stays for another hour, in which its row could be written.
  await server.files.put('made/pictures', Buffer.from('nobody asks for it'), 'jpg');
  expect(await server.files.sweep(databases)).toBe(0);
  nowMs += hourMs + 60_000;
  expect(await server.files.sweep(databases)).toBe(1);
  expect(readdirSync(server.picturesFolder).toSorted()).toEqual([archivedName, snapshotName].toSorted());
  expect(server.files.fileOf('made/pictures', unusedName)).not.toBeNull();
  expect(server.files.fileOf('made/pictures', '../../stowaway.sqlite')).toBeNull();
  expect(await server.files.sweep(databases.slice(0, 1))).toBe(1);
});

async function partsOf(file: string): Promise<Map<string, Buffer>> {
  const zip = await openZip(file, folder);
  const parts = new Map<string, Buffer>();
  for (const name of zip.names) {
    const chunks: Buffer[] = [];
    for await (const chunk of zip.bytes(name)) chunks.push(Buffer.from(chunk));
    parts.set(name, Buffer.concat(chunks));
  }
  zip.close();
  return parts;
}

async function zipOf(parts: ReadonlyMap<string, Buffer>): Promise<string> {
  const file = path.join(folder, `made-${openedDatabases.length}.zip`);
  const zip = new ZipFile();
  for (const [name, bytes] of parts) zip.addBuffer(bytes, name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}
