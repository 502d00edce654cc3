// Problems that earlier passes found with files. A file whose finding still holds is reported and not read again.
import type { Catalogue, Finding, ImportProblem } from '../catalogue/records.ts';
import { nextTurn } from './bounded.ts';
import { sidecarHash, stateOf } from './fingerprint.ts';
import type { VideoFiles } from './group-files.ts';
import { isPutAnew } from './put-anew.ts';

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
      // An unchanged library of 100 000 files without a problem costs no look-up.
      const finding = isEmpty ? null : catalogue.findingAt(files.media.path);
      if (finding === null || finding.state !== findingState(files)) return null;
      return finding.kind === 'deleted' && isPutAnew(files.media.changedMs, removed.get(finding.videoId), nowMs) ? null : finding;
    },
  };
}

/** About 10 ms of SQLite. */
const findingsAtATime = 250;

export interface FindingsOfPass {
  put(finding: Finding): void;
  /** Problems found with this file before, in this pass or in an earlier one that still holds. */
  problemsOf(mediaFile: string): ImportProblem[];
  save(): void;
  /** Drops findings of files that are gone or are fine now. */
  prune(isKept: (mediaFile: string) => boolean): Promise<void>;
}

/** @param standing media files whose earlier findings still hold */
export function findingsOfPass(catalogue: Catalogue, standing: ReadonlySet<string>): FindingsOfPass {
  const written = new Set<string>();
  const waiting = new Map<string, Finding>();

  function save(): void {
    if (waiting.size === 0) return;
    catalogue.putFindings([...waiting.values()]);
    waiting.clear();
  }

  return {
    put(finding) {
      written.add(finding.mediaFile);
      waiting.set(finding.mediaFile, finding);
      if (waiting.size >= findingsAtATime) save();
    },
    problemsOf(mediaFile) {
      if (!written.has(mediaFile) && !standing.has(mediaFile)) return [];
      return (waiting.get(mediaFile) ?? catalogue.findingAt(mediaFile))?.problems ?? [];
    },
    save,
    async prune(isKept) {
      for (let last = ''; ;) {
        const page = catalogue.findingsAfter(last, findingsAtATime);
        const end = page.at(-1);
        if (!end) return;
        last = end.mediaFile;
        const past = page.map(({ mediaFile }) => mediaFile).filter((file) => !written.has(file) && !isKept(file));
        if (past.length > 0) catalogue.dropFindings(past);
        await nextTurn();
      }
    },
  };
}

/** Each file once, with its first problem (two videos may share an unreadable description), ordered by path. */
export function eachOnce(problems: ImportProblem[]): ImportProblem[] {
  const named = new Set<string>();
  const once = problems.filter(({ file }) => !named.has(file) && named.add(file));
  return once.toSorted((a, b) => (a.file < b.file ? -1 : 1));
}
