// The library's entry point: imports the folder once, then keeps the archive up to date while the server runs. Called by the server's
// start. Knows neither SQL nor HTTP. After a crash, the next start's import reads the remaining files.
import type { Alerts } from '../alerts/alerts.ts';
import type { Catalogue, ImportReport } from '../catalogue/records.ts';
import { isDiskFull } from '../database/disk-full.ts';
import type { Log } from '../log/log.ts';
import { createImporter, type ImporterOptions } from './import-pass.ts';
import { singleFolder } from './library-places.ts';
import { updateMissingAlerts } from './missing-alerts.ts';
import { reasonOf } from './reasons.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import { formatCount } from '../texts/format-count.ts';
import { problemText, reportText } from './report-text.ts';
import { createSampler } from './sampler.ts';
import { saveReport } from './save-report.ts';
import { createLibraryLock, type LibraryLock } from './library-lock.ts';
import { watchLibrary } from './watch-library.ts';

export interface LibraryOptions {
  /** See ImporterOptions. */
  root: ImporterOptions['root'];
  catalogue: Catalogue;
  log: Log;
  signal: AbortSignal;
  timing?: Partial<LibraryTiming>;
  /** The lock that other work on the library also takes. */
  libraryLock?: LibraryLock;
  alerts?: Alerts;
}

export interface LibraryTiming {
  /** Time without changes before the folder is scanned. yt-dlp writes a video's files within this time. */
  settleMs: number;
  /** See ImporterOptions. */
  recheckDelayMs: number;
  /**
   * How often to scan a folder that cannot be watched (too many folders for the system, some network drives); also the delay after a failed
   * pass.
   */
  pollMs: number;
  /** See watchLibrary. */
  folderCheckMs: number;
  /** Delay after a pass that failed because the disk was full. */
  diskRetryMs: number;
  /** Pause between two files when reading samples. */
  samplePauseMs: number;
}

const defaultTiming: LibraryTiming = { settleMs: 1000, recheckDelayMs: 1500, pollMs: 300_000, folderCheckMs: 10_000, diskRetryMs: 30_000, samplePauseMs: 50 };

/** The log contains at most this many problems of a pass; the report contains all. */
const maxLoggedProblems = 100;

export async function startLibrary(options: LibraryOptions): Promise<{ firstImport: Promise<ImportReport>; stop(): Promise<void> }> {
  const { catalogue, log, alerts } = options;
  const places = typeof options.root === 'string' ? singleFolder(options.root) : options.root;
  const libraryLock = options.libraryLock ?? createLibraryLock();
  const timing = { ...defaultTiming, ...options.timing };
  const stopController = new AbortController();
  const signal = AbortSignal.any([options.signal, stopController.signal]);
  const sampler = createSampler({ places, catalogue, pauseMs: timing.samplePauseMs, signal });
  const importer = createImporter({ root: places, catalogue, log, recheckDelayMs: timing.recheckDelayMs });
  let previousProblems = new Set<string>();
  let lastRun: Promise<unknown> = Promise.resolve();
  let retryTimer: NodeJS.Timeout | undefined;
  /** The last pass's failure, logged once while it stays the same; empty if the pass succeeded. */
  let failure = '';

  async function pass(isFirst: boolean, busyFiles: ReadonlySet<string>): Promise<ImportReport> {
    const report = await libraryLock.runPass(signal, (passSignal) => importer.run(passSignal, busyFiles));
    if (failure !== '') report.brokenOff = failure;
    if (!signal.aborted && alerts) await updateMissingAlerts({ places, catalogue, alerts }, report.awayFolders);
    const problems = new Set(report.problems.map(problemText));
    const newProblems = [...problems].filter((problem) => !previousProblems.has(problem));
    const hasNews =
      report.added + report.updated + report.moved + report.missing + report.returned > 0 || newProblems.length > 0 || problems.size !== previousProblems.size;
    if (signal.aborted || (!isFirst && !hasNews && failure === '')) return report;
    previousProblems = problems;
    if (failure !== '') log('Library: the folder could be imported again.');
    failure = '';
    clearTimeout(retryTimer);
    log(reportText(report));
    for (const problem of newProblems.slice(0, maxLoggedProblems)) log.warn(`  Not imported, or only in part: ${problem}`);
    if (newProblems.length > maxLoggedProblems) log.warn(`  … and ${formatCount(newProblems.length - maxLoggedProblems)} more, all on /admin/library/.`);
    saveReport(catalogue, report, log);
    return report;
  }

  /** Passes run one at a time, in the order in which they are requested. */
  function enqueue(isFirst: boolean, busyFiles: ReadonlySet<string>): Promise<ImportReport> {
    const nextPass = lastRun.then(() => pass(isFirst, busyFiles));
    // The sampler runs after the pass and is not awaited.
    void nextPass.then(
      () => sampler.run(),
      () => undefined,
    );
    lastRun = nextPass.catch((error: unknown) => {
      if (!signal.aborted) scheduleRetry(error);
    });
    return nextPass;
  }

  /** Schedules a pass that imports the rest. The videos that the failed pass imported stay. */
  function scheduleRetry(error: unknown): void {
    const isFullDisk = isDiskFull(error);
    const message = isFullDisk ? importReasons.scanWithoutSpace : importReasons.scanFailed(reasonOf(error));
    if (message !== failure) log.error(`Library: the folder could not be imported: ${message}.`);
    failure = message;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void reimport(new Set()), isFullDisk ? timing.diskRetryMs : timing.pollMs).unref();
  }

  /** Never rejects, because failures are logged where they happen. */
  async function reimport(busyFiles: ReadonlySet<string>, folders: readonly string[] | null = null): Promise<void> {
    if (folders === null) return void (await enqueue(false, busyFiles).catch(() => undefined)); // logged by scheduleRetry
    const nextRun = lastRun.then(async () => {
      for (const folder of folders) await importFolder(folder, busyFiles);
    });
    lastRun = nextRun.catch((error: unknown) => {
      if (!signal.aborted) scheduleRetry(error);
    });
    await lastRun;
  }

  /** Imports the files of one folder, so that they appear immediately in a large library. The whole library is scanned later. */
  async function importFolder(folder: string, busyFiles: ReadonlySet<string>): Promise<void> {
    const { added, updated, moved, returned } = await libraryLock.runPass(signal, (passSignal) => importer.runFolder(passSignal, folder, busyFiles));
    const changes = added + updated + moved + returned;
    if (changes > 0) log(`Library: ${formatCount(changes)} new or changed in ${folder === '' ? 'the library itself' : folder}.`);
  }

  const firstImport = enqueue(true, new Set());
  firstImport.catch(() => undefined); // logged by scheduleRetry; the caller may or may not await it

  const watcher = watchLibrary({
    roots: places.roots,
    settleMs: timing.settleMs,
    pollMs: timing.pollMs,
    folderCheckMs: timing.folderCheckMs,
    onChange: reimport,
    onUnwatchable: (error) =>
      log.warn(
        `Library: changes in the folder cannot be watched (${reasonOf(error)}); the folder is scanned every ${Math.round(timing.pollMs / 60_000)} minutes instead.`,
      ),
  });

  async function stop(): Promise<void> {
    stopController.abort();
    clearTimeout(retryTimer);
    watcher.close();
    await Promise.all([lastRun, sampler.settled()]);
  }
  options.signal.addEventListener('abort', () => void stop(), { once: true });
  return { firstImport, stop };
}
