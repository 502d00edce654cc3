// Writes a backup: one ZIP with an NDJSON file for each table (docs/backups.md). The rows are read through a separate connection, in one
// transaction, so the backup shows one moment while the server keeps writing. Only a few rows are in memory at a time.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { ZipFile } from 'yazl';
import type { Database } from '../database/transaction.ts';
import { fsyncFile } from '../disk/fsync.ts';
import { yieldEventLoop } from '../library/bounded.ts';
import { backupTables, jsonColumns, settingKeys } from './contents.ts';
import { readStoredFile, type StoredFile, type FileStore } from './file-store.ts';
import { pictureFolders } from './picture-folders.ts';

export interface Manifest {
  format: 'stowaway-backup';
  formatVersion: 1;
  /** Version of the server that wrote the backup. */
  version: string;
  /** ISO 8601 */
  madeAt: string;
  /** The migrations applied to the database, which define the shape of its tables. */
  migrations: string[];
  tables: Record<string, { rows: number }>;
  /** Number of files from each non-empty folder of the file store (file-store.ts). Absent in the oldest backups. */
  files?: Record<string, number>;
  /** Folders with pictures of imported TubeArchivist servers. Absent in backups of version 0.1. */
  pictureFolders?: string[];
}

export const manifestName = 'stowaway.json';

/** A batch takes SQLite and JSON about 5 ms. */
const rowsPerBatch = 100;

export interface WriteBackupOptions {
  databaseFile: string;
  file: string;
  /** The path under which the backup is written until it is complete. */
  unfinishedFile: string;
  fileStore: Pick<FileStore, 'filesOf'>;
  version: string;
  onProgress(doneRows: number, total: number): void;
  signal: AbortSignal;
}

export async function writeBackup({ databaseFile, file, unfinishedFile, fileStore, version, onProgress, signal }: WriteBackupOptions): Promise<Manifest> {
  const source = new DatabaseSync(databaseFile, { readOnly: true });
  try {
    source.exec('BEGIN');
    const files = await fileStore.filesOf(source);
    const manifest: Manifest = { ...manifestOf(source, version), files: countsOf(files), pictureFolders: pictureFolders(source) };
    const total = Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
    let doneRows = 0;
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestName);
    for (const table of backupTables) {
      const lines = linesOf(source, table, signal, (rows) => onProgress((doneRows += rows), total));
      zip.addReadStreamLazy(`${table}.ndjson`, { forceZip64Format: true, compressionLevel: 5 }, (callback) => {
        callback(null, forwardErrors(zip, Readable.from(lines, { objectMode: false })));
      });
    }
    // Pictures do not compress.
    for (const storedFile of files)
      zip.addReadStreamLazy(`${storedFile.folder}/${storedFile.name}`, { compress: false, size: storedFile.sizeBytes }, (callback) =>
        callback(null, forwardErrors(zip, readStoredFile(storedFile))),
      );
    zip.end();
    await writeZip(zip, unfinishedFile, signal);
    await rename(unfinishedFile, file);
    return manifest;
  } catch (error) {
    await rm(unfinishedFile, { force: true });
    throw error;
  } finally {
    source.close();
  }
}

/** The ZIP object ignores errors of the streams that it reads. */
function forwardErrors(zip: ZipFile, stream: Readable): Readable {
  return stream.on('error', (error) => zip.emit('error', error));
}

function countsOf(files: StoredFile[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { folder } of files) counts[folder] = (counts[folder] ?? 0) + 1;
  return counts;
}

async function writeZip(zip: ZipFile, file: string, signal: AbortSignal): Promise<void> {
  const zipFailure = new Promise<never>((_resolve, reject) => void zip.on('error', reject));
  zipFailure.catch(() => undefined); // the promise may be rejected before it is awaited
  const stopController = new AbortController();
  // Only the owner can read the file, because it contains names, watch history and password hashes.
  const completion = pipeline(zip.outputStream, createWriteStream(file, { mode: 0o600 }), { signal: AbortSignal.any([signal, stopController.signal]) });
  completion.catch(() => undefined); // this promise too may be rejected before it is awaited
  try {
    await Promise.race([completion, zipFailure]);
  } catch (error) {
    stopController.abort();
    await completion.catch(() => undefined); // the file is closed when the pipeline has ended
    throw error;
  }
  await fsyncFile(file);
}

function manifestOf(source: Database, version: string): Manifest {
  const rowsOf = (table: string): number => (source.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${conditionOf(table)}`).get() as { n: number }).n;
  const migrations = source.prepare('SELECT name FROM migration ORDER BY name').all() as { name: string }[];
  return {
    format: 'stowaway-backup',
    formatVersion: 1,
    version,
    madeAt: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables: Object.fromEntries(backupTables.map((table) => [table, { rows: rowsOf(table) }])),
  };
}

/** The rows of a table that a backup contains: of `archive` only the settings. Table names come from contents.ts, so they are safe in SQL. */
function conditionOf(table: string): string {
  return table === 'archive' ? `key IN (${settingKeys.map((key) => `'${key}'`).join(', ')})` : 'true';
}

/**
 * Reads page by page, each page after the key of the last row. The statement's own iterator is not used, because it holds no reference to
 * the statement, which could then be garbage-collected while this function waits for the disk.
 */
async function* linesOf(source: Database, table: string, signal: AbortSignal, onRows: (rows: number) => void): AsyncGenerator<string> {
  const jsonColumnNames = Object.keys(jsonColumns[table] ?? {});
  const keys = (source.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').all(table) as { name: string }[]).map(({ name }) => name);
  const columns = keys.join(', ');
  const page = (after: string): string => `SELECT * FROM ${table} WHERE ${conditionOf(table)} ${after} ORDER BY ${columns} LIMIT ${rowsPerBatch}`;
  const firstPage = source.prepare(page(''));
  const nextPage = source.prepare(page(`AND (${columns}) > (${keys.map(() => '?').join(', ')})`));
  for (let rows = firstPage.all() as Row[]; rows.length > 0;) {
    signal.throwIfAborted();
    const lastRow = rows.at(-1) as Row;
    const lastKey = keys.map((key) => lastRow[key] as string | number);
    yield rows.map((row) => lineOf(row, jsonColumnNames)).join('');
    onRows(rows.length);
    await yieldEventLoop();
    rows = nextPage.all(...lastKey) as Row[];
  }
}

type Row = Record<string, unknown>;

function lineOf(row: Row, jsonColumnNames: string[]): string {
  for (const column of jsonColumnNames) if (row[column] !== null) row[column] = JSON.parse(row[column] as string);
  return `${JSON.stringify(row)}\n`;
}
