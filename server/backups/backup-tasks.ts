// Defines the tasks that make and restore backups and snapshots.
import type { Archive } from '../archive/archive.ts';
import type { ImportReport } from '../catalogue/records.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { isDiskFull } from '../database/disk-full.ts';
import { createImporter } from '../library/import-pass.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { LibraryLock } from '../library/library-lock.ts';
import { absentLibraryText, mediaFilesText } from '../library/report-text.ts';
import { titleOf } from '../tasks/task-titles.ts';
import type { TaskEnd, TaskKind, TaskWork } from '../tasks/tasks.ts';
import { toBackupProblem } from './backup-problem.ts';
import { regularReason, type BackupFolder } from './backup-folder.ts';
import { snapshotDatabases } from './snapshot-databases.ts';
import type { FileStore } from './file-store.ts';
import type { Restore } from './restore.ts';
import type { SecondBackupFolder } from './second-backup-folder.ts';
import type { Snapshots } from './snapshots.ts';
import { fileOf } from './staging.ts';
import { writeBackup } from './write-backup.ts';

export interface RestoreBackupInput {
  fileName: string;
}
export interface SnapshotInput {
  snapshotId: string;
  /** Absent if a person started the task. */
  reason?: 'daily';
}

interface BackupTaskDeps {
  archive: Archive;
  library: LibraryPlaces;
  libraryLock: LibraryLock;
  /** The server's version. */
  version: string;
  /** Called after a restore, because the clients' data is outdated then. */
  onRestored(): void;
  log: (line: string) => void;
  folder: BackupFolder;
  snapshots: Snapshots;
  fileStore: FileStore;
  secondBackupFolder: SecondBackupFolder;
  restore: Restore;
}

/** The kinds run_backup, restore_backup, create_snapshot and restore_snapshot. */
export function backupTaskKinds(deps: BackupTaskDeps): TaskKind[] {
  const { archive, library, libraryLock, version, onRestored, log, folder, snapshots, fileStore, secondBackupFolder, restore } = deps;
  const live = archive.database;
  const commonFlags = { canStartByName: false, canStop: false };

  /**
   * Copies new files to the second backup folder and returns the task's end. If the copy fails, the backup still exists, but the task ends
   * with an error, so that somebody is notified.
   */
  async function copyToSecondFolder(line: string): Promise<TaskEnd> {
    const outcome = await secondBackupFolder.bringUpToDate();
    if (outcome.kind === 'none') return { level: 'info', lines: [line] };
    return outcome.kind === 'copied'
      ? { level: 'info', lines: [line, `It is copied to ${secondBackupFolder.folder()}.`] }
      : { level: 'error', lines: [line, outcome.message] };
  }

  async function runBackup({ update, signal }: TaskWork): Promise<TaskEnd> {
    update(['Backing up archive']);
    const { file, unfinishedFile } = folder.target(regularReason);
    const onProgress = (doneRows: number, total: number): void => update(['Backing up archive', `${doneRows} of ${total} rows`], doneRows / Math.max(total, 1));
    await fileStore.withoutSweep(() => writeBackup({ databaseFile: fileOf(live), file, unfinishedFile, fileStore, version, onProgress, signal }));
    const keep = archive.schedules.find('run_backup')?.config.rotate;
    if (keep !== undefined) folder.rotate(keep);
    update(['Backing up archive', 'Copying to the second backup folder']);
    return copyToSecondFolder('The backup was made.');
  }

  async function createSnapshot({ snapshotId, reason }: SnapshotInput): Promise<TaskEnd> {
    await fileStore.withoutSweep(() => snapshots.make(snapshotId, fileOf(live), { kind: reason ?? 'by-hand' }));
    await fileStore
      .sweep(snapshotDatabases(live, snapshots))
      // An unreadable snapshot may refer to any file, so all files stay.
      .catch((error: unknown) => log(`Unused files of the archive were not removed: ${error instanceof Error ? error.message : String(error)}`));
    return copyToSecondFolder('The snapshot was made.');
  }

  async function finishRestore(source: string, leftOutLines: string[], { update, signal }: TaskWork): Promise<TaskEnd> {
    onRestored();
    // The import finds files that appeared or disappeared since the backup was made.
    update(['Restoring from backup', 'Looking at the library']);
    const importer = createImporter({ root: library, catalogue: createSqliteCatalogue(live), log: () => undefined });
    // The restore is complete, even if the library cannot be scanned now.
    const scanEnd = await libraryLock.runPass(signal, (passSignal) => importer.run(passSignal)).then(scanResult, scanFailure);
    // Copies the snapshot of the previous state.
    void secondBackupFolder.bringUpToDate();
    return { level: scanEnd.level, lines: [`${source} was restored.`, ...leftOutLines, ...scanEnd.lines, 'The previous state is kept as a snapshot.'] };
  }

  const kinds: TaskKind[] = [
    {
      name: 'run_backup',
      title: titleOf('run_backup'),
      group: 'setting:backup',
      canStartByName: true,
      canStop: false,
      run: (_input, work) => runBackup(work),
    },
    {
      ...commonFlags,
      name: 'restore_backup',
      title: titleOf('restore_backup'),
      group: 'setting:restore',
      async run(input, work) {
        const { fileName } = input as RestoreBackupInput;
        work.update(['Restoring from backup', fileName]);
        const onProgress = (doneRows: number, total: number): void =>
          work.update(['Restoring from backup', fileName, `${doneRows} of ${total} rows`], doneRows / Math.max(total, 1));
        const leftOutLines = await restore.backup(fileName, { onProgress, signal: work.signal });
        return finishRestore(fileName, leftOutLines, work);
      },
    },
    {
      ...commonFlags,
      name: 'create_snapshot',
      title: titleOf('create_snapshot'),
      group: 'setting:snapshot',
      run: (input) => createSnapshot(input as SnapshotInput),
    },
    {
      ...commonFlags,
      name: 'restore_snapshot',
      title: titleOf('restore_snapshot'),
      group: 'setting:restore',
      async run(input, work) {
        work.update(['Restoring from snapshot']);
        const leftOutLines = await restore.snapshot((input as SnapshotInput).snapshotId);
        return finishRestore('The snapshot', leftOutLines, work);
      },
    },
  ];
  return kinds.map(withBackupProblems);
}

function scanResult(report: ImportReport): TaskEnd {
  const absentText = absentLibraryText(report);
  if (absentText !== null) return { level: 'error', lines: [absentText] };
  const { found, added, missing } = report;
  const changes = [...(added > 0 ? [`${added} new`] : []), ...(missing > 0 ? [`${missing} missing`] : [])];
  return { level: 'info', lines: [`${mediaFilesText(found)}${changes.map((change) => `, ${change}`).join('')}.`] };
}

function scanFailure(error: unknown): TaskEnd {
  const reason = isDiskFull(error) ? 'the disk is full' : error instanceof Error ? error.message : String(error);
  return { level: 'error', lines: [`The library was not scanned: ${reason}.`] };
}

function withBackupProblems(kind: TaskKind): TaskKind {
  return {
    ...kind,
    async run(input, work) {
      try {
        return await kind.run(input, work);
      } catch (error) {
        throw toBackupProblem(error);
      }
    },
  };
}
