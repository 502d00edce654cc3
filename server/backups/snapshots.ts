// Snapshots: whole copies of the database by SQLite's own backup, for going back to a day. Their times are in their file
// names. What runs is in memory: it is a task, which the next start runs again.
import { constants, mkdirSync, rmSync } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import type { Database } from '../database/transaction.ts';
import { BackupProblem } from './backup-problem.ts';
import { checkDatabase } from './check-database.ts';
import { clearUnfinished, namesIn, toDisk, unfinishedSuffix } from './backup-folder.ts';
import { migrateStaging, prepareStaging } from './staging.ts';

export interface Snapshot {
  id: string;
  state: 'SUCCESS' | 'IN_PROGRESS' | 'FAILED';
  /** Unix seconds. */
  startedAt: number;
  /** Of one in progress: when it began. */
  endedAt: number;
}

export interface Snapshots {
  /** Newest first. */
  list(): Snapshot[];
  /** From now on it is in the list, and somebody is to call `make`. */
  announce(): string;
  /** Does nothing when it is there. */
  make(id: string, databaseFile: string): Promise<void>;
  /** As a database in preparation, brought to the present shape. @throws BackupProblem */
  read(id: string, staging: Database, stagingFile: string): Promise<void>;
  has(id: string): boolean;
  /** False: there is none of this id, or it is still being made. */
  remove(id: string): boolean;
}

/** docs/behaviour.md, Backups and snapshots. */
export const keptDays = 30;
const fewest = 5;
const most = 50;
const daySeconds = 86_400;

const idPattern = /^ta_daily_-[a-z0-9]{22}$/;
const namePattern = /^(ta_daily_-[a-z0-9]{22})\.(\d{1,12})-(\d{1,12})\.sqlite$/;

export function isSnapshotId(text: string): boolean {
  return idPattern.test(text);
}

export function createSnapshots(folder: string, now: () => number = () => Math.floor(Date.now() / 1000)): Snapshots {
  clearUnfinished(folder);
  const running = new Map<string, Snapshot>();

  function kept(): (Snapshot & { file: string })[] {
    const found = namesIn(folder).flatMap((name) => {
      const [, id, startedAt, endedAt] = namePattern.exec(name) ?? [];
      if (id === undefined) return [];
      return [{ id, state: 'SUCCESS' as const, startedAt: Number(startedAt), endedAt: Number(endedAt), file: path.join(folder, name) }];
    });
    return found.toSorted((a, b) => b.startedAt - a.startedAt || b.endedAt - a.endedAt);
  }

  function prune(): void {
    const oldest = now() - keptDays * daySeconds;
    kept().forEach(({ startedAt, file }, place) => {
      if (place >= most || (place >= fewest && startedAt < oldest)) rmSync(file, { force: true });
    });
  }

  return {
    list: () => [...running.values(), ...kept().map(({ file: _file, ...snapshot }) => snapshot)].toSorted((a, b) => b.startedAt - a.startedAt),
    has: (id) => kept().some((snapshot) => snapshot.id === id),
    remove(id) {
      const made = kept().filter((snapshot) => snapshot.id === id);
      for (const { file } of made) rmSync(file, { force: true });
      const isFailed = running.get(id)?.state === 'FAILED';
      if (isFailed) running.delete(id);
      return made.length > 0 || isFailed;
    },
    announce() {
      const id = `ta_daily_-${madeName()}`;
      running.set(id, { id, state: 'IN_PROGRESS', startedAt: now(), endedAt: now() });
      return id;
    },
    async make(id, databaseFile) {
      if (kept().some((snapshot) => snapshot.id === id)) return void running.delete(id);
      const startedAt = running.get(id)?.startedAt ?? now();
      running.set(id, { id, state: 'IN_PROGRESS', startedAt, endedAt: startedAt });
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const unfinished = path.join(folder, `${id}${unfinishedSuffix}`);
      // A connection of its own: one moment of the database, and nobody waits for the copying.
      const source = new DatabaseSync(databaseFile, { readOnly: true });
      try {
        // Readable by the owner only, before there is anything in it: it holds everything.
        await rm(unfinished, { force: true });
        await (await open(unfinished, 'w', 0o600)).close();
        await backup(source, unfinished, { rate: -1 });
        await toDisk(unfinished);
        await rename(unfinished, path.join(folder, `${id}.${startedAt}-${now()}.sqlite`));
        running.delete(id);
        prune();
      } catch (error) {
        running.set(id, { id, state: 'FAILED', startedAt, endedAt: now() });
        for (const file of [unfinished, `${unfinished}-journal`]) await rm(file, { force: true });
        throw error;
      } finally {
        source.close();
      }
    },
    async read(id, staging, stagingFile) {
      const file = kept().find((snapshot) => snapshot.id === id)?.file;
      if (file === undefined) throw new BackupProblem('There is no such snapshot.');
      staging.close();
      await copyFile(file, stagingFile, constants.COPYFILE_FICLONE);
      const { kind } = await checkDatabase(stagingFile, 'pages');
      // Open for whoever closes it, whatever was found.
      staging.open();
      if (kind !== 'whole') throw new BackupProblem('The snapshot is damaged.');
      prepareStaging(staging);
      migrateStaging(staging);
    },
  };
}

/** 22 small letters and digits. */
function madeName(): string {
  return BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString(36)
    .padStart(25, '0')
    .slice(-22);
}
