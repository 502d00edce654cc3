// Reads a backup into the rows of a staged database. This file checks the fields of each line, the types of their values, and the paths
// among them. The tables' constraints apply as the rows are inserted, and staging.ts checks the references between rows at the end.
import { isDiskFull } from '../database/disk-full.ts';
import { migrations } from '../database/migrations.ts';
import { inTransaction, type Database } from '../database/transaction.ts';
import { yieldEventLoop } from '../library/bounded.ts';
import { BackupProblem, type Place } from './backup-problem.ts';
import { backupTables, countedColumns, fileColumns, fileLists, jsonColumns, maxCounted, settingKeys } from './contents.ts';
import { fillDerived } from './fill-derived.ts';
import type { FileStore } from './file-store.ts';
import { requireInLibrary, isBelow, pathProblem, pathsOfList } from './library-paths.ts';
import { openZip, type ReadZip } from './read-zip.ts';
import { migrateStaging, prepareStaging } from './staging.ts';
import { manifestName, type Manifest } from './write-backup.ts';

export interface ReadBackupOptions {
  file: string;
  /** Receives the backup's files while the backup is read. No live row refers to them until the restore ends. */
  fileStore: Pick<FileStore, 'folders' | 'restoreFile'>;
  /** Folders outside the library that may contain pictures on this server. */
  pictureFolders: readonly string[];
  /** A folder on the staged database's disk, which must have enough free space. */
  targetFolder: string;
  onProgress(doneRows: number, total: number): void;
  signal: AbortSignal;
}

/** A batch takes SQLite about 10 ms. */
const rowsPerBatch = 250;

export async function readBackup(staging: Database, options: ReadBackupOptions): Promise<Manifest> {
  const { file, targetFolder, onProgress, signal } = options;
  const zip = await openZip(file, targetFolder);
  try {
    const manifest = await manifestOf(zip);
    const expectedNames = [manifestName, ...Object.keys(manifest.tables).map((table) => `${table}.ndjson`)];
    const storedEntries = zip.names.flatMap((entry) => parseStoredEntry(entry, options.fileStore.folders));
    const storedNames = new Set(storedEntries.map(({ entry }) => entry));
    const foreignName = zip.names.find((name) => !expectedNames.includes(name) && !storedNames.has(name));
    if (foreignName !== undefined) throw new BackupProblem((texts) => texts.foreignPart(truncate(foreignName)));
    prepareStaging(staging);
    migrateStaging(staging, manifest.migrations.length);
    const tableExists = staging.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
    const missingTable = backupTables.find((table) => tableExists.get(table) !== undefined && !Object.hasOwn(manifest.tables, table));
    if (missingTable !== undefined) throw new BackupProblem((texts) => texts.noTable(`${missingTable}.ndjson`));
    for (const [folder, expectedFileCount] of Object.entries(manifest.files ?? {})) {
      const foundFileCount = storedEntries.filter((one) => one.folder === folder).length;
      if (foundFileCount !== expectedFileCount) throw new BackupProblem((texts) => texts.fewerFiles(folder, foundFileCount, expectedFileCount));
    }
    const checkFile = createFileChecker(manifest.pictureFolders, options.pictureFolders);
    const total = Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
    let doneRows = 0;
    for (const table of backupTables.filter((name) => Object.hasOwn(manifest.tables, name))) {
      const expectedRowCount = manifest.tables[table]?.rows ?? 0;
      const rowCount = await readTable(staging, zip, table, checkFile, signal, (newRowCount) => onProgress((doneRows += newRowCount), total));
      if (rowCount !== expectedRowCount) throw new BackupProblem((texts) => texts.fewerLines(`${table}.ndjson`, rowCount, expectedRowCount));
    }
    for (const { entry, folder, name } of storedEntries) {
      signal.throwIfAborted();
      await options.fileStore.restoreFile(folder, name, zip.bytes(entry));
    }
    migrateStaging(staging);
    await fillDerived(staging, signal);
    return manifest;
  } finally {
    zip.close();
  }
}

function parseStoredEntry(entry: string, folders: readonly string[]): { entry: string; folder: string; name: string }[] {
  const folder = folders.find((one) => entry.startsWith(`${one}/`));
  return folder === undefined ? [] : [{ entry, folder, name: entry.slice(folder.length + 1) }];
}

async function manifestOf(zip: ReadZip): Promise<Manifest> {
  if (!zip.has(manifestName)) {
    if (zip.names.some((name) => name.startsWith('es_'))) {
      throw new BackupProblem((texts) => texts.ofTubeArchivist);
    }
    throw new BackupProblem((texts) => texts.foreignZip);
  }
  let text = '';
  for await (const { line } of zip.lines(manifestName, maxManifestBytes)) {
    text += `${line}\n`;
    if (text.length > maxManifestBytes) throw new BackupProblem((texts) => texts.largeManifest(manifestName));
  }
  const parsedManifest = parseJson(text, () => manifestName);
  const manifest: Partial<Manifest> = isObject(parsedManifest) ? parsedManifest : {};
  if (manifest.format !== 'stowaway-backup' || typeof manifest.formatVersion !== 'number') throw new BackupProblem((texts) => texts.foreignZip);
  if (manifest.formatVersion !== 1) throw new BackupProblem((texts) => texts.newer);
  const appliedNames = Array.isArray(manifest.migrations) ? manifest.migrations : [];
  if (appliedNames.some((name) => !migrations.some((migration) => migration.name === name))) {
    throw new BackupProblem((texts) => texts.newer);
  }
  const hasOrderedMigrations = appliedNames.length > 0 && appliedNames.every((name, index) => name === migrations[index]?.name);
  const hasValidFiles = manifest.files === undefined || (isObject(manifest.files) && Object.values(manifest.files).every(Number.isSafeInteger));
  const hasValidFolders =
    manifest.pictureFolders === undefined || (Array.isArray(manifest.pictureFolders) && manifest.pictureFolders.every((one) => typeof one === 'string'));
  if (!hasOrderedMigrations || !isRowCounts(manifest.tables) || !hasValidFiles || !hasValidFolders)
    throw new BackupProblem((texts) => texts.badManifest(manifestName));
  return manifest as Manifest;
}

const maxManifestBytes = 100_000;

function isRowCounts(tables: unknown): tables is Manifest['tables'] {
  if (!isObject(tables)) return false;
  return Object.entries(tables).every(([table, facts]) => backupTables.includes(table) && isObject(facts) && Number.isSafeInteger(facts['rows']));
}

async function readTable(
  staging: Database,
  zip: ReadZip,
  table: string,
  checkFile: FileChecker,
  signal: AbortSignal,
  onRows: (rowCount: number) => void,
): Promise<number> {
  const columns = (staging.prepare('SELECT name, type FROM pragma_table_info(?)').all(table) as { name: string; type: string }[]).map(
    columnOf(table, checkFile),
  );
  const names = columns.map(({ name }) => name);
  const insert = staging.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`);
  const fileName = `${table}.ndjson`;
  // A new database already has rows, such as schedules.
  staging.exec(`DELETE FROM ${table}`);
  let rowCount = 0;
  let batch: { line: string; number: number }[] = [];
  const write = (): void => {
    inTransaction(staging, () => {
      for (const { line, number } of batch) insertLine(line, (texts) => texts.line(number, fileName));
    });
    rowCount += batch.length;
    onRows(batch.length);
    batch = [];
  };
  function insertLine(line: string, location: Place): void {
    const row = parseJson(line, location);
    if (!isObject(row)) throw new BackupProblem((texts) => texts.notObject(location(texts)));
    const unknownField = Object.keys(row).find((key) => !names.includes(key));
    if (unknownField !== undefined) throw new BackupProblem((texts) => texts.unknownField(location(texts), truncate(unknownField)));
    const missingField = names.find((name) => !Object.hasOwn(row, name));
    if (missingField !== undefined) throw new BackupProblem((texts) => texts.missingField(location(texts), missingField));
    if (table === 'archive' && !settingKeys.includes(row['key'] as string)) throw new BackupProblem((texts) => texts.notSetting(location(texts)));
    const values = columns.map((column) => column.check(row[column.name], (texts) => `${location(texts)}: ${column.name}`));
    try {
      insert.run(...values);
    } catch (error) {
      if (isDiskFull(error)) throw error; // not the line's fault
      throw new BackupProblem((texts) => texts.misfit(location(texts), error instanceof Error ? error.message : String(error)));
    }
  }
  for await (const item of zip.lines(fileName)) {
    signal.throwIfAborted();
    batch.push(item);
    if (batch.length < rowsPerBatch) continue;
    write();
    await yieldEventLoop();
  }
  write();
  return rowCount;
}

interface Column {
  name: string;
  /** @throws BackupProblem */
  check(value: unknown, location: Place): string | number | null;
}

function columnOf(table: string, checkFile: FileChecker) {
  return ({ name, type }: { name: string; type: string }): Column => {
    const shape = jsonColumns[table]?.[name];
    if (shape !== undefined) return { name, check: createJsonChecker(shape, fileLists[table]?.[name]) };
    if (fileColumns[table]?.includes(name)) return { name, check: checkFile(name) };
    if (countedColumns[table]?.includes(name)) return { name, check: checkCounted };
    return { name, check: type === 'TEXT' ? checkText : type === 'INTEGER' ? checkInteger : checkNumber };
  };
}

function checkText(value: unknown, location: Place): string | null {
  if (value === null || typeof value === 'string') return value;
  throw new BackupProblem((texts) => texts.notText(location(texts)));
}

function checkInteger(value: unknown, location: Place): number | null {
  if (value === null || Number.isSafeInteger(value)) return value as number | null;
  throw new BackupProblem((texts) => texts.notInteger(location(texts)));
}

function checkCounted(value: unknown, location: Place): number | null {
  const count = checkInteger(value, location);
  if (count !== null && count > maxCounted) throw new BackupProblem((texts) => texts.outOfRange(location(texts)));
  return count;
}

function checkNumber(value: unknown, location: Place): number | null {
  if (value === null || typeof value === 'number') return value;
  throw new BackupProblem((texts) => texts.notNumber(location(texts)));
}

type FileChecker = (column: string) => Column['check'];

/**
 * Refuses paths that lead out of the library; they are also refused when a file is opened. Pictures of an imported TubeArchivist server are
 * in separate folders that the manifest names. Their paths are kept if this server knows the folder, otherwise dropped.
 * @param manifestFolders undefined if the manifest is from an earlier version, which did not list the folders
 */
function createFileChecker(manifestFolders: readonly string[] | undefined, knownFolders: readonly string[]): FileChecker {
  return (column) => (value, location) => {
    const file = checkText(value, location);
    if (file === null || pathProblem(file) === null) return file;
    const isPicture = column !== 'media_file' && pathProblem(file) === 'absolute';
    if (!isPicture || !(manifestFolders === undefined || isBelow(file, manifestFolders))) requireInLibrary(file, location);
    return isBelow(file, knownFolders) ? file : null;
  };
}

/**
 * @param pathKey the key of the path in each item, null if the item itself is the path (contents.ts); undefined if the items are not files
 */
function createJsonChecker(shape: string, pathKey: string | null | undefined) {
  return (value: unknown, location: Place): string | null => {
    if (value === null && shape.endsWith('null')) return null;
    if (shape.startsWith('array') ? !Array.isArray(value) : !isObject(value)) throw new BackupProblem((texts) => texts.notShape(location(texts), shape));
    if (pathKey !== undefined) for (const file of pathsOfList(value, pathKey)) requireInLibrary(file, location);
    return jsonTextOf(value, location);
  };
}

/** Refuses values nested so deeply that `JSON.stringify`, which is recursive, would overflow the stack. `JSON.parse` accepts any depth. */
function jsonTextOf(value: unknown, location: Place): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BackupProblem((texts) => texts.tooDeep(location(texts)));
  }
}

function parseJson(text: string, location: Place): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupProblem((texts) => texts.notJson(location(texts)));
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function truncate(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
