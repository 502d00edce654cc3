// Backups and snapshots of one data folder, as the server uses them: constructed once, gives lists to the handlers and kinds
// to the tasks. What a crash left half done is cleared here, before anything else runs.
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { createImporter } from '../library/import-pass.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { Turns } from '../library/turns.ts';
import { titleOf } from '../tasks/task-titles.ts';
import type { TaskKind, TaskWork } from '../tasks/tasks.ts';
import { BackupProblem, inWords } from './backup-problem.ts';
import { createBackupFolder, regularReason, type BackupFolder } from './backup-folder.ts';
import { createKeptFiles } from './kept-files.ts';
import { pictureFolders } from './picture-folders.ts';
import { readBackup } from './read-backup.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';
import { clearStaging, fileOf, throughStaging } from './staging.ts';
import { writeBackup } from './write-backup.ts';

export interface Backups {
  folder: BackupFolder;
  snapshots: Snapshots;
  /** run_backup, restore_backup, create_snapshot, restore_snapshot. */
  kinds: TaskKind[];
}

export interface BackupsOptions {
  archive: Archive;
  library: LibraryPlaces;
  turns: Turns;
  /** Of the program. */
  version: string;
  /** After a restore: what clients know is old. */
  onRestored(): void;
}

export interface RestoreBackupInput {
  fileName: string;
}
export interface SnapshotInput {
  snapshotId: string;
}

export function createBackups({ archive, library, turns, version, onRestored }: BackupsOptions): Backups {
  const live = archive.database;
  const databaseFile = fileOf(live);
  const dataFolder = path.dirname(databaseFile);
  const stagingFolder = path.join(dataFolder, 'restore');
  clearStaging(stagingFolder);
  const folder = createBackupFolder(path.join(dataFolder, 'backups'));
  const snapshots = createSnapshots(path.join(dataFolder, 'snapshots'));
  const keptFiles = createKeptFiles(dataFolder);
  let lastRestore: Promise<unknown> = Promise.resolve();

  /** Backup and snapshot are tasks of two names, which would run side by side. */
  function oneRestore<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = lastRestore.then(work);
    lastRestore = next.catch(() => undefined);
    return next;
  }

  const rarely = { canStartByName: false, canStop: false };

  async function runBackup({ say, signal }: TaskWork) {
    say(['Backing up archive']);
    const { fileName, file, unfinished } = folder.target(regularReason);
    const onProgress = (done: number, total: number): void => say(['Backing up archive', `${done} of ${total} rows`], done / Math.max(total, 1));
    await writeBackup({ databaseFile, file, unfinished, keptFiles, version, onProgress, signal });
    const keep = archive.schedules.find('run_backup')?.config.rotate;
    if (keep !== undefined) folder.rotate(keep);
    return { level: 'info' as const, lines: [`${fileName} is written.`] };
  }

  async function restored(what: string, { say, signal }: TaskWork) {
    onRestored();
    // Files that came or went since it was made.
    say(['Restoring from backup', 'Looking at the library']);
    const importer = createImporter({ root: library, catalogue: createSqliteCatalogue(live), log: () => undefined });
    const { found, added, missing } = await turns.pass(signal, (own) => importer.run(own));
    const changes = [...(added > 0 ? [`${added} new`] : []), ...(missing > 0 ? [`${missing} missing`] : [])];
    return { level: 'info' as const, lines: [`${what} is restored.`, `${found} media files${changes.map((change) => `, ${change}`).join('')}.`] };
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
      ...rarely,
      name: 'restore_backup',
      title: titleOf('restore_backup'),
      group: 'setting:restore',
      async run(input, work) {
        const { fileName } = input as RestoreBackupInput;
        const file = folder.find(fileName);
        if (file === null) throw new BackupProblem(`There is no backup ${fileName}.`);
        work.say(['Restoring from backup', fileName]);
        const onProgress = (done: number, total: number): void =>
          work.say(['Restoring from backup', fileName, `${done} of ${total} rows`], done / Math.max(total, 1));
        await oneRestore(() =>
          throughStaging(
            { live, folder: stagingFolder },
            'restore_backup',
            (staging) =>
              readBackup(staging, { file, keptFiles, pictureFolders: pictureFolders(live), spaceFolder: dataFolder, onProgress, signal: work.signal }),
            (exchange) => turns.alone(exchange),
          ),
        );
        return restored(fileName, work);
      },
    },
    {
      ...rarely,
      name: 'create_snapshot',
      title: 'Snapshot',
      group: 'setting:snapshot',
      async run(input) {
        const { snapshotId } = input as SnapshotInput;
        await snapshots.make(snapshotId, databaseFile);
        return { level: 'info', lines: ['The snapshot is made.'] };
      },
    },
    {
      ...rarely,
      name: 'restore_snapshot',
      title: 'Restore Snapshot',
      group: 'setting:restore',
      async run(input, work) {
        const { snapshotId } = input as SnapshotInput;
        work.say(['Restoring from snapshot']);
        await oneRestore(() =>
          throughStaging(
            { live, folder: stagingFolder },
            'restore_snapshot',
            (staging, file) => snapshots.read(snapshotId, staging, file),
            (exchange) => turns.alone(exchange),
          ),
        );
        return restored('The snapshot', work);
      },
    },
  ];
  return { folder, snapshots, kinds: kinds.map(saidInWords) };
}

function saidInWords(kind: TaskKind): TaskKind {
  return {
    ...kind,
    async run(input, work) {
      try {
        return await kind.run(input, work);
      } catch (error) {
        throw inWords(error);
      }
    },
  };
}
