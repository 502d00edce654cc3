// Refuses a database of zero bytes if the data folder has other files of an archive. The database would become a new archive, whose
// snapshots would in time replace those of the old one. A server that was killed while it created its first database also leaves zero
// bytes, but none of those files.
import { statSync } from 'node:fs';
import path from 'node:path';
import { namesIn, readBackupFileName } from '../backups/backup-folder.ts';
import { readSnapshotFileName } from '../backups/snapshot-names.ts';
import { StartFailure } from './start-failure.ts';

/** @param file the database. @throws StartFailure */
export function refuseEmptiedDatabase(file: string): void {
  if (sizeOf(file) !== 0) return;
  const sign = findSign(path.dirname(file), file);
  if (sign !== null) throw new StartFailure((texts) => texts.data.emptied(file, sign));
}

/** A file or folder that only an archive leaves, as a path; null if there is none. */
function findSign(dataFolder: string, file: string): string | null {
  const journal = `${file}-wal`;
  if ((sizeOf(journal) ?? 0) > 0) return journal;
  const isSignByFolder: Record<string, (name: string) => boolean> = {
    snapshots: (name) => readSnapshotFileName(name) !== null,
    backups: (name) => readBackupFileName(name) !== null,
    learned: () => true,
  };
  for (const [folder, matches] of Object.entries(isSignByFolder)) {
    const name = namesIn(path.join(dataFolder, folder)).find(matches);
    if (name !== undefined) return path.join(dataFolder, folder, name);
  }
  return null;
}

/** The file's size in bytes; null if it does not exist. */
function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}
