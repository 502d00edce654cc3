// Stores files that rows refer to, in subfolders of the data folder. Each file is named by the SHA-256 of its content. For each folder a
// query finds the files that a database refers to. A backup contains the files in its ZIP, and a restore stores them again. A snapshot does
// not contain them, but a file stays for as long as the archive or any snapshot refers to it. The content under a name never changes, so
// backups and snapshots of any age remain valid. Used by code that stores such files, and by backups and snapshots.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../database/transaction.ts';
import { fsyncFile } from '../disk/fsync.ts';
import { yieldEventLoop } from '../library/bounded.ts';
import { unfinishedSuffix } from './backup-folder.ts';
import { BackupProblem } from './backup-problem.ts';

export interface StoreFolder {
  /** The path relative to the data folder, with `/`: `learned/pictures`. */
  folder: string;
  /** A table that the query reads. A database from before this table existed refers to no files. */
  table: string;
  /** SQL that returns the names of all referenced files in a column `name`; null is skipped. */
  namesQuery: string;
}

/** Register further kinds of stored files here. */
const storeFolders: readonly StoreFolder[] = [
  {
    folder: 'learned/pictures',
    table: 'learned_picture',
    // Includes the pictures of channels and playlists in the trash, which may be restored.
    namesQuery: "SELECT name FROM learned_picture UNION SELECT json_extract(value, '$.name') FROM trash, json_each(trash.rows, '$.learned_picture')",
  },
];

export interface StoredFile {
  folder: string;
  name: string;
  file: string;
  sizeBytes: number;
}

export interface FileStore {
  folders: readonly string[];
  /**
   * Stores the content and returns its name. The caller must commit a row that refers to the name within an hour.
   * @param extension without the dot
   */
  put(folder: string, content: Uint8Array, extension: string): Promise<string>;
  /** The file's path; null for an unknown folder, or for a name that `put` cannot have returned. */
  fileOf(folder: string, name: string): string | null;
  /** Existing files that this database refers to. */
  filesOf(database: Database): Promise<StoredFile[]>;
  /** Stores a file from a backup unless it exists. @throws BackupProblem if the content does not match the name */
  restoreFile(folder: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Like `restoreFile`, but stores nothing. @throws BackupProblem */
  check(folder: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Removes the files that none of these databases refers to. One database is open at a time. Returns how many files were removed. */
  sweep(databases: Iterable<() => Database>): Promise<number>;
  /** Runs `work`. No sweep runs until `work` has ended, so that the files that `work` uses stay. */
  withoutSweep<Value>(work: () => Promise<Value>): Promise<Value>;
}

const namePattern = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/;
/** Minimum age of a file that a sweep removes, because a file is written before the row that refers to it. */
const graceMs = 3_600_000;

export function createFileStore(dataFolder: string, folders: readonly StoreFolder[] = storeFolders, now: () => number = Date.now): FileStore {
  let queueTail: Promise<unknown> = Promise.resolve();

  function serialize<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = queueTail.then(work);
    queueTail = result.catch(() => undefined); // the caller receives the error
    return result;
  }

  function fileOf(folder: string, name: string): string | null {
    return namePattern.test(name) && folders.some((storeFolder) => storeFolder.folder === folder) ? path.join(dataFolder, folder, name) : null;
  }

  /** A name with a random part, because two concurrent writers of the same content must not share a file. */
  const unfinishedNameOf = (file: string): string => `${file}.${randomBytes(6).toString('hex')}${unfinishedSuffix}`;

  async function ensureFolder(folder: string): Promise<void> {
    await mkdir(path.join(dataFolder, folder), { recursive: true, mode: 0o700 });
  }

  /** Restarts the file's age, so that a sweep keeps the file even if no row refers to it yet. False if the file does not exist. */
  async function touch(file: string): Promise<boolean> {
    const seconds = now() / 1000;
    return utimes(file, seconds, seconds).then(
      () => true,
      (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? false : Promise.reject(error)),
    );
  }

  return {
    folders: folders.map(({ folder }) => folder),
    fileOf,
    async put(folder, content, extension) {
      const name = `${createHash('sha256').update(content).digest('hex')}.${extension}`;
      const file = fileOf(folder, name);
      if (file === null) throw new Error(`${folder}/${name} is not a valid place for a stored file`);
      if (await touch(file)) return name;
      await ensureFolder(folder);
      const unfinishedFile = unfinishedNameOf(file);
      try {
        await writeFile(unfinishedFile, content, { mode: 0o600 });
        await fsyncFile(unfinishedFile);
        await rename(unfinishedFile, file);
      } catch (error) {
        await rm(unfinishedFile, { force: true });
        throw error;
      }
      return name;
    },
    async filesOf(database) {
      const files: StoredFile[] = [];
      for (const storeFolder of folders)
        for (const name of namesIn(database, storeFolder)) {
          const file = fileOf(storeFolder.folder, name);
          const stats = file === null ? undefined : await stat(file).catch(() => undefined); // A lost file is skipped.
          if (file !== null && stats?.isFile()) files.push({ folder: storeFolder.folder, name, file, sizeBytes: stats.size });
        }
      return files;
    },
    async restoreFile(folder, name, content) {
      const file = fileOf(folder, name);
      if (file === null) throw foreignFileProblem(folder, name);
      await ensureFolder(folder);
      const unfinishedFile = unfinishedNameOf(file);
      const hash = createHash('sha256');
      const hashingStream = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          done(null, chunk);
        },
      });
      try {
        await pipeline(Readable.from(content), hashingStream, createWriteStream(unfinishedFile, { mode: 0o600 }));
        if (!name.startsWith(`${hash.digest('hex')}.`)) throw alteredFileProblem(folder, name);
        if (await touch(file)) {
          await rm(unfinishedFile);
          return;
        }
        await fsyncFile(unfinishedFile);
        await rename(unfinishedFile, file);
      } catch (error) {
        await rm(unfinishedFile, { force: true });
        throw error;
      }
    },
    async check(folder, name, content) {
      const hash = createHash('sha256');
      for await (const chunk of content) hash.update(chunk);
      if (fileOf(folder, name) === null) throw foreignFileProblem(folder, name);
      if (!name.startsWith(`${hash.digest('hex')}.`)) throw alteredFileProblem(folder, name);
    },
    sweep: (databases) =>
      serialize(async () => {
        const referencedNames = new Map(folders.map(({ folder }) => [folder, new Set<string>()]));
        for (const openDatabase of folders.length > 0 ? databases : []) {
          const database = openDatabase();
          for (const storeFolder of folders) for (const name of namesIn(database, storeFolder)) referencedNames.get(storeFolder.folder)?.add(name);
          await yieldEventLoop();
        }
        let removedCount = 0;
        for (const [folder, names] of referencedNames)
          // A folder that does not exist has no files.
          for (const name of await readdir(path.join(dataFolder, folder)).catch(() => [])) {
            if (names.has(name)) continue;
            const file = path.join(dataFolder, folder, name);
            const stats = await stat(file).catch(() => undefined); // removed meanwhile
            if (!stats?.isFile() || stats.mtimeMs > now() - graceMs) continue;
            await rm(file, { force: true });
            removedCount += 1;
          }
        return removedCount;
      }),
    withoutSweep: serialize,
  };
}

const foreignFileProblem = (folder: string, name: string): BackupProblem => new BackupProblem((texts) => texts.foreignPart(`${folder}/${name}`));
const alteredFileProblem = (folder: string, name: string): BackupProblem => new BackupProblem((texts) => texts.altered(`${folder}/${name}`));

function namesIn(database: Database, { table, namesQuery }: StoreFolder): string[] {
  const hasTable = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;
  const rows = hasTable ? (database.prepare(namesQuery).all() as { name: string | null }[]) : [];
  return [...new Set(rows.flatMap(({ name }) => (name === null ? [] : [name])))];
}

export function readStoredFile({ file }: StoredFile): Readable {
  return createReadStream(file);
}
