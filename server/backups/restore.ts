// Restores backups and snapshots, one at a time. Just before it replaces the database, each restore makes a snapshot of the current state,
// so that the restore can be undone.
import path from 'node:path';
import type { Database } from '../database/transaction.ts';
import type { LibraryLock } from '../library/library-lock.ts';
import type { BackupFolder } from './backup-folder.ts';
import { BackupProblem } from './backup-problem.ts';
import { correctValues } from './correct-values.ts';
import type { FileStore } from './file-store.ts';
import { pictureFolders } from './picture-folders.ts';
import { readBackup } from './read-backup.ts';
import { nameForFile, type SnapshotReason } from './snapshot-names.ts';
import type { Snapshots } from './snapshots.ts';
import { fileOf, replaceViaStaging } from './staging.ts';

export interface Restore {
  /** Restores a backup. Returns lines about what was left out. @throws BackupProblem; nothing was changed */
  backup(fileName: string, options: { onProgress(doneRows: number, total: number): void; signal: AbortSignal }): Promise<string[]>;
  /** Restores a snapshot. Returns lines about what was left out. @throws BackupProblem; nothing was changed */
  snapshot(id: string): Promise<string[]>;
}

export interface RestoreOptions {
  live: Database;
  stagingFolder: string;
  /** Runs work while other users of the staging folder wait. */
  serialize: <Value>(work: () => Promise<Value>) => Promise<Value>;
  libraryLock: LibraryLock;
  folder: BackupFolder;
  snapshots: Snapshots;
  fileStore: FileStore;
}

/**
 * The maximum number of snapshots made before one restore. The last one is kept even if there was a write while it was made, because
 * another try would not help if writes are that frequent.
 */
const maxTries = 5;

export function createRestore({ live, stagingFolder, serialize, libraryLock, folder, snapshots, fileStore }: RestoreOptions): Restore {
  /**
   * Makes a snapshot of the current state. A write during the copy may be missing from the snapshot. After such a write the snapshot is
   * made again, so that it contains everything that the exchange replaces.
   */
  async function snapshotBefore(restoredName: string): Promise<void> {
    const reason: SnapshotReason = { kind: 'before-restore', of: nameForFile(restoredName) };
    for (let tries = 1; ; tries += 1) {
      const markerBefore = changeMarker(live);
      const id = snapshots.announce(reason);
      try {
        await snapshots.make(id, fileOf(live));
      } catch (error) {
        if (!(error instanceof BackupProblem)) throw error;
        throw new BackupProblem((texts, wording) => texts.needsSnapshotFirst(error.sentence(wording)));
      }
      if (changeMarker(live) === markerBefore || tries === maxTries) return;
      snapshots.remove(id);
    }
  }

  /**
   * Replaces the live database. No sweep of the file store runs meanwhile, because no live row refers to the backup's files until the
   * exchange.
   */
  function replaceDatabase(restoredName: string, taskName: string, fill: Parameters<typeof replaceViaStaging>[2]): Promise<string[]> {
    async function fillAndCorrect(staging: Database, file: string): Promise<string[]> {
      await fill(staging, file);
      return correctValues(staging);
    }
    return serialize(() =>
      fileStore.withoutSweep(() =>
        replaceViaStaging({ live, folder: stagingFolder }, taskName, fillAndCorrect, (exchange) =>
          libraryLock.exclusive(async () => {
            await snapshotBefore(restoredName);
            await exchange();
          }),
        ),
      ),
    );
  }

  return {
    backup(fileName, { onProgress, signal }) {
      const targetFolder = path.dirname(fileOf(live));
      return replaceDatabase(path.basename(fileName, '.zip'), 'restore_backup', (staging) => {
        const file = folder.find(fileName);
        if (file === null) throw new BackupProblem((texts) => texts.noBackup(fileName));
        return readBackup(staging, { file, fileStore, pictureFolders: pictureFolders(live), targetFolder, onProgress, signal });
      });
    },
    snapshot: (id) => {
      const madeAt = snapshots.list().find((snapshot) => snapshot.id === id)?.startedAt ?? 0;
      return replaceDatabase(`snapshot-of-${minuteOf(madeAt)}`, 'restore_snapshot', (staging, file) => snapshots.read(id, staging, file, pictureFolders(live)));
    },
  };
}

/** A text that changes with every write, by this connection or another one. */
function changeMarker(live: Database): string {
  const { own } = live.prepare('SELECT total_changes() AS own').get() as { own: number };
  const { data_version: others } = live.prepare('PRAGMA data_version').get() as { data_version: number };
  return `${own} ${others}`;
}

/** YYYY-MM-DD-HHMM in the server's time zone. */
function minuteOf(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}-${twoDigits(date.getHours())}${twoDigits(date.getMinutes())}`;
}
