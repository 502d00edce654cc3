// The command that imports a TubeArchivist's records, and its terminal output. Called by run.ts.
import path from 'node:path';
import { createArchive } from '../archive/archive.ts';
import { BackupProblem } from '../backups/backup-problem.ts';
import { moveIn, type MoveInReport } from '../backups/tubearchivist/move-in.ts';
import type { Database } from '../database/transaction.ts';
import { grouped } from '../library/report-words.ts';
import { reasonOf, StartFailure } from './start-failure.ts';

/** This many are named. */
const mostNamed = 5;

export async function moveInAndTell(
  database: Database,
  { from, libraryFolder, dataFolder }: { from: string; libraryFolder: string; dataFolder: string },
): Promise<void> {
  createArchive(database);
  const report = await moveIn({ live: database, stagingFolder: path.join(dataFolder, 'restore'), from, libraryFolder, log: (line) => console.log(line) }).catch(
    (error: unknown) => {
      throw new StartFailure(`Nothing was taken in. ${error instanceof BackupProblem ? error.message : `${reasonOf(error)}.`}`);
    },
  );
  for (const line of wordsOf(report, libraryFolder)) console.log(line);
}

function wordsOf(report: MoveInReport, libraryFolder: string): string[] {
  const { videos, watched, channels, playlists, comments, downloads, withoutFile, unreadable, pictureFolder, hasSubtitleIndex } = report;
  const left = withoutFile.slice(0, mostNamed).join(', ');
  return [
    `Taken in: ${grouped(videos)} videos (${grouped(watched)} watched), ${grouped(channels)} channels, ${grouped(playlists)} playlists, ${grouped(comments)} comments, ${grouped(downloads)} in the queue.`,
    ...(withoutFile.length > 0
      ? [`Left out, as their files are not in the library: ${grouped(withoutFile.length)} (${left}${withoutFile.length > mostNamed ? ', …' : ''}).`]
      : []),
    ...(unreadable > 0 ? [`Left out, as they say too little: ${grouped(unreadable)} records.`] : []),
    pictureFolder === null
      ? 'No pictures: give the cache folder instead of the ZIP to take them along.'
      : `Media and pictures stay where they are. Keep ${libraryFolder} and ${pictureFolder}.`,
    ...(hasSubtitleIndex ? ['Subtitles will be searchable: they are read in the background.'] : []),
    `Now start it: npm start -- --library ${libraryFolder}`,
  ];
}
