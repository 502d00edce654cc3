// Makes a snapshot before a start migrates the database. Nothing else uses the data folder yet, so a copy of the file is consistent. The
// previous version can open the copy, because the file is copied byte for byte.
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { newSnapshotId, readSnapshotFileName, snapshotFileName, type SnapshotFile } from '../backups/snapshot-names.ts';
import { expiredSnapshots } from '../backups/snapshot-rotation.ts';
import { appliedMigrations, pendingMigrations } from '../database/open-database.ts';
import { isDiskFull } from '../database/disk-full.ts';
import { reasonOf, StartFailure } from './start-failure.ts';

export type UpdatePlan = 'new' | 'nothing-to-do' | 'to-be-updated';

/** Determines what the next opening will do to this file. Changes nothing, except that it undoes an unfinished transaction. @throws NewerDatabase */
export function planUpdate(file: string): UpdatePlan {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return 'new';
  // A server that is killed while it creates the database may leave an unfinished transaction, which only a writing connection undoes.
  const database = new DatabaseSync(file, { readOnly: !existsSync(`${file}-journal`) });
  try {
    const isOutdated = pendingMigrations(database).length > 0;
    if (isOutdated && appliedMigrations(database).length === 0) return 'new';
    return isOutdated ? 'to-be-updated' : 'nothing-to-do';
  } finally {
    database.close();
  }
}

/** @param version of this program. @throws StartFailure if no snapshot can be made; the database is not updated then */
export function snapshotBeforeUpdate(databaseFile: string, snapshotFolder: string, version: string): void {
  mergeJournal(databaseFile);
  const { size, mtimeMs, mtime } = statSync(databaseFile);
  mkdirSync(snapshotFolder, { recursive: true, mode: 0o700 });
  // A failing start is often repeated, and one copy of the same file is enough.
  const copies = findCopies(snapshotFolder).map(({ name }) => statSync(path.join(snapshotFolder, name)));
  if (copies.some((copy) => copy.size === size && Math.abs(copy.mtimeMs - mtimeMs) < 1)) return;
  const { bavail, bsize } = statfsSync(snapshotFolder);
  // The factor leaves space for the update itself.
  const neededBytes = Math.ceil(size * 1.2) + 16 * 1024 * 1024;
  if (neededBytes > bavail * bsize) throw noSpaceFailure(neededBytes, bavail * bsize);
  const id = newSnapshotId();
  const unfinishedFile = path.join(snapshotFolder, `${id}.unfinished`);
  const startedAt = Math.floor(Date.now() / 1000);
  try {
    copyFileSync(databaseFile, unfinishedFile, constants.COPYFILE_FICLONE);
    chmodSync(unfinishedFile, 0o600);
    utimesSync(unfinishedFile, mtime, mtime);
    const handle = openSync(unfinishedFile, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    const reason = { kind: 'before-update', to: version } as const;
    renameSync(unfinishedFile, path.join(snapshotFolder, snapshotFileName({ id, reason, startedAt, endedAt: Math.floor(Date.now() / 1000) })));
  } catch (error) {
    rmSync(unfinishedFile, { force: true });
    throw isDiskFull(error)
      ? noSpaceFailure(neededBytes, bavail * bsize)
      : new StartFailure((texts, wording) => texts.data.noSnapshot(reasonOf(error, wording)));
  }
  // These snapshots are rotated here, because the rotation that follows other snapshots may never run while daily snapshots are off.
  for (const { name } of expiredSnapshots(findCopies(snapshotFolder), null, startedAt)) rmSync(path.join(snapshotFolder, name), { force: true });
}

/** A killed server may have left a journal beside the database file. Merges it into the file. */
function mergeJournal(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** The snapshots from before updates, with their file names. */
function findCopies(folder: string): (SnapshotFile & { name: string })[] {
  return readdirSync(folder).flatMap((name) => {
    const snapshot = readSnapshotFileName(name);
    return snapshot?.reason.kind === 'before-update' ? [{ ...snapshot, name }] : [];
  });
}

function noSpaceFailure(neededBytes: number, freeBytes: number): StartFailure {
  return new StartFailure((texts, { formatSize }) => texts.data.noSpace(formatSize(neededBytes), formatSize(freeBytes)));
}
