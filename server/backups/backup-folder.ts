// Names, lists and removes the backup files beside the database. A file is written under another name first, so a file under its final
// name is complete. The next start removes unfinished files that a crash left.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

export interface BackupFile {
  fileName: string;
  sizeBytes: number;
  /** YYYYMMDD */
  day: string;
  /** Null for an old name without a reason. */
  reason: string | null;
}

export interface BackupFolder {
  /** In descending order of file names, so that the newest day comes first. */
  list(): BackupFile[];
  /** The backup's path; null if there is no backup of this name. */
  find(fileName: string): string | null;
  /** Removes a backup; false if there is none of this name. A restore that is already reading the backup continues. */
  remove(fileName: string): boolean;
  /** The name and path of a backup of this date (default: today), and the path under which it is written until complete. */
  target(reason: string, date?: Date): { fileName: string; file: string; unfinishedFile: string };
  /** Keeps only the newest `keep` of the backups made by schedule or by hand. Backups with another reason stay. */
  rotate(keep: number): void;
}

const namePattern = /^ta_backup-(\d{8})(?:-([A-Za-z0-9_]+))?\.zip$/;
export const unfinishedSuffix = '.unfinished';

/** The reason in the names of backups made by schedule or by hand. */
export const regularReason = 'auto';

export function createBackupFolder(folder: string): BackupFolder {
  clearUnfinished(folder);

  function list(): BackupFile[] {
    const backups = namesIn(folder).flatMap((fileName): BackupFile[] => {
      const parsedName = readBackupFileName(fileName);
      const stats = parsedName && statSync(path.join(folder, fileName), { throwIfNoEntry: false });
      return parsedName && stats?.isFile() ? [{ ...parsedName, sizeBytes: stats.size }] : [];
    });
    return backups.toSorted((a, b) => (a.fileName < b.fileName ? 1 : -1));
  }

  const find = (fileName: string): string | null => (list().some((backup) => backup.fileName === fileName) ? path.join(folder, fileName) : null);

  return {
    list,
    find,
    remove(fileName) {
      const file = find(fileName);
      if (file !== null) rmSync(file, { force: true });
      return file !== null;
    },
    target(reason, date = new Date()) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const fileName = `ta_backup-${dayOf(date)}-${reason}.zip`;
      const file = path.join(folder, fileName);
      return { fileName, file, unfinishedFile: file + unfinishedSuffix };
    },
    rotate(keep) {
      for (const fileName of expiredBackups(list(), keep)) rmSync(path.join(folder, fileName), { force: true });
    },
  };
}

/**
 * Names of the files to remove: the oldest backups made by schedule or by hand. Backups dated in the future, by a clock that was ahead,
 * count as the oldest; otherwise they would displace every new one.
 * @param keep how many stay; 0 for all, as in the contract
 */
export function expiredBackups(backups: readonly Omit<BackupFile, 'sizeBytes'>[], keep: number, now = new Date()): Set<string> {
  if (keep <= 0) return new Set();
  const tomorrow = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1));
  const regularBackups = backups.filter(({ reason }) => reason === regularReason);
  const newestFirst = (isAhead: boolean): string[] =>
    [...new Set(regularBackups.filter(({ day }) => day > tomorrow === isAhead).map(({ fileName }) => fileName))].toSorted().toReversed();
  return new Set([...newestFirst(false), ...newestFirst(true)].slice(keep));
}

/** Null if the file is not a backup. */
export function readBackupFileName(fileName: string): Omit<BackupFile, 'sizeBytes'> | null {
  const [, day, reason = null] = namePattern.exec(fileName) ?? [];
  return day === undefined ? null : { fileName, day, reason };
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // The folder is created with its first file.
  }
}

/** Removes unfinished files, including SQLite's journals beside them. */
export function clearUnfinished(folder: string): void {
  for (const name of namesIn(folder)) if (isUnfinished(name)) rmSync(path.join(folder, name), { force: true });
}

export function isUnfinished(name: string): boolean {
  return name.endsWith(unfinishedSuffix) || name.endsWith(`${unfinishedSuffix}-journal`);
}

/** The day in the server's time zone, as `YYYYMMDD`. */
export function dayOf(date: Date): string {
  return `${date.getFullYear()}${String(date.getMonth() + 1).padStart(2, '0')}${String(date.getDate()).padStart(2, '0')}`;
}
