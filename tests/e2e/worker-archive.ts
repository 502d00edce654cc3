// One archive for many tests of a Playwright worker, reset between them, because a start costs more than a second of processor time. The
// archive is discarded instead if its process was stopped, or if a test changed something in its memory or next to its database.
import { DatabaseSync, backup } from '@photostructure/sqlite';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createArchiveProcess, type ArchiveProcess } from './archive-process.ts';
import { templateFolder } from './global-setup.ts';

export interface WorkerArchive {
  /** Resolves to the archive in the state in which the template creates it. */
  freshArchive(): Promise<ArchiveProcess>;
  remove(): Promise<void>;
}

/**
 * The tables of a person's marks, lists and settings, none of which the process keeps in memory. A change of any other table ends the
 * archive's reuse.
 */
const restorableTables =
  /^(media_digest|account|session|first_answer|api_token|position|video|playlist|playlist_entry|channel|video_total|name_key|name_words_\w+|video_words_\w+|sqlite_\w+)$/;

export function createWorkerArchive(): WorkerArchive {
  let reusedArchive: ReusedArchive | null = null;
  return {
    async freshArchive() {
      if (reusedArchive && !(await reusedArchive.restore())) {
        await reusedArchive.remove();
        reusedArchive = null;
      }
      reusedArchive ??= await startReusedArchive();
      return reusedArchive.archive;
    },
    async remove() {
      await reusedArchive?.remove();
      reusedArchive = null;
    },
  };
}

interface ReusedArchive {
  archive: ArchiveProcess;
  /** Resets the database; resolves to false if the archive cannot be reused. */
  restore(): Promise<boolean>;
  remove(): Promise<void>;
}

async function startReusedArchive(): Promise<ReusedArchive> {
  const archive = await createArchiveProcess({ template: templateFolder });
  await archive.start();
  // The first pass over the library also writes to the database.
  await archive.waitForImport();
  const pid = archive.pid();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-kept-'));
  const liveFile = path.join(archive.dataFolder, 'stowaway.sqlite');
  const snapshotFile = path.join(folder, 'stowaway.sqlite');
  await copyDatabase(liveFile, snapshotFile);
  const filesAtStart = filesOf(archive.dataFolder);
  const rowsAtStart = rowsOfOtherTables(snapshotFile);
  return {
    archive,
    async restore() {
      if (archive.pid() !== pid || filesOf(archive.dataFolder) !== filesAtStart || rowsOfOtherTables(liveFile) !== rowsAtStart) return false;
      await copyDatabase(snapshotFile, liveFile);
      return true;
    },
    async remove() {
      await archive.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Overwrites the database `to` page by page, even while the archive has it open. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from);
  try {
    await backup(source, to, { rate: -1 });
  } finally {
    source.close();
  }
}

/** Returns the content of all tables that are not reset. */
function rowsOfOtherTables(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name").all() as {
      name: string;
    }[];
    return tables
      .filter(({ name }) => !restorableTables.test(name))
      .map(({ name }) => JSON.stringify([name, database.prepare(`SELECT * FROM "${name}"`).all()]))
      .join('\n');
  } finally {
    database.close();
  }
}

/** Returns the names and sizes of the files next to the database, without caches. */
function filesOf(dataFolder: string): string {
  return readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^(stowaway|lock)\.sqlite|^cache/.test(name))
    .toSorted()
    .map((name) => `${name} ${statSync(path.join(dataFolder, name)).size}`)
    .join('\n');
}
