// Runs the command that imports a TubeArchivist server's records, and prints its result. Called by run.ts.
import path from 'node:path';
import { createArchive } from '../archive/archive.ts';
import { BackupProblem } from '../backups/backup-problem.ts';
import { importArchive, type ImportArchiveReport } from '../backups/tubearchivist/import-archive.ts';
import type { Database } from '../database/transaction.ts';
import type { Wording } from '../texts/wording.ts';
import { reasonOf, StartFailure } from './start-failure.ts';

/** At most this many skipped records of one kind are named. */
const maxNamed = 5;

export async function importAndReport(
  database: Database,
  { from, libraryFolder, dataFolder }: { from: string; libraryFolder: string; dataFolder: string },
  wording: Wording,
): Promise<void> {
  // Writes the archive's id and secret into a new database.
  createArchive(database);
  const report = await importArchive({
    live: database,
    stagingFolder: path.join(dataFolder, 'restore'),
    from,
    libraryFolder,
    log: (line) => console.log(line(wording)),
  }).catch((error: unknown) => {
    throw new StartFailure((texts, ownWording) =>
      texts.imported.nothing(error instanceof BackupProblem ? error.sentence(ownWording) : `${reasonOf(error, ownWording)}.`),
    );
  });
  for (const line of reportLines(report, libraryFolder, wording)) console.log(line);
}

function reportLines(report: ImportArchiveReport, libraryFolder: string, { texts, formatCount }: Wording): string[] {
  const { videos, watched, channels, playlists, comments, downloads, withoutFile, unreadable, refused, pictureFolder, hasSubtitleIndex } = report;
  const importTexts = texts.start.imported;
  const joinNames = (names: string[]): string => `${names.slice(0, maxNamed).join(', ')}${names.length > maxNamed ? ', …' : ''}`;
  return [
    importTexts.counts({
      videos: formatCount(videos),
      watched: formatCount(watched),
      channels: formatCount(channels),
      playlists: formatCount(playlists),
      comments: formatCount(comments),
      downloads: formatCount(downloads),
    }),
    ...(withoutFile.length > 0 ? [importTexts.withoutFile(formatCount(withoutFile.length), joinNames(withoutFile))] : []),
    ...(refused.length > 0 ? [importTexts.refused(formatCount(refused.length), joinNames(refused))] : []),
    ...(unreadable > 0 ? [importTexts.unreadable(formatCount(unreadable))] : []),
    pictureFolder === null ? importTexts.noPictures : importTexts.keep(libraryFolder, pictureFolder),
    ...(hasSubtitleIndex ? [importTexts.subtitles] : []),
    importTexts.next(libraryFolder),
  ];
}
