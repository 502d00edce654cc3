// Makes, lists and removes snapshots: complete copies of the database, made by SQLite's backup, to which a person can return. Their times
// and reason are in their file names (snapshot-names.ts). A snapshot in progress is only in memory; if the server stops, the next start
// runs its task again.
import { constants, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import type { Database } from '../database/transaction.ts';
import { freeSpaceOf } from '../disk/free-space.ts';
import { fsyncFile } from '../disk/fsync.ts';
import { BackupProblem } from './backup-problem.ts';
import { checkDatabase } from './check-database.ts';
import { clearUnfinished, namesIn, unfinishedSuffix } from './backup-folder.ts';
import { checkPaths } from './library-paths.ts';
import { newSnapshotId, readSnapshotFileName, snapshotFileName, type SnapshotFile, type SnapshotReason } from './snapshot-names.ts';
import { expiredSnapshots } from './snapshot-rotation.ts';
import { migrateStaging, prepareStaging } from './staging.ts';
import { requireStoredTypes } from './stored-types.ts';

export interface Snapshot extends SnapshotFile {
  state: 'SUCCESS' | 'IN_PROGRESS' | 'FAILED';
  /** The snapshot's size; 0 until it is complete. */
  sizeBytes: number;
}

export interface Snapshots {
  folder: string;
  /** All snapshots, newest first. While a snapshot is in progress, its `endedAt` is its start. */
  list(): Snapshot[];
  /**
   * Lists a snapshot as in progress and returns its id. `make` must follow.
   * @param storeTask stores the task that will call `make`; if it throws, nothing is listed
   */
  announce(reason?: SnapshotReason, storeTask?: (id: string) => unknown): string;
  /** Makes a snapshot unless it exists. The default reason is the announced one, otherwise `by-hand`. @throws BackupProblem */
  make(id: string, databaseFile: string, reason?: SnapshotReason): Promise<void>;
  /** Reads a snapshot into a staged database and migrates it to the current schema. @throws BackupProblem */
  read(id: string, staging: Database, stagingFile: string, pictureFolders: readonly string[]): Promise<void>;
  /** Whether there is a complete snapshot with this id. */
  has(id: string): boolean;
  /** The snapshot's file; null if there is no complete snapshot with this id. */
  fileOf(id: string): string | null;
  /** Adopts a complete, checked file in the same file system. Returns the snapshot's id. */
  adopt(file: string, madeAt: Pick<SnapshotFile, 'startedAt' | 'endedAt'>): string;
  /** Removes a snapshot. False if there is none with this id, or if it is still being made. */
  remove(id: string): boolean;
  /** Removes expired snapshots (snapshot-rotation.ts). */
  rotate(): void;
}

export interface SnapshotsOptions {
  /** Unix seconds. */
  now?: () => number;
  /** How many daily snapshots stay; null keeps them by age. */
  keptDailySnapshots?: () => number | null;
}

export function createSnapshots(
  folder: string,
  { now = () => Math.floor(Date.now() / 1000), keptDailySnapshots = () => null }: SnapshotsOptions = {},
): Snapshots {
  clearUnfinished(folder);
  const incompleteSnapshots = new Map<string, Snapshot>();

  function listComplete(): (Snapshot & { file: string })[] {
    const snapshotFiles = namesIn(folder).flatMap((name) => {
      const facts = readSnapshotFileName(name);
      const file = path.join(folder, name);
      const size = facts === null ? undefined : statSync(file, { throwIfNoEntry: false })?.size;
      return facts === null || size === undefined ? [] : [{ ...facts, state: 'SUCCESS' as const, sizeBytes: size, file }];
    });
    return snapshotFiles.toSorted((a, b) => b.startedAt - a.startedAt || b.endedAt - a.endedAt);
  }

  const find = (id: string) => listComplete().find((snapshot) => snapshot.id === id);

  function rotate(): void {
    for (const { file } of expiredSnapshots(listComplete(), keptDailySnapshots(), now())) rmSync(file, { force: true });
  }

  function begin(id: string, reason: SnapshotReason, startedAt: number): Snapshot {
    const snapshot: Snapshot = { id, reason, state: 'IN_PROGRESS', startedAt, endedAt: startedAt, sizeBytes: 0 };
    incompleteSnapshots.set(id, snapshot);
    return snapshot;
  }

  return {
    folder,
    list: () =>
      [...incompleteSnapshots.values(), ...listComplete().map(({ file: _file, ...snapshot }) => snapshot)].toSorted((a, b) => b.startedAt - a.startedAt),
    has: (id) => find(id) !== undefined,
    fileOf: (id) => find(id)?.file ?? null,
    remove(id) {
      const matchingSnapshots = listComplete().filter((snapshot) => snapshot.id === id);
      for (const { file } of matchingSnapshots) rmSync(file, { force: true });
      const isFailed = incompleteSnapshots.get(id)?.state === 'FAILED';
      if (isFailed) incompleteSnapshots.delete(id);
      return matchingSnapshots.length > 0 || isFailed;
    },
    rotate,
    announce(reason = { kind: 'by-hand' }, storeTask = () => undefined) {
      const id = newSnapshotId();
      storeTask(id);
      return begin(id, reason, now()).id;
    },
    async make(id, databaseFile, givenReason) {
      if (find(id)) return void incompleteSnapshots.delete(id);
      const announcedSnapshot = incompleteSnapshots.get(id);
      const { reason, startedAt } = begin(id, givenReason ?? announcedSnapshot?.reason ?? { kind: 'by-hand' }, announcedSnapshot?.startedAt ?? now());
      const unfinishedFile = path.join(folder, `${id}${unfinishedSuffix}`);
      let source: Database | null = null;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        // A separate connection copies one consistent moment of the database, and the server's reads and writes do not wait for it.
        source = new DatabaseSync(databaseFile, { readOnly: true });
        await requireSpace(source, folder);
        // Before anything is written, the file is made readable by its owner only, because it will contain secrets.
        await rm(unfinishedFile, { force: true });
        await (await open(unfinishedFile, 'w', 0o600)).close();
        await backup(source, unfinishedFile, { rate: -1 });
        await fsyncFile(unfinishedFile);
        await rename(unfinishedFile, path.join(folder, snapshotFileName({ id, reason, startedAt, endedAt: now() })));
        incompleteSnapshots.delete(id);
        rotate();
      } catch (error) {
        incompleteSnapshots.set(id, { id, reason, state: 'FAILED', startedAt, endedAt: now(), sizeBytes: 0 });
        // The next start removes a file that cannot be deleted now.
        for (const file of [unfinishedFile, `${unfinishedFile}-journal`]) await rm(file, { force: true }).catch(() => undefined);
        throw error;
      } finally {
        source?.close();
      }
    },
    async read(id, staging, stagingFile, pictureFolders) {
      const file = find(id)?.file;
      if (file === undefined) throw new BackupProblem((texts) => texts.noSnapshot);
      await readSnapshot(file, staging, stagingFile, pictureFolders);
    },
    adopt(file, { startedAt, endedAt }) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const id = newSnapshotId();
      const target = path.join(folder, snapshotFileName({ id, reason: { kind: 'brought-in' }, startedAt, endedAt }));
      if (existsSync(target)) throw new Error(`there is a snapshot ${id} already`);
      renameSync(file, target);
      return id;
    },
  };
}

/** @param checkSchema checks the database as received, before its migration */
export async function readSnapshot(
  file: string,
  staging: Database,
  stagingFile: string,
  pictureFolders: readonly string[],
  checkSchema: (staging: Database) => void = () => undefined,
): Promise<void> {
  staging.close();
  await copyFile(file, stagingFile, constants.COPYFILE_FICLONE);
  const { kind } = await checkDatabase(stagingFile, 'pages');
  staging.open();
  if (kind !== 'whole') throw new BackupProblem((texts) => texts.damagedSnapshot);
  prepareStaging(staging);
  checkSchema(staging);
  migrateStaging(staging);
  await requireStoredTypes(staging, stagingFile);
  await checkPaths(staging, stagingFile, pictureFolders);
}

/** @throws BackupProblem */
async function requireSpace(source: Database, folder: string): Promise<void> {
  const { bytes } = source.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').get() as { bytes: number };
  const freeBytes = await freeSpaceOf(folder);
  if (bytes <= freeBytes) return;
  throw new BackupProblem((texts, { formatSize }) => texts.snapshotSpace(formatSize(bytes), formatSize(freeBytes)));
}
