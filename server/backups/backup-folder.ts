// The files of backups beside the database: their names, their list, how many are kept. A file under its name is whole: it
// is written under another one first, and what a crash left of that goes with the next start.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

export interface BackupFile {
  fileName: string;
  sizeBytes: number;
  /** YYYYMMDD */
  day: string;
  /** Null: an old name that has none. */
  reason: string | null;
}

export interface BackupFolder {
  /** Newest name first. */
  list(): BackupFile[];
  /** Null: there is no backup of this name. */
  find(fileName: string): string | null;
  /** False: there is no backup of this name. A restore that reads it already goes on. */
  remove(fileName: string): boolean;
  /** Where a backup of today goes, and under which name it is written until it is whole. */
  target(reason: string, now?: Date): { fileName: string; file: string; unfinished: string };
  /** Keeps the newest so many of those that were made by schedule or by hand; all others stay. */
  rotate(keep: number): void;
}

const namePattern = /^ta_backup-(\d{8})(?:-([A-Za-z0-9_]+))?\.zip$/;
export const unfinishedSuffix = '.unfinished';

/** What both schedule and people start. */
export const regularReason = 'auto';

export function createBackupFolder(folder: string): BackupFolder {
  clearUnfinished(folder);

  function list(): BackupFile[] {
    const found = namesIn(folder).flatMap((fileName): BackupFile[] => {
      const named = readBackupFileName(fileName);
      const facts = named && statSync(path.join(folder, fileName), { throwIfNoEntry: false });
      return named && facts?.isFile() ? [{ ...named, sizeBytes: facts.size }] : [];
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
      for (const fileName of rotatedOut(list(), keep)) rmSync(path.join(folder, fileName), { force: true });
    },
  };
}

/**
 * Names of those that go: of what was made by schedule or by hand the oldest. What a clock that was ahead made counts as older than all
 * else, or nothing new would ever stay beside it.
 */
export function rotatedOut(backups: readonly Omit<BackupFile, 'sizeBytes'>[], keep: number, now = new Date()): Set<string> {
  const tomorrow = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1));
  const regular = backups.filter(({ reason }) => reason === regularReason);
  const newestFirst = (isAhead: boolean): string[] =>
    [...new Set(regular.filter(({ day }) => day > tomorrow === isAhead).map(({ fileName }) => fileName))].toSorted().toReversed();
  return new Set([...newestFirst(false), ...newestFirst(true)].slice(Math.max(keep, 1)));
}

/** Null: the file is no backup. */
export function readBackupFileName(fileName: string): Omit<BackupFile, 'sizeBytes'> | null {
  const [, day, reason = null] = namePattern.exec(fileName) ?? [];
  return day === undefined ? null : { fileName, day, reason };
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // It is made with its first file.
  }
}

/** Also what SQLite wrote beside it. */
export function clearUnfinished(folder: string): void {
  for (const name of namesIn(folder)) if (isUnfinished(name)) rmSync(path.join(folder, name), { force: true });
}

export function isUnfinished(name: string): boolean {
  return name.endsWith(unfinishedSuffix) || name.endsWith(`${unfinishedSuffix}-journal`);
}

/** Of the server's clock. */
function dayOf(date: Date): string {
  return `${date.getFullYear()}${String(date.getMonth() + 1).padStart(2, '0')}${String(date.getDate()).padStart(2, '0')}`;
}
