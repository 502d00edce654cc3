// Defines an archive's checks: database, free disk space, yt-dlp, library and last import, and alerts.
import { statSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import type { Alerts } from '../alerts/alerts.ts';
import { createImportReports } from '../archive/import-reports.ts';
import type { Database } from '../database/transaction.ts';
import { spaceOf, type Space } from '../disk/free-space.ts';
import { formatSize } from '../disk/format-size.ts';
import { isNotFound } from '../disk/read-if-exists.ts';
import { lowLimit } from '../disk/watch-disks.ts';
import type { YtDlp } from '../downloader/yt-dlp.ts';
import { mediaFilesText } from '../library/report-text.ts';
import type { Check } from './health.ts';

export interface CheckDeps {
  database: Database;
  dataFolder: string;
  libraryFolder: string;
  /** The downloads folder, which may be on another file system (`--downloads`). */
  downloadsFolder: string;
  ytDlp: Pick<YtDlp, 'state'>;
  alerts: Pick<Alerts, 'list'>;
  /** Measures a folder's disk. Tests replace it. */
  measure?: (folder: string) => Promise<Space>;
}

/** With less free space, even database writes are unreliable. */
const minFreeBytes = 64 * 1024 * 1024;

export function archiveChecks(deps: CheckDeps): Record<string, () => Check | Promise<Check>> {
  const { database, dataFolder, libraryFolder, downloadsFolder, ytDlp, alerts, measure = spaceOf } = deps;
  const readArchive = database.prepare("SELECT value FROM archive WHERE key = 'archive-id'");
  const importReports = createImportReports(database);
  const databaseFile = database.location();
  const openedFile = databaseFile === null ? null : identityOf(statSync(databaseFile));
  return {
    async database() {
      if (readArchive.get() === undefined) return { state: 'failing', message: 'The database contains no archive.' };
      // After another error it is not known whether the file is there.
      const presentFile = databaseFile === null ? null : await stat(databaseFile).then(identityOf, (error) => (isNotFound(error) ? 'none' : openedFile));
      if (presentFile === openedFile) return { state: 'ok', message: 'The database can be read.' };
      // Not `failing`, because a supervisor would restart the server, and the data of a removed file would be lost.
      return {
        state: 'warn',
        message: 'The database file was removed or replaced while the server was running. What was written since then may be lost when the server stops.',
      };
    },

    async disk() {
      const dataSpace = await measure(dataFolder);
      const facts = { free_bytes: dataSpace.freeBytes, size_bytes: dataSpace.totalBytes };
      if (dataSpace.freeBytes < minFreeBytes) return { state: 'failing', message: `The disk of the data folder is full: ${spaceText(dataSpace)}.`, facts };
      const otherFolders = Object.entries({ library: libraryFolder, downloads: downloadsFolder });
      const spaceIn = (folder: string): Promise<Space> => measure(folder).catch(() => dataSpace); // an absent folder is reported by the import or the queue
      const spaces = await Promise.all(otherFolders.map(async ([name, folder]) => ({ name, space: await spaceIn(folder) })));
      const lowDisk = [{ name: 'data', space: dataSpace }, ...spaces].find(({ space }) => space.freeBytes < lowLimit(space.totalBytes));
      if (lowDisk === undefined) return { state: 'ok', message: `${spaceText(dataSpace)}.`, facts };
      return { state: 'warn', message: `The disk of the ${lowDisk.name} folder is nearly full: ${spaceText(lowDisk.space)}.`, facts };
    },

    async yt_dlp() {
      const program = await ytDlp.state();
      if (program.kind === 'ready') return { state: 'ok', message: `Version ${program.version}.`, facts: { version: program.version } };
      // An archive without downloads still works.
      return { state: 'warn', message: program.message };
    },

    async import() {
      // The check `disk` measures this folder too. Simultaneous measurements share one access (`spaceOf`), so that a network share that
      // hangs blocks only one thread. An absent folder is reported below.
      await measure(libraryFolder).catch(() => null);
      const isFolder = await stat(libraryFolder).then(
        (stats) => stats.isDirectory(),
        () => false, // reported below
      );
      if (!isFolder) return { state: 'failing', message: 'The library folder was not found.' };
      const isReadable = await access(libraryFolder, constants.R_OK | constants.X_OK).then(
        () => true,
        () => false, // reported below
      );
      if (!isReadable) return { state: 'failing', message: 'The library folder cannot be read.' };
      const lastReport = importReports.last();
      if (lastReport === null) return { state: 'ok', message: 'The library has not been read yet.' };
      const facts = { finished_at: lastReport.finishedAt, files: lastReport.found, problems: lastReport.problemCount };
      if (lastReport.problemCount === 0) return { state: 'ok', message: `${mediaFilesText(lastReport.found)}.`, facts };
      return { state: 'warn', message: `${mediaFilesText(lastReport.found)}; ${lastReport.problemCount} could not be imported, or only in part.`, facts };
    },

    alerts() {
      const messages = alerts.list().map((alert) => alert.message);
      return messages.length === 0 ? { state: 'ok', message: 'None.' } : { state: 'warn', message: messages.join(' ') };
    },
  };
}

function spaceText({ freeBytes, totalBytes }: Space): string {
  return `${formatSize(freeBytes)} of ${formatSize(totalBytes)} are free`;
}

const identityOf = ({ dev, ino }: { dev: number; ino: number }): string => `${dev}:${ino}`;
