// Constructs the objects that make, list and restore the backups and snapshots of one data folder. The API's handlers and /admin/ use them,
// and server/tasks runs their tasks. Unfinished files that a crash left are removed first.
import path from 'node:path';
import type { Alerts } from '../alerts/alerts.ts';
import type { Archive } from '../archive/archive.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { LibraryLock } from '../library/library-lock.ts';
import type { TaskKind } from '../tasks/tasks.ts';
import { createBackupFolder, type BackupFolder } from './backup-folder.ts';
import { createBackupSettings } from './backup-settings.ts';
import { backupTaskKinds } from './backup-tasks.ts';
import { createBackupUpload, type BackupUpload } from './backup-upload.ts';
import { createFileStore, type FileStore } from './file-store.ts';
import { pictureFolders } from './picture-folders.ts';
import { createRestore } from './restore.ts';
import { createSecondBackupFolder, type SecondBackupFolder } from './second-backup-folder.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';
import { clearStaging, fileOf } from './staging.ts';

export interface Backups {
  folder: BackupFolder;
  snapshots: Snapshots;
  fileStore: FileStore;
  settings: ReturnType<typeof createBackupSettings>;
  secondBackupFolder: SecondBackupFolder;
  upload: BackupUpload;
  /** The kinds run_backup, restore_backup, create_snapshot and restore_snapshot. */
  kinds: TaskKind[];
}

export interface BackupsOptions {
  archive: Archive;
  library: LibraryPlaces;
  libraryLock: LibraryLock;
  /** The server's version. */
  version: string;
  alerts: Pick<Alerts, 'raise' | 'clear'>;
  log: (line: string) => void;
  /** Called after a restore, because the clients' data is outdated then. */
  onRestored(): void;
}

export function createBackups(options: BackupsOptions): Backups {
  const { archive, library, alerts, log } = options;
  const live = archive.database;
  const dataFolder = path.dirname(fileOf(live));
  const stagingFolder = path.join(dataFolder, 'restore');
  clearStaging(stagingFolder);
  const settings = createBackupSettings(live);
  const folder = createBackupFolder(path.join(dataFolder, 'backups'));
  const snapshots = createSnapshots(path.join(dataFolder, 'snapshots'), { keptDailySnapshots: () => settings.get().dailySnapshots });
  const fileStore = createFileStore(dataFolder);
  const serialize = createSerializer();
  const secondBackupFolder = createSecondBackupFolder({
    archiveId: archive.archiveId,
    dataFolder,
    libraryFolder: library.libraryFolder,
    backups: folder,
    snapshots,
    storeFolders: fileStore.folders,
    settings,
    backupsToKeep: () => archive.schedules.find('run_backup')?.config.rotate ?? null,
    alerts,
    log,
  });
  const restore = createRestore({ ...options, live, stagingFolder, serialize, folder, snapshots, fileStore });
  const upload = createBackupUpload({
    dataFolder,
    stagingFolder,
    serialize,
    backups: folder,
    snapshots,
    fileStore,
    pictureFolders: () => pictureFolders(live),
  });
  const kinds = backupTaskKinds({ ...options, folder, snapshots, fileStore, secondBackupFolder, restore });
  return { folder, snapshots, fileStore, settings, secondBackupFolder, upload, kinds };
}

/** Runs one piece of work at a time, because restores and uploads share the staging folder. */
function createSerializer() {
  let queueTail: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const result = queueTail.then(work);
    queueTail = result.catch(() => undefined); // the caller receives the error
    return result;
  };
}
