// Opens the data folder of one archive: creates it if it is missing, locks it, and opens and migrates its database.
import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createAppSettings } from '../archive/app-settings.ts';
import { createBackupSettings, newArchiveDailySnapshots } from '../backups/backup-settings.ts';
import { isDamaged } from '../database/damaged.ts';
import { isDiskFull } from '../database/disk-full.ts';
import { lockFolder } from '../database/lock.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Database } from '../database/transaction.ts';
import { planUpdate, snapshotBeforeUpdate } from './before-update.ts';
import { refuseEmptiedDatabase } from './emptied-database.ts';
import { reasonOf, StartFailure } from './start-failure.ts';

export interface DataFolder {
  database: Database;
  close(): void;
}

/** @param version of the program, for the name of the snapshot before an update. @throws StartFailure */
export function openDataFolder(folder: string, version: string): DataFolder {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new StartFailure((texts) => texts.data.file(folder));
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure((texts, wording) => texts.data.unwritable(folder, reasonOf(error, wording)));
  }
  const lock = lockOf(folder);
  try {
    const file = path.join(folder, 'stowaway.sqlite');
    refuseEmptiedDatabase(file);
    const plan = planUpdate(file);
    restrictToOwner(file);
    if (plan === 'to-be-updated') snapshotBeforeUpdate(file, path.join(folder, 'snapshots'), version);
    const database = openDatabase(file, setUpNew);
    return {
      database,
      close() {
        try {
          checkpointDatabase(database);
        } finally {
          try {
            database.close();
          } finally {
            lock.release();
          }
        }
      },
    };
  } catch (error) {
    lock.release();
    if (error instanceof StartFailure) throw error;
    throw new StartFailure((texts, wording) => texts.data.unopened(folder, reasonOf(error, wording)));
  }
}

/** A new archive keeps daily snapshots for a week. An existing one keeps its settings. */
function setUpNew(database: Database): void {
  createAppSettings(database).change({ application: { enable_snapshot: true } });
  createBackupSettings(database).change({ dailySnapshots: newArchiveDailySnapshots });
}

/** Has no effect on a full disk. The journal stays then, and the next start reads it. */
function checkpointDatabase(database: Database): void {
  try {
    // Updates the statistics for the query planner, which is cheap if little has changed.
    database.exec('PRAGMA optimize');
    // Moves everything into one file, because closing alone leaves the journal while any statement exists.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

/** The database contains password hashes and API tokens. Files that SQLite creates beside it get the same permissions. */
function restrictToOwner(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      chmodSync(each, 0o600);
    } catch {
      // The file does not exist, or its file system has no permissions.
    }
  }
}

/** Creates one level at a time, because Node 20 with `recursive` never returns if a file system cannot create folders (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

function lockOf(folder: string) {
  const file = path.join(folder, 'lock.sqlite');
  try {
    const lock = lockFolder(file);
    if (lock) return lock;
  } catch (error) {
    if (isDamaged(error)) throw new StartFailure((texts) => texts.data.lockDamaged(file));
    throw new StartFailure((texts, wording) => texts.data.lockUnopened(file, reasonOf(error, wording)));
  }
  throw new StartFailure((texts) => texts.data.inUse(folder));
}

/** Copies the sample library at the first start, completely or not at all, even if interrupted. Returns its folder. */
export async function sampleLibraryIn(dataFolder: string, sample: string): Promise<string> {
  const target = path.join(dataFolder, 'library');
  if (existsSync(target)) return target;
  if (!existsSync(sample)) {
    await mkdir(target, { recursive: true });
    return target;
  }
  const unfinishedFolder = `${target}.unfinished`;
  await rm(unfinishedFolder, { recursive: true, force: true });
  // Modification times are kept, because the importer recognizes known files by them.
  await cp(sample, unfinishedFolder, { recursive: true, preserveTimestamps: true });
  await rename(unfinishedFolder, target);
  return target;
}
