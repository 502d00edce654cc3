// Prepares a new database and exchanges the live one for it in a single step. Any failure before the exchange changes nothing, and SQLite's
// journal undoes an exchange that a crash interrupted.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { isBusy } from '../database/busy.ts';
import { migrate, NewerDatabase } from '../database/open-database.ts';
import { inTransaction, type Database } from '../database/transaction.ts';
import type { Texts } from '../texts/english.ts';
import { BackupProblem } from './backup-problem.ts';
import { checkDatabase } from './check-database.ts';
import { copyServerRows, tablesOfServerRows } from './copy-server-rows.ts';

export interface StagingOptions {
  live: Database;
  /** The staged database's folder; cleared before and after. */
  folder: string;
  /** How long the server may block until the exchange starts; after this time the exchange is cancelled. Default: 2 s. */
  maxStartMs?: number;
}

/**
 * Lets `fill` prepare a database (initially without tables) and replaces the live one with it; server rows and accounts stay
 * (copy-server-rows.ts).
 * @param exchange must call its argument, which exchanges the databases, at a moment when nothing else works on the library
 * @param taskName the task that restores. The exchange removes the task's row, so that after a crash the task does not run again and undo
 * people's later changes.
 */
export async function replaceViaStaging<Value>(
  options: StagingOptions,
  taskName: string | null,
  fill: (staging: Database, file: string) => Promise<Value>,
  exchange: (work: () => Promise<void>) => Promise<void> = (work) => work(),
): Promise<Value> {
  return withStaging(options.folder, async (staging, file) => {
    const value = await fill(staging, file);
    await requireReferences(file);
    await exchange(() => exchangeDatabases(options, staging, taskName));
    return value;
  });
}

/** Lets `fill` prepare a database as for a restore, checks it, and discards it. @throws BackupProblem */
export async function validateInStaging<Value>(folder: string, fill: (staging: Database, file: string) => Promise<Value>): Promise<Value> {
  return withStaging(folder, async (staging, file) => {
    const value = await fill(staging, file);
    await requireReferences(file);
    return value;
  });
}

async function requireReferences(file: string): Promise<void> {
  const finding = await checkDatabase(file, 'references');
  if (finding.kind === 'dangling') throw new BackupProblem((texts) => danglingMessage(finding, texts));
}

async function withStaging<Value>(folder: string, work: (staging: Database, file: string) => Promise<Value>): Promise<Value> {
  clearStaging(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'staging.sqlite');
  const staging = new DatabaseSync(file);
  try {
    return await work(staging, file);
  } finally {
    // `work` may have closed the database to replace its file, and then failed.
    if (staging.isOpen) staging.close();
    clearStaging(folder);
  }
}

export function clearStaging(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Turns durability off, because after a crash the staged database is discarded anyway. */
export function prepareStaging(staging: Database): void {
  staging.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768');
  // All references are checked together at the end.
  staging.exec('PRAGMA foreign_keys = OFF');
}

export function migrateStaging(staging: Database, upTo?: number): void {
  try {
    migrate(staging, upTo);
  } catch (error) {
    if (error instanceof NewerDatabase) throw new BackupProblem((texts) => texts.newer);
    throw error;
  }
}

/** Refuses rows of this table whose parent row is missing. */
function requireParentRows(staging: Database, table: string): void {
  const danglingRows = staging.prepare(`PRAGMA foreign_key_check(${table})`).all() as { table: string; parent: string }[];
  const firstRow = danglingRows[0];
  if (firstRow) throw new BackupProblem((texts) => danglingMessage({ ...firstRow, rows: danglingRows.length }, texts));
}

function danglingMessage({ table, parent, rows }: { table: string; parent: string; rows: number }, texts: Texts['backupProblems']): string {
  return texts.dangling(rows, table, parent);
}

async function exchangeDatabases({ live, maxStartMs = 2_000 }: StagingOptions, staging: Database, taskName: string | null): Promise<void> {
  requireUnlocked(live, maxStartMs);
  inTransaction(staging, () => copyServerRows(live, staging, taskName));
  for (const table of tablesOfServerRows(staging)) requireParentRows(staging, table);
  const { timeout } = live.prepare('PRAGMA busy_timeout').get() as { timeout: number };
  live.exec('PRAGMA busy_timeout = 0');
  const versionBefore = versionOf(live);
  const pageCopy = startPageCopy(fileOf(staging), fileOf(live));
  try {
    awaitLock(live, versionBefore, pageCopy, maxStartMs);
    // A concurrent write waits, and then applies to the new rows.
    live.exec(`PRAGMA busy_timeout = ${maxExchangeMs}`);
    await pageCopy.completion;
  } finally {
    live.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
}

interface PageCopy {
  completion: Promise<unknown>;
  /** Prevents the copy from starting. False if it has started and will finish. */
  cancel(): boolean;
}

/**
 * Copies all pages in one step, on a thread of the pool, as one transaction of the target. Readers of the target see the old rows until the
 * copy ends. When the thread starts, it looks up its source by name, and fails if `cancel` has removed the name. Once the thread has
 * started, `cancel` cannot remove the name.
 */
function startPageCopy(from: string, to: string): PageCopy {
  const copyConnection = new DatabaseSync(':memory:');
  copyConnection.prepare('ATTACH ? AS staged').run(from);
  const completion = backup(copyConnection, to, { rate: -1, source: 'staged' });
  // The thread uses the connection until the copy ends.
  void completion.catch(() => undefined).then(() => copyConnection.close());
  return {
    completion,
    cancel() {
      try {
        copyConnection.exec('DETACH staged');
        return true;
      } catch {
        return false; // DETACH fails only if the thread already uses the database.
      }
    },
  };
}

/** Far more than copying any archive takes. */
const maxExchangeMs = 120_000;

/** Requires that nobody has the write lock. `awaitLock` would mistake another program's lock for the copy's. @throws BackupProblem */
function requireUnlocked(live: Database, maxMs: number): void {
  const { timeout } = live.prepare('PRAGMA busy_timeout').get() as { timeout: number };
  live.exec(`PRAGMA busy_timeout = ${maxMs}`);
  try {
    if (!isUnlocked(live)) throw new BackupProblem((texts) => texts.otherWriter);
  } finally {
    live.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
}

function isUnlocked(live: Database): boolean {
  try {
    live.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
  live.exec('ROLLBACK');
  return true;
}

/**
 * Blocks the server's thread until the copy has the write lock or is cancelled. A write before that moment would be acknowledged and then
 * lost, because the server's rows were already copied. The copying thread starts within a millisecond; a busy thread pool may need longer.
 * @throws BackupProblem
 */
function awaitLock(live: Database, versionBefore: number, pageCopy: PageCopy, maxStartMs: number): void {
  const sleepCell = new Int32Array(new SharedArrayBuffer(4));
  // The system's clock may be changed meanwhile.
  const deadlineMs = performance.now() + maxStartMs;
  // If the copy has already ended, nothing is locked any more, but the version differs.
  while (isUnlocked(live) && versionOf(live) === versionBefore) {
    if (performance.now() >= deadlineMs && pageCopy.cancel()) throw new BackupProblem((texts) => texts.busy);
    Atomics.wait(sleepCell, 0, 0, 1);
  }
}

/** Changes after each commit of another connection. */
function versionOf(database: Database): number {
  return (database.prepare('PRAGMA data_version').get() as { data_version: number }).data_version;
}

export function fileOf(database: Database): string {
  const [main] = (database.prepare('PRAGMA database_list').all() as { name: string; file: string }[]).filter(({ name }) => name === 'main');
  return main?.file ?? '';
}
