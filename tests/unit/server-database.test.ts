import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { lockFolder } from '../../server/database/lock.ts';
import { migrations } from '../../server/database/migrations.ts';
import { migrate, NewerDatabase, openDatabase } from '../../server/database/open-database.ts';
import { inTransaction } from '../../server/database/transaction.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-database-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('every migration runs once, in order, from whatever version is there', () => {
  for (let from = 0; from <= migrations.length; from += 1) {
    const database = new DatabaseSync(':memory:');
    migrate(database, from);
    migrate(database);
    migrate(database);
    const applied = database.prepare('SELECT name FROM migration ORDER BY rowid').all() as { name: string }[];
    expect(applied.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    database.close();
  }
});

test('a database of a newer version is not touched', () => {
  const database = openDatabase(':memory:');
  database.exec("INSERT INTO migration VALUES ('999-from-the-future', 0)");
  expect(() => migrate(database)).toThrow(NewerDatabase);
  database.close();
});

test('the archive keeps its id over openings', () => {
  const file = path.join(folder, 'x.sqlite');
  const idOf = (): string => {
    const database = openDatabase(file);
    const { archiveId } = createArchive(database);
    database.close();
    return archiveId;
  };
  expect(idOf()).toBe(idOf());
});

test('a transaction that throws leaves nothing, and an inner one belongs to the outer', () => {
  const database = openDatabase(':memory:');
  const write = (key: string) => database.prepare("INSERT INTO archive VALUES (?, 'x')").run(key);
  expect(() =>
    inTransaction(database, () => {
      write('outer');
      inTransaction(database, () => write('inner'));
      throw new Error('after both');
    }),
  ).toThrow('after both');
  expect(database.prepare("SELECT count(*) AS n FROM archive WHERE value = 'x'").get()).toEqual({ n: 0 });
  database.close();
});

test('a folder is locked once, and free again after the release', () => {
  const file = path.join(folder, 'lock.sqlite');
  const lock = lockFolder(file);
  expect(lock).not.toBeNull();
  expect(lockFolder(file)).toBeNull();
  lock?.release();
  expect(lockFolder(file)).not.toBeNull();
});
