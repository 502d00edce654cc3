// The backup files beside the database: their names, their list, how many are kept. A file under its final name is complete: it is written under
// another one first, and the next start removes what a crash left of that.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

export interface BackupFile {
  fileName: string;
  sizeBytes: number;
  /** YYYYMMDD */
  day: string;
  /** Null: an old name without a reason. */
  reason: string | null;
}

export interface BackupFolder {
  /** Newest name first. */
  list(): BackupFile[];
  /** Null: no backup of this name. */
  find(fileName: string): string | null;
  /** False: no backup of this name. A restore that is already reading it continues. */
  remove(fileName: string): boolean;
  /** Where today's backup goes, and the name under which it is written until complete. */
  target(reason: string, now?: Date): { fileName: string; file: string; unfinished: string };
  /** Of those made by schedule or by hand, keeps only the newest `keep`; backups with another reason stay. */
  rotate(keep: number): void;
}

const namePattern = /^ta_backup-(\d{8})(?:-([A-Za-z0-9_]+))?\.zip$/;
export const unfinishedSuffix = '.unfinished';

/** Of backups made by schedule and by hand. */
export const regularReason = 'auto';

export function createBackupFolder(folder: string): BackupFolder {
  clearUnfinished(folder);

  function list(): BackupFile[] {
    const found = namesIn(folder).flatMap((fileName): BackupFile[] => {
      const named = readBackupFileName(fileName);
      const stats = named && statSync(path.join(folder, fileName), { throwIfNoEntry: false });
      return named && stats?.isFile() ? [{ ...named, sizeBytes: stats.size }] : [];
    });
    return found.toSorted((a, b) => (a.fileName < b.fileName ? 1 : -1));
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
    target(reason, now = new Date()) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const fileName = `ta_backup-${dayOf(now)}-${reason}.zip`;
      const file = path.join(folder, fileName);
      return { fileName, file, unfinished: file + unfinishedSuffix };
    },
    rotate(keep) {
      for (const fileName of expiredBackups(list(), keep)) rmSync(path.join(folder, fileName), { force: true });
    },
  };
}

/**
 * Names of the files to remove: the oldest of those made by schedule or by hand. Those dated in the future, by a clock that was ahead, count as the
 * oldest; otherwise they would push out every new one.
 */
export function expiredBackups(backups: readonly Omit<BackupFile, 'sizeBytes'>[], keep: number, now = new Date()): Set<string> {
  const tomorrow = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1));
  const regular = backups.filter(({ reason }) => reason === regularReason);
  const newestFirst = (isAhead: boolean): string[] =>
    [...new Set(regular.filter(({ day }) => day > tomorrow === isAhead).map(({ fileName }) => fileName))].toSorted().toReversed();
  return new Set([...newestFirst(false), ...newestFirst(true)].slice(Math.max(keep, 1)));
}

/** Null: the file is not a backup. */
export function readBackupFileName(fileName: string): Omit<BackupFile, 'sizeBytes'> | null {
  const [, day, reason = null] = namePattern.exec(fileName) ?? [];
  return day === undefined ? null : { fileName, day, reason };
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // It is created with its first file.
  }
}

/** Includes what SQLite wrote beside it. */
export function clearUnfinished(folder: string): void {
  for (const name of namesIn(folder)) if (isUnfinished(name)) rmSync(path.join(folder, name), { force: true });
}

export function isUnfinished(name: string): boolean {
  return name.endsWith(unfinishedSuffix) || name.endsWith(`${unfinishedSuffix}-journal`);
}

/** By the server's clock. */
function dayOf(date: Date): string {
  return `${date.getFullYear()}${String(date.getMonth() + 1).padStart(2, '0')}${String(date.getDate()).padStart(2, '0')}`;
}
