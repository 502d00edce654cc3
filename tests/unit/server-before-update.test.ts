// A snapshot is made before an update. An update that fails changes nothing, and a program refuses a database that is newer than itself.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { createSnapshots } from '../../server/backups/snapshots.ts';
import { migrations, type Migration } from '../../server/database/migrations.ts';
import { openDataFolder } from '../../server/start/data-folder.ts';
import { aSmallDisk } from '../builders/small-disk.ts';

let folder: string;
let releasedCount: number;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-update-'));
  releasedCount = migrations.length;
});
afterEach(() => {
  migrations.length = releasedCount;
  rmSync(folder, { recursive: true, force: true });
});

const tomorrowMigration: Migration = {
  name: '998-of-tomorrow',
  run: (database) => database.exec('CREATE TABLE tomorrow (x); INSERT INTO tomorrow VALUES (1)'),
};
const failingMigration: Migration = {
  name: '999-fails',
  run(database) {
    database.exec('CREATE TABLE half_done (x)');
    throw new Error('this row cannot be changed');
  },
};
const databaseFile = (): string => path.join(folder, 'stowaway.sqlite');
const snapshots = () => createSnapshots(path.join(folder, 'snapshots'));

/** Starts the version that the list of migrations represents: opens the data folder, calls `work`, and closes the folder. */
function withServer<Value>(version: string, work: (archive: ReturnType<typeof createArchive>) => Value): Value {
  const dataFolder = openDataFolder(folder, version);
  try {
    return work(createArchive(dataFolder.database));
  } finally {
    dataFolder.close();
  }
}

const addPerson = (name: string): void =>
  withServer('1.0.0', (archive) => void archive.accounts.add({ name, passwordHash: 'x', isStaff: true, isSuperuser: false }));
const peopleNames = (): string[] => withServer('1.0.0', (archive) => archive.accounts.names());

test('a new archive keeps seven daily snapshots, and makes no snapshot of the empty database', () => {
  withServer('1.0.0', (archive) => {
    expect(archive.appSettings.get().application.enable_snapshot).toBe(true);
    expect(archive.database.prepare("SELECT value FROM archive WHERE key = 'backup-settings'").get()).toEqual({
      value: JSON.stringify({ dailySnapshots: 7, secondPlace: null }),
    });
    archive.appSettings.change({ application: { enable_snapshot: false } });
  });
  // An existing archive keeps its setting through an update.
  migrations.push(tomorrowMigration);
  expect(withServer('2.0.0', (archive) => archive.appSettings.get().application.enable_snapshot)).toBe(false);
  expect(snapshots().list()).toHaveLength(1);
});

test('before an update the database is copied unchanged, and the previous version opens that copy', () => {
  addPerson('mara');
  const bytesBefore = readFileSync(databaseFile());
  expect(peopleNames()).toEqual(['mara']);
  expect(snapshots().list()).toEqual([]);
  migrations.push(tomorrowMigration);
  withServer('2.0.0', (archive) => archive.accounts.add({ name: 'of-2.0', passwordHash: 'x', isStaff: true, isSuperuser: false }));
  const [snapshot, ...otherSnapshots] = snapshots().list();
  expect([snapshot?.reason, otherSnapshots]).toEqual([{ kind: 'before-update', to: '2.0.0' }, []]);
  const snapshotFile = snapshots().fileOf(snapshot?.id ?? '') ?? '';
  expect(statSync(snapshotFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(snapshotFile).equals(bytesBefore)).toBe(true);
  // The person goes back to the previous version, as docs/backups.md describes.
  migrations.length = releasedCount;
  writeFileSync(databaseFile(), readFileSync(snapshotFile));
  expect(peopleNames()).toEqual(['mara']);
});

test('the last five snapshots that were made before updates are kept', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const versions = Array.from({ length: 7 }, (_, index) => `2.${index}.0`);
  addPerson('mara');
  for (const [index, version] of versions.entries()) {
    migrations.push({ name: `99${index}-of-${version}`, run: (database) => database.exec(`CREATE TABLE of_${index} (x)`) });
    withServer(version, () => undefined);
    vi.setSystemTime(Date.now() + 86_400_000);
  }
  expect(
    snapshots()
      .list()
      .map(({ reason }) => reason),
  ).toEqual(
    versions
      .slice(2)
      .toReversed()
      .map((version) => ({ kind: 'before-update', to: version })),
  );
});

test('an update that fails midway changes nothing, the previous version opens the file, and several tries make only one snapshot', () => {
  addPerson('mara');
  migrations.push(tomorrowMigration, failingMigration);
  for (let attempt = 0; attempt < 3; attempt += 1) expect(() => withServer('2.0.0', () => undefined)).toThrow(/cannot be opened: this row cannot be changed/);
  expect(snapshots().list()).toHaveLength(1);
  migrations.length = releasedCount;
  expect(peopleNames()).toEqual(['mara']);
  const database = new DatabaseSync(databaseFile());
  expect(database.prepare("SELECT name FROM sqlite_schema WHERE name IN ('tomorrow', 'half_done')").all()).toEqual([]);
  database.close();
});

test('data that a killed server left in its journal is also in the snapshot before an update', () => {
  addPerson('mara');
  const database = new DatabaseSync(databaseFile());
  database.exec('PRAGMA wal_autocheckpoint = 0');
  createArchive(database).accounts.add({ name: 'tove', passwordHash: 'x', isStaff: false, isSuperuser: false });
  const [mainBytes, journalBytes] = [readFileSync(databaseFile()), readFileSync(`${databaseFile()}-wal`)];
  database.close();
  writeFileSync(databaseFile(), mainBytes);
  writeFileSync(`${databaseFile()}-wal`, journalBytes);
  migrations.push(tomorrowMigration);
  withServer('2.0.0', () => undefined);
  const snapshotDatabase = new DatabaseSync(snapshots().fileOf(snapshots().list()[0]?.id ?? '') ?? '');
  expect(snapshotDatabase.prepare('SELECT name FROM account ORDER BY name').all()).toEqual([{ name: 'mara' }, { name: 'tove' }]);
  snapshotDatabase.close();
});

test('after a server was killed while it created the database, the next one starts', () => {
  // Until its switch to WAL, a new database has a rollback journal. The copied files contain an unfinished transaction.
  const otherFile = path.join(folder, 'other.sqlite');
  const database = new DatabaseSync(otherFile);
  database.exec('PRAGMA cache_size = 1; CREATE TABLE first (x); BEGIN; CREATE TABLE second (x)');
  for (let count = 0; count < 50; count += 1) database.prepare('INSERT INTO second VALUES (zeroblob(4000))').run();
  for (const ending of ['', '-journal']) copyFileSync(`${otherFile}${ending}`, `${databaseFile()}${ending}`);
  database.close();
  const journal = readFileSync(`${databaseFile()}-journal`);
  // The magic number of a rollback journal: SQLite would ignore a file without it, and the test would prove nothing.
  expect(journal.subarray(0, 4).toString('hex')).toBe('d9d505f9');
  expect(peopleNames()).toEqual([]);
  expect(existsSync(`${databaseFile()}-journal`)).toBe(false);
});

test.each([
  ['a snapshot', 'snapshots/ta_daily_-0123456789abcdefghijkl.1770000000-1770000001.daily.sqlite'],
  ['a backup', 'backups/ta_backup-20260214-auto.zip'],
  ['a description from a source', 'learned/video/x.info.json'],
  ['a journal', 'stowaway.sqlite-wal'],
])('a database that was emptied beside %s is refused until a person decides, and left as it is', (_sign, sign) => {
  addPerson('mara');
  truncateSync(databaseFile());
  mkdirSync(path.dirname(path.join(folder, sign)), { recursive: true });
  writeFileSync(path.join(folder, sign), 'x');
  expect(peopleNames).toThrow(`${databaseFile()} is empty (0 bytes)`);
  expect([statSync(databaseFile()).size, existsSync(path.join(folder, sign))]).toEqual([0, true]);
  rmSync(databaseFile());
  expect(peopleNames()).toEqual([]);
});

test('a server killed before it wrote anything into its first database is followed by one that starts', () => {
  mkdirSync(path.join(folder, 'snapshots'));
  writeFileSync(databaseFile(), '');
  expect(peopleNames()).toEqual([]);
});

test('an older program refuses a newer database with a message, and does not change it', () => {
  migrations.push(tomorrowMigration);
  withServer('2.0.0', () => undefined);
  migrations.length = releasedCount;
  const bytesBefore = readFileSync(databaseFile());
  expect(() => withServer('1.0.0', () => undefined)).toThrow(
    /The database in .* cannot be opened: it contains changes of a newer version \(998-of-tomorrow\); start that version, or a newer one\./,
  );
  expect(readFileSync(databaseFile()).equals(bytesBefore)).toBe(true);
  expect(existsSync(path.join(folder, 'snapshots'))).toBe(false);
});

const disk = aSmallDisk(40);
test.skipIf(disk === null)('without space for the snapshot nothing is updated, and the message says what to do', () => {
  const ownFolder = folder;
  folder = disk?.folder ?? '';
  try {
    addPerson('mara');
    disk?.fill(10_000_000);
    migrations.push(tomorrowMigration);
    expect(() => withServer('2.0.0', () => undefined)).toThrow(
      /first makes a snapshot of it, which needs [\d.]+ [kMGT]?B; the disk has [\d.]+ [kMGT]?B free\. The database was not changed\. Free some space, or start the previous version\./,
    );
    expect(readdirSync(path.join(folder, 'snapshots'))).toEqual([]);
    migrations.length = releasedCount;
    expect(peopleNames()).toEqual(['mara']);
  } finally {
    disk?.remove();
    folder = ownFolder;
  }
});

test('a server whose disk fails during its stop still closes the database and unlocks the folder', () => {
  const dataFolder = openDataFolder(folder, '1.0.0');
  vi.spyOn(dataFolder.database, 'exec').mockImplementation(() => {
    throw new Error('disk I/O error');
  });
  expect(() => dataFolder.close()).toThrow('disk I/O error');
  expect(dataFolder.database.isOpen).toBe(false);
  expect(peopleNames()).toEqual([]);
});
