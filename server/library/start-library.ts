// The library's entry: imports the folder once, then keeps the archive up to date while the server runs. Called by the
// server's start. Knows neither SQL nor HTTP. Whatever a crash leaves out is found by the next start's import.
import type { Catalogue, ImportReport } from '../catalogue/records.ts';
import { isDiskFull } from '../database/disk-full.ts';
import { createImporter, grouped } from './import-pass.ts';
import { reasonOf } from './reasons.ts';
import { createTurns, type Turns } from './turns.ts';
import { watchLibrary } from './watch-library.ts';

export interface LibraryOptions {
  /** The folder, absolute or relative to the working directory. */
  root: string;
  catalogue: Catalogue;
  log: (line: string) => void;
  signal: AbortSignal;
  timing?: Partial<LibraryTiming>;
  /** Shared with whoever else works on the library. */
  turns?: Turns;
}

export interface LibraryTiming {
  /** Quiet time after a change before the folder is looked at: yt-dlp writes a video's files within it. */
  settleMs: number;
  /** See ImporterOptions. */
  secondLookMs: number;
  /** How often a folder that cannot be watched (too many folders for the system, some network drives) is looked at. */
  pollMs: number;
  /** See watchLibrary. */
  awayPollMs: number;
  /** After a pass that found the disk full. */
  roomLookMs: number;
}

const usualTiming: LibraryTiming = { settleMs: 1000, secondLookMs: 1500, pollMs: 300_000, awayPollMs: 10_000, roomLookMs: 30_000 };

const wordsOfFullDisk = 'the disk is full; it goes on when there is room';

/** The log names so many problems; the report names all. */
const problemsInLog = 100;

export async function startLibrary(options: LibraryOptions): Promise<{ firstImport: Promise<ImportReport>; stop(): Promise<void> }> {
  const { root, catalogue, log } = options;
  const turns = options.turns ?? createTurns();
  const timing = { ...usualTiming, ...options.timing };
  const stopping = new AbortController();
  const signal = AbortSignal.any([options.signal, stopping.signal]);
  const importer = createImporter({ root, catalogue, log, secondLookMs: timing.secondLookMs });
  let problemsBefore = new Set<string>();
  let running: Promise<unknown> = Promise.resolve();
  let roomLook: NodeJS.Timeout | undefined;

  async function pass(isFirst: boolean, busy: ReadonlySet<string>): Promise<ImportReport> {
    const report = await turns.pass(signal, (own) => importer.run(own, busy));
    const problems = new Set(report.problems.map(({ file, reason }) => `${file}: ${reason}`));
    const fresh = [...problems].filter((problem) => !problemsBefore.has(problem));
    const isNews = report.added + report.updated + report.moved + report.removed > 0 || fresh.length > 0 || problems.size !== problemsBefore.size;
    problemsBefore = problems;
    if (signal.aborted || (!isFirst && !isNews)) return report;
    log(inWords(report));
    for (const problem of fresh.slice(0, problemsInLog)) log(`  Not taken in as it should be: ${problem}`);
    if (fresh.length > problemsInLog) log(`  … and ${grouped(fresh.length - problemsInLog)} more, all in the import report.`);
    catalogue.saveReport(report);
    return report;
  }

  /** One pass at a time, in the order they were asked for. */
  function enqueue(isFirst: boolean, busy: ReadonlySet<string>): Promise<ImportReport> {
    const next = running.then(() => pass(isFirst, busy));
    running = next.catch((error: unknown) => {
      if (isDiskFull(error) && !signal.aborted) goOnWithRoom();
    });
    return next;
  }

  /** What the pass had taken in stays; the next one finds the rest. */
  function goOnWithRoom(): void {
    clearTimeout(roomLook);
    roomLook = setTimeout(() => void enqueue(false, new Set()).catch(sayFailure), timing.roomLookMs).unref();
  }

  function sayFailure(error: unknown): void {
    if (!signal.aborted) log(`Library: the folder could not be brought in: ${isDiskFull(error) ? wordsOfFullDisk : reasonOf(error)}.`);
  }

  const firstImport = enqueue(true, new Set());
  firstImport.catch(sayFailure);

  const watcher = watchLibrary({
    root,
    settleMs: timing.settleMs,
    pollMs: timing.pollMs,
    awayPollMs: timing.awayPollMs,
    lookAgain: (busy) => enqueue(false, busy).then(() => undefined, sayFailure),
    onUnwatchable: (error) =>
      log(
        `Library: changes in the folder cannot be watched (${reasonOf(error)}); it is looked at every ${Math.round(timing.pollMs / 60_000)} minutes instead.`,
      ),
  });

  async function stop(): Promise<void> {
    stopping.abort();
    clearTimeout(roomLook);
    watcher.close();
    await running;
  }
  options.signal.addEventListener('abort', () => void stop(), { once: true });
  return { firstImport, stop };
}

function inWords(report: ImportReport): string {
  const parts = (
    [
      ['new', report.added],
      ['changed', report.updated],
      ['moved', report.moved],
      ['removed', report.removed],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${grouped(count)} ${word}`);
  const problems = report.problems.length === 0 ? '' : `; ${grouped(report.problems.length)} ${report.problems.length === 1 ? 'problem' : 'problems'}`;
  return `Library: ${grouped(report.found)} media files, ${parts.length > 0 ? parts.join(', ') : 'nothing new'}${problems}.`;
}
