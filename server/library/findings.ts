// Problems that earlier passes found with files. A file whose finding still holds is reported and not read again.
import type { Catalogue, Finding, ImportProblem } from '../catalogue/records.ts';
import { yieldEventLoop } from './bounded.ts';
import { sidecarHash, stateOf } from './fingerprint.ts';
import type { VideoFiles } from './group-files.ts';
import { isReAdded } from './re-added.ts';

/** Raised when more files can be read than before, or the wording changes: then everything that was refused is tried again. */
const rulesVersion = '2';

/** Includes times of change (ctime): a file that `chmod` made readable keeps its modification time. */
export function findingState(files: VideoFiles): string {
  const { media, info, description, picture, subtitles, foreignSubtitles } = files;
  const companions = [info, description, picture, ...[...subtitles, ...foreignSubtitles].map(({ file }) => file)];
  return stateOf([rulesVersion, media.sizeBytes, media.modifiedMs, media.changedMs, sidecarHash(files), companions.map((file) => file?.changedMs)]);
}

export interface EarlierFindings {
  has(mediaFile: string): boolean;
  /** Null: there is none, or the file has changed since. */
  of(files: VideoFiles): Finding | null;
}

/** @param removed videos deleted in the archive, and when */
export function earlierFindings(catalogue: Catalogue, removed: ReadonlyMap<string, number>, nowMs: number): EarlierFindings {
  const isEmpty = catalogue.countFindings() === 0;
  return {
    has: (mediaFile) => !isEmpty && catalogue.findingAt(mediaFile) !== null,
    of(files) {
      // An unchanged library of 100 000 files without a problem costs no lookup.
      const finding = isEmpty ? null : catalogue.findingAt(files.media.path);
      if (finding === null || finding.state !== findingState(files)) return null;
      return finding.kind === 'deleted' && isReAdded(files.media.changedMs, removed.get(finding.videoId), nowMs) ? null : finding;
    },
  };
}

/** About 10 ms of SQLite. */
const findingsPerBatch = 250;

export interface FindingsOfPass {
  put(finding: Finding): void;
  /** Problems found with this file before, in this pass or in an earlier one that still holds. */
  problemsOf(mediaFile: string): ImportProblem[];
  save(): void;
  /** Drops findings of files that are gone or are fine now. */
  prune(isKept: (mediaFile: string) => boolean): Promise<void>;
}

/** @param filesWithFinding media files whose earlier findings still hold */
export function findingsOfPass(catalogue: Catalogue, filesWithFinding: ReadonlySet<string>): FindingsOfPass {
  const written = new Set<string>();
  const pending = new Map<string, Finding>();

  function save(): void {
    if (pending.size === 0) return;
    catalogue.putFindings([...pending.values()]);
    pending.clear();
  }

  return {
    put(finding) {
      written.add(finding.mediaFile);
      pending.set(finding.mediaFile, finding);
      if (pending.size >= findingsPerBatch) save();
    },
    problemsOf(mediaFile) {
      if (!written.has(mediaFile) && !filesWithFinding.has(mediaFile)) return [];
      return (pending.get(mediaFile) ?? catalogue.findingAt(mediaFile))?.problems ?? [];
    },
    save,
    async prune(isKept) {
      for (let last = ''; ;) {
        const page = catalogue.findingsAfter(last, findingsPerBatch);
        const end = page.at(-1);
        if (!end) return;
        last = end.mediaFile;
        const past = page.map(({ mediaFile }) => mediaFile).filter((file) => !written.has(file) && !isKept(file));
        if (past.length > 0) catalogue.dropFindings(past);
        await yieldEventLoop();
      }
    },
  };
}

/** Each file once, with its first problem (two videos may share an unreadable description), ordered by path. */
export function onePerFile(problems: ImportProblem[]): ImportProblem[] {
  const seen = new Set<string>();
  const once = problems.filter(({ file }) => !seen.has(file) && seen.add(file));
  return once.toSorted((a, b) => (a.file < b.file ? -1 : 1));
}
