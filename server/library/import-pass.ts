// One pass over the library: records new, changed, moved and missing files. Run by startLibrary at the start and whenever the folder changes,
// and by tasks and downloads. Videos are written in batches, and the states of a batch only after its videos. So after a crash the next pass
// reads every file whose state is not stored yet. A pass works folder by folder; facts about other folders stay in the catalogue
// (docs/decisions/115).
import type { Catalogue, ImportReport } from '../catalogue/records.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import { createChannelsOfPass } from './channels-of-pass.ts';
import { onePerFile, findingsOfPass } from './findings.ts';
import { createProgress } from './import-progress.ts';
import { isDescriptionOfKnownVideo } from './known-base.ts';
import { singleFolder, type ScannedPlaces } from './library-places.ts';
import { compareLibrary, type LibraryDiff } from './compare-library.ts';
import { markMissing } from './mark-missing.ts';
import { writePlaylists } from './playlists-of-pass.ts';
import { readChanged } from './read-changed.ts';
import { createCollectionReader } from './read-collections.ts';
import { changes } from './report-text.ts';
import { rememberStates } from './remember-states.ts';
import { createVideoWriter } from './write-videos.ts';

export interface Importer {
  /**
   * If the signal interrupts a pass, or it fails, the next call repeats it, and reports the changes of both. Changes are not reported if
   * another connection has written since, such as a restore that replaced all rows.
   * @param busyFiles files being written now, which a later pass imports
   */
  run(signal: AbortSignal, busyFiles?: ReadonlySet<string>): Promise<ImportReport>;
  /**
   * Imports new and changed files of one folder and scans no other. Marks nothing as missing. Known facts about channels and playlists
   * stay unchanged until the next pass over the whole library. That pass recognizes from the fingerprints which facts to update.
   * @param folder a stored name
   */
  runFolder(signal: AbortSignal, folder: string, busyFiles?: ReadonlySet<string>): Promise<ImportReport>;
}

export interface ImporterOptions {
  /** A single folder, or the library with its other places. */
  root: string | ScannedPlaces;
  catalogue: Catalogue;
  log: (line: string) => void;
  now?: () => number;
  onProgress?: (readCount: number, total: number) => void;
  /** Time between two scans. A file is missing only if neither scan finds it, because moving a folder can take several steps. */
  recheckDelayMs?: number;
}

export function createImporter({ root, catalogue, log, now = Date.now, onProgress, recheckDelayMs = 1500 }: ImporterOptions): Importer {
  const places = typeof root === 'string' ? singleFolder(root) : root;
  const readCollections = createCollectionReader(places, catalogue.learned);
  /** What interrupted and failed passes have changed, by what they scan. The pass that repeats them includes it in its report. */
  const unreported: Record<'library' | 'folder', Changes> = { library: noChanges, folder: noChanges };
  /** `Catalogue.otherWritesVersion` at the end of the last pass; null before the first one. */
  let otherWritesVersion: number | null = null;
  const writtenWithoutVideo = { channels: new Map<string, string>(), playlists: new Map<string, string>() };

  return {
    run: (signal: AbortSignal, busyFiles: ReadonlySet<string> = new Set()): Promise<ImportReport> => runPass(signal, busyFiles),
    runFolder: (signal: AbortSignal, folder: string, busyFiles: ReadonlySet<string> = new Set()): Promise<ImportReport> => runPass(signal, busyFiles, folder),
  };

  async function runPass(signal: AbortSignal, busyFiles: ReadonlySet<string>, onlyFolder?: string): Promise<ImportReport> {
    if (otherWritesVersion !== null && catalogue.otherWritesVersion() !== otherWritesVersion) unreported.library = unreported.folder = noChanges;
    try {
      return await importChanges(signal, busyFiles, onlyFolder);
    } finally {
      otherWritesVersion = catalogue.otherWritesVersion();
    }
  }

  async function importChanges(signal: AbortSignal, busyFiles: ReadonlySet<string>, onlyFolder?: string): Promise<ImportReport> {
    const startedAt = new Date(now()).toISOString();
    const removedAtById = catalogue.removedVideos();
    const diff = await compareWithRecheck(() => compareLibrary({ places, catalogue, busyFiles, onlyFolder, removedAtById, signal, nowMs: now() }), signal);
    const report = reportOfDiff(diff, startedAt);
    const scope = onlyFolder === undefined ? 'library' : 'folder';
    try {
      if (!signal.aborted) await importDiff({ diff, report, removedAtById, signal, onlyFolder });
    } catch (error) {
      // What was imported stays. A pass over the whole library imports the rest, even of a single folder.
      const changesSoFar = sum(report, unreported[scope]);
      unreported[scope] = noChanges;
      unreported.library = sum(unreported.library, changesSoFar);
      throw error;
    }
    const allChanges = sum(report, unreported[scope]);
    unreported[scope] = signal.aborted ? allChanges : noChanges;
    return { ...report, ...allChanges, problems: onePerFile(report.problems), finishedAt: new Date(now()).toISOString() };
  }

  /** Writes what has changed, and adds counts and problems to the report. */
  async function importDiff({ diff, report, removedAtById, signal, onlyFolder }: DiffToImport): Promise<void> {
    const { problems } = report;
    if (!diff.scan.isRootThere) {
      if (onlyFolder === undefined) reportAbsentRoot(report, diff);
      else problems.push({ file: onlyFolder, reason: importReasons.folderUnreadable });
      return;
    }
    problems.push(...diff.problems);
    if (diff.returned.length > 0) catalogue.markFound(diff.returned);
    report.returned = diff.returned.length;

    // A pass over one folder reads no collections, because those of one folder would replace facts from the whole library.
    const { collections, problems: collectionProblems } = onlyFolder === undefined ? await readCollections(diff) : { collections: [], problems: [] };
    const channels = createChannelsOfPass({
      places,
      rootName: places.name,
      catalogue,
      collections,
      unchanged: diff.channels,
      ...(onlyFolder === undefined ? {} : { isKnown: catalogue.hasDescribedChannel }),
      writtenWithoutVideo: writtenWithoutVideo.channels,
    });
    const findings = findingsOfPass(catalogue, diff.filesWithFinding);
    const unreadableFiles = new Set<string>();
    const writer = createVideoWriter({ catalogue, diff, channels, findings, report, unreadableFiles });
    const progress = createProgress({ total: diff.toReadCount, log, now, onProgress });
    const areAllRead = await readChanged({
      places,
      catalogue,
      diff,
      collections,
      removedAtById,
      writer,
      findings,
      problems,
      unreadableFiles,
      signal,
      now,
      onRead: () => progress.step(),
    });
    if (signal.aborted || onlyFolder !== undefined) return;

    const { writtenVideos } = writer;
    const markedMissing = await markMissing({ places, catalogue, diff, writer, unreadableFiles, unchanged: report.unchanged });
    report.missing = markedMissing.missing;
    report.awayFolders = markedMissing.awayFolders;
    report.isWhole = diff.scan.isWhole && areAllRead && !markedMissing.awayFolders.some(({ folder }) => folder === '.');
    problems.push(...markedMissing.problems);
    problems.push(...collectionProblems.filter(({ file }) => !isDescriptionOfKnownVideo(catalogue, file)));
    await findings.prune((file) => diff.isSkipped(file));
    problems.push(...(await channels.finish()));
    const playlists = await writePlaylists({ places, catalogue, collections, writtenVideos, diff, writtenWithoutVideo: writtenWithoutVideo.playlists });
    problems.push(...playlists.problems);
    if (writtenVideos.size > 0 || channels.isOutdated || playlists.isChanged) await rememberStates({ catalogue, diff, writtenVideos, channels, playlists });
  }

  /** Scans again a moment later if a file was missing. */
  async function compareWithRecheck(compare: () => Promise<LibraryDiff>, signal: AbortSignal): Promise<LibraryDiff> {
    const firstDiff = await compare();
    if (!firstDiff.hasMissingFile || signal.aborted) return firstDiff;
    await pause(recheckDelayMs, signal);
    return compare();
  }

  /** Reports that the library's folder is absent; nothing is marked as missing then. */
  function reportAbsentRoot(report: ImportReport, { scan }: LibraryDiff): void {
    if (scan.unreadableFolders.length === 0) report.problems.push({ file: '.', reason: importReasons.libraryAbsent(places.roots[0]?.folder ?? '') });
    report.awayFolders = [{ folder: '.', state: 'not-there', videos: catalogue.countMedia().present }];
  }
}

interface DiffToImport {
  diff: LibraryDiff;
  report: ImportReport;
  removedAtById: ReadonlyMap<string, number>;
  signal: AbortSignal;
  onlyFolder: string | undefined;
}

type Changes = Pick<ImportReport, (typeof changes)[number]>;

function sum(one: Changes, other: Changes): Changes {
  const total = { ...noChanges };
  for (const change of changes) total[change] = one[change] + other[change];
  return total;
}

const noChanges: Changes = { added: 0, updated: 0, moved: 0, missing: 0, returned: 0 };

/** The report of the scan alone. Changes are counted later, when they are written. */
function reportOfDiff(diff: LibraryDiff, startedAt: string): ImportReport {
  return {
    startedAt,
    finishedAt: startedAt,
    found: diff.found,
    added: 0,
    updated: 0,
    moved: 0,
    missing: 0,
    returned: 0,
    unchanged: diff.unchanged,
    problems: [...diff.scan.problems],
    awayFolders: [],
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
  });
}
