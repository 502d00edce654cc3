// A database that is prepared beside the current one and replaces it in one step, or never. Any failure before that leaves everything as it was;
// SQLite's own journal undoes a crash in the middle of the exchange.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { migrate, NewerDatabase } from '../database/open-database.ts';
import { inTransaction, type Database } from '../database/transaction.ts';
import { BackupProblem } from './backup-problem.ts';
import { checkDatabase } from './check-database.ts';
import { keepServerRows, tablesOfServerRows } from './keep-server-rows.ts';

export interface StagingPlaces {
  live: Database;
  /** For the staged database; cleared before and after. */
  folder: string;
  /** How long the server may block until the exchange starts; after that it is cancelled. Default: 2 s. */
  longestStartMs?: number;
}

/**
 * Lets `fill` prepare a database (initially without tables) and replaces the live one with it; server rows and accounts stay (keep-server-rows.ts).
 * @param exchange runs the exchange when nothing else works on the library
 * @param taskName the task doing this: its row does not survive the exchange, so that a crash after it does not run the task again over what people
 * have done since
 */
export async function throughStaging<Value>(
  places: StagingPlaces,
  taskName: string | null,
  fill: (staging: Database, file: string) => Promise<Value>,
  exchange: (work: () => Promise<void>) => Promise<void> = (work) => work(),
): Promise<Value> {
  return inStaging(places.folder, async (staging, file) => {
    const value = await fill(staging, file);
    await demandReferences(file);
    await exchange(() => takePlace(places, staging, taskName));
    return value;
  });
}

/** Lets `fill` prepare a database as for a restore, checks it, and discards it. @throws BackupProblem */
export async function tryStaging<Value>(folder: string, fill: (staging: Database, file: string) => Promise<Value>): Promise<Value> {
  return inStaging(folder, async (staging, file) => {
    const value = await fill(staging, file);
    await demandReferences(file);
    return value;
  });
}

async function demandReferences(file: string): Promise<void> {
  const finding = await checkDatabase(file, 'references');
  if (finding.kind === 'dangling') throw new BackupProblem(doesNotFit(finding));
}

async function inStaging<Value>(folder: string, work: (staging: Database, file: string) => Promise<Value>): Promise<Value> {
  clearStaging(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'staging.sqlite');
  const staging = new DatabaseSync(file);
  try {
    return await work(staging, file);
  } finally {
    // It may have been closed to be replaced as a file, which failed.
    if (staging.isOpen) staging.close();
    clearStaging(folder);
  }
}

export function clearStaging(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Without durability: what a crash leaves of it is discarded. */
export function prepareStaging(staging: Database): void {
  staging.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768');
  // Checked as a whole at the end.
  staging.exec('PRAGMA foreign_keys = OFF');
}

export function migrateStaging(staging: Database, upTo?: number): void {
  try {
    migrate(staging, upTo);
  } catch (error) {
    if (error instanceof NewerDatabase) throw new BackupProblem('It was made by a newer version of this program. Update the server first.');
    throw error;
  }
}

/** Refuses rows of this table whose parent row is missing. */
function demandWhole(staging: Database, table: string): void {
  const dangling = staging.prepare(`PRAGMA foreign_key_check(${table})`).all() as { table: string; parent: string }[];
  const first = dangling[0];
  if (first) throw new BackupProblem(doesNotFit({ ...first, rows: dangling.length }));
}

function doesNotFit({ table, parent, rows }: { table: string; parent: string; rows: number }): string {
  return `It does not fit together: ${rows} rows of ${table} belong to a ${parent} that it does not hold.`;
}

async function takePlace({ live, longestStartMs = 2_000 }: StagingPlaces, staging: Database, taskName: string | null): Promise<void> {
  demandUnlocked(live, longestStartMs);
  inTransaction(staging, () => keepServerRows(live, staging, taskName));
  for (const table of tablesOfServerRows(staging)) demandWhole(staging, table);
  const { timeout } = live.prepare('PRAGMA busy_timeout').get() as { timeout: number };
  live.exec('PRAGMA busy_timeout = 0');
  const before = versionOf(live);
  const copying = startCopying(fileOf(staging), fileOf(live));
  try {
    awaitLock(live, before, copying, longestStartMs);
    // A concurrent write waits, and goes into the new rows.
    live.exec(`PRAGMA busy_timeout = ${longestExchangeMs}`);
    await copying.done;
  } finally {
    live.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
}

interface Copying {
  done: Promise<unknown>;
  /** False: it has started and will finish. True: it never will, and has changed nothing. */
  prevent(): boolean;
}

/**
 * Copies all pages in one step on a thread of the pool, as one transaction of the target. Readers of the target see the old rows until it ends. The
 * thread resolves its source by name when it starts: without the name it fails, and the name cannot be removed once it has started.
 */
function startCopying(from: string, to: string): Copying {
  const carrier = new DatabaseSync(':memory:');
  carrier.prepare('ATTACH ? AS staged').run(from);
  const done = backup(carrier, to, { rate: -1, source: 'staged' });
  // The thread uses the connection until then.
  void done.catch(() => undefined).then(() => carrier.close());
  return {
    done,
    prevent() {
      try {
        carrier.exec('DETACH staged');
        return true;
      } catch {
        return false; // The only reason: the thread has its source.
      }
    },
  };
}

/** Far more than copying any archive takes. */
const longestExchangeMs = 120_000;
/** Otherwise another program's lock would be taken for that of the copy. @throws BackupProblem */
function demandUnlocked(live: Database, longestMs: number): void {
  const { timeout } = live.prepare('PRAGMA busy_timeout').get() as { timeout: number };
  live.exec(`PRAGMA busy_timeout = ${longestMs}`);
  try {
    if (!isUnlocked(live)) throw new BackupProblem('Another program is writing into the database of this server. Nothing was changed.');
  } finally {
    live.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
}

function isUnlocked(live: Database): boolean {
  try {
    live.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === sqliteBusy) return false;
    throw error;
  }
  live.exec('ROLLBACK');
  return true;
}

const sqliteBusy = 5;

/**
 * Blocks this thread until the copy holds the write lock, or is prevented. A write in between would be acknowledged and lost, because the server's
 * rows were already copied. The thread starts within a millisecond; a busy thread pool may need longer.
 * @throws BackupProblem
 */
function awaitLock(live: Database, before: number, copying: Copying, longestStartMs: number): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const until = Date.now() + longestStartMs;
  // If it is already done, nothing is locked any more, but the rows are new.
  while (isUnlocked(live) && versionOf(live) === before) {
    if (Date.now() >= until && copying.prevent()) throw new BackupProblem('The server is too busy for the exchange. Nothing was changed: try again later.');
    Atomics.wait(clock, 0, 0, 1);
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
