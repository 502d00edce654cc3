// Every hour, deletes items for good that have been in the trash long enough. Also forgets videos that have been missing for as long as a
// setting says, but only right after an import pass that scanned the whole library without finding them. Days are measured by the age
// clock. After a crash, the run at the next start does the rest.
import { createAgeClock } from '../archive/age-clock.ts';
import type { Archive } from '../archive/archive.ts';
import type { Catalogue } from '../catalogue/records.ts';
import { inTransaction } from '../database/transaction.ts';
import { createImporter } from '../library/import-pass.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { changesText, reportText } from '../library/report-text.ts';
import { saveReport } from '../library/save-report.ts';
import { stillMissing } from '../library/still-missing.ts';
import type { LibraryLock } from '../library/library-lock.ts';
import type { Trash } from './trash.ts';

export interface HousekeepingOptions {
  archive: Archive;
  catalogue: Catalogue;
  trash: Trash;
  library: LibraryPlaces;
  /** The lock that other work on the library also takes. */
  libraryLock: LibraryLock;
  log: (line: string) => void;
  /** How often to run. Default: an hour. */
  everyMs?: number;
  /** Unix seconds. */
  now?: () => number;
}

const hourMs = 3_600_000;
const daySeconds = 86_400;
const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

export function createHousekeeping({ archive, catalogue, trash, library, libraryLock, log, everyMs = hourMs, now }: HousekeepingOptions) {
  const clock = createAgeClock(archive.database, now);
  let timer: NodeJS.Timeout | undefined;
  let lastRun: Promise<void> = Promise.resolve();
  const stopController = new AbortController();
  /** Whether the log already says that the library cannot be scanned completely. */
  let isWaitLogged = false;

  /** Videos that have been missing for this many days, whose folder exists and whose file does not. */
  async function dueVideos(days: number): Promise<{ id: string; mediaFile: string; title: string }[]> {
    return (await stillMissing(library, catalogue, archive.missing.due(days * daySeconds))).goneVideos;
  }

  async function forgetMissing(): Promise<void> {
    const { forgetMissingAfterDays: days } = archive.librarySettings.get();
    if (days === null || (await dueVideos(days)).length === 0) return;
    // One importer for all repetitions, because its last report includes the changes of the interrupted passes.
    const importer = createImporter({ root: library, catalogue, log });
    await libraryLock.runPass(stopController.signal, async (signal) => {
      // The pass recognizes a file that was renamed while the server was off.
      const report = await importer.run(signal);
      if (signal.aborted) return;
      if (changesText(report) !== null) {
        log(reportText(report));
        saveReport(catalogue, report, log);
      }
      if (report.isWhole !== true && !isWaitLogged) log('Missing videos are not forgotten yet: the library could not be scanned completely.');
      isWaitLogged = report.isWhole !== true;
      if (isWaitLogged) return;
      const videosToForget = await dueVideos(days);
      // A person may have changed the setting during the pass.
      if (signal.aborted || archive.librarySettings.get().forgetMissingAfterDays !== days) return;
      for (const { id, mediaFile, title } of videosToForget)
        if (archive.missing.forgetUndecided([id]) === 1) log(`Forgotten, because its file has been missing for ${daysText(days)}: ${title} (${mediaFile})`);
    });
  }

  async function run(): Promise<void> {
    await trash.recover();
    inTransaction(archive.database, () => {
      const seconds = clock.step();
      trash.items.addKeptTime(seconds);
      archive.missing.addMissingTime(seconds);
    });
    const removedCount = await trash.removeDue();
    if (removedCount > 0)
      log(
        `Trash: ${removedCount === 1 ? '1 item was' : `${removedCount} items were`} deleted for good after ${daysText(archive.librarySettings.get().trashDays)}.`,
      );
    await forgetMissing();
    await trash.scanForStrays();
  }

  /** Runs after the previous run has ended. Never rejects, because a failure is logged and the run of the next hour tries again. */
  function runInTurn(): Promise<void> {
    lastRun = lastRun.then(run).catch((error: unknown) => log(`Housekeeping failed: ${error instanceof Error ? error.message : String(error)}`));
    return lastRun;
  }

  return {
    run: runInTurn,
    start(): void {
      void runInTurn();
      timer = setInterval(() => void runInTurn(), everyMs).unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      stopController.abort();
      await lastRun;
    },
  };
}
