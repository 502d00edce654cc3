// Runs the command that imports a TubeArchivist server's records, and prints its result. Called by run.ts.
import path from 'node:path';
import { createArchive } from '../archive/archive.ts';
import { BackupProblem } from '../backups/backup-problem.ts';
import { importArchive, type ImportArchiveReport } from '../backups/tubearchivist/import-archive.ts';
import type { Database } from '../database/transaction.ts';
import { formatCount } from '../library/report-text.ts';
import { reasonOf, StartFailure } from './start-failure.ts';

/** At most this many skipped videos are named. */
const maxNamed = 5;

export async function importAndReport(
  database: Database,
  { from, libraryFolder, dataFolder }: { from: string; libraryFolder: string; dataFolder: string },
): Promise<void> {
  createArchive(database);
  const report = await importArchive({
    live: database,
    stagingFolder: path.join(dataFolder, 'restore'),
    from,
    libraryFolder,
    log: (line) => console.log(line),
  }).catch((error: unknown) => {
    throw new StartFailure(`Nothing was imported. ${error instanceof BackupProblem ? error.message : `${reasonOf(error)}.`}`);
  });
  for (const line of reportLines(report, libraryFolder)) console.log(line);
}

function reportLines(report: ImportArchiveReport, libraryFolder: string): string[] {
  const { videos, watched, channels, playlists, comments, downloads, withoutFile, unreadable, pictureFolder, hasSubtitleIndex } = report;
  const named = withoutFile.slice(0, maxNamed).join(', ');
  return [
    `Imported: ${formatCount(videos)} videos (${formatCount(watched)} watched), ${formatCount(channels)} channels, ${formatCount(playlists)} playlists, ${formatCount(comments)} comments, ${formatCount(downloads)} in the queue.`,
    ...(withoutFile.length > 0
      ? [`Skipped, because their files are not in the library: ${formatCount(withoutFile.length)} (${named}${withoutFile.length > maxNamed ? ', …' : ''}).`]
      : []),
    ...(unreadable > 0 ? [`Skipped, because required data is missing: ${formatCount(unreadable)} records.`] : []),
    pictureFolder === null
      ? 'No pictures were imported. To include them, use the cache folder instead of the ZIP.'
      : `Media and pictures stay where they are. Keep ${libraryFolder} and ${pictureFolder}.`,
    ...(hasSubtitleIndex ? ['Subtitles will be searchable once they have been read in the background.'] : []),
    `Now start Stowaway: npm start -- --library ${libraryFolder}`,
  ];
}
