// Findings: problems that passes found with files. A file whose finding is still valid is reported and not read again.
import type { Catalogue, Finding, ImportProblem } from '../catalogue/records.ts';
import { yieldEventLoop } from './bounded.ts';
import { sidecarHash, stateOf } from './fingerprint.ts';
import type { VideoFiles } from './group-files.ts';
import { mayBeImported } from './re-added.ts';

/** The version is increased when more files can be read than before, or the wording changes, so that all refused files are tried again. */
export const rulesVersion = '5';

/** The state of a video's files. It includes the ctime, because a file that `chmod` made readable keeps its modification time. */
export function findingState(files: VideoFiles): string {
  const { media, info, description, picture, subtitles, foreignSubtitles } = files;
  const companions = [info, description, picture, ...[...subtitles, ...foreignSubtitles].map(({ file }) => file)];
  return stateOf([rulesVersion, media.sizeBytes, media.modifiedMs, media.changedMs, sidecarHash(files), companions.map((file) => file?.changedMs)]);
}

export interface EarlierFindings {
  has(mediaFile: string): boolean;
  /** The finding about this video's media file; null if there is none, or if its files have changed since. */
  of(files: VideoFiles): Finding | null;
}

/** @param removedAtById the times at which videos were deleted in the archive, in Unix milliseconds */
export function earlierFindings(catalogue: Catalogue, removedAtById: ReadonlyMap<string, number>, nowMs: number): EarlierFindings {
  const isEmpty = catalogue.countFindings() === 0;
  return {
    has: (mediaFile) => !isEmpty && catalogue.findingAt(mediaFile) !== null,
    of(files) {
      // A library without any findings needs no lookups.
      const finding = isEmpty ? null : catalogue.findingAt(files.media.path);
      if (finding === null || finding.state !== findingState(files)) return null;
      return finding.kind === 'deleted' && mayBeImported(files.media.changedMs, removedAtById.get(finding.videoId), nowMs) ? null : finding;
    },
  };
}

/** A batch takes SQLite about 10 ms. */
const findingsPerBatch = 250;

export interface FindingsOfPass {
  put(finding: Finding): void;
  /** Problems found with this file in this pass, or in an earlier one if that finding is still valid. */
  problemsOf(mediaFile: string): ImportProblem[];
  save(): void;
  /** Removes findings of files that no longer exist or no longer have a problem. */
  prune(isKept: (mediaFile: string) => boolean): Promise<void>;
}

/** @param filesWithFinding media files whose earlier findings are still valid */
export function findingsOfPass(catalogue: Catalogue, filesWithFinding: ReadonlySet<string>): FindingsOfPass {
  const writtenFiles = new Set<string>();
  const pendingFindings = new Map<string, Finding>();

  function save(): void {
    if (pendingFindings.size === 0) return;
    catalogue.putFindings([...pendingFindings.values()]);
    pendingFindings.clear();
  }

  return {
    put(finding) {
      writtenFiles.add(finding.mediaFile);
      pendingFindings.set(finding.mediaFile, finding);
      if (pendingFindings.size >= findingsPerBatch) save();
    },
    problemsOf(mediaFile) {
      if (!writtenFiles.has(mediaFile) && !filesWithFinding.has(mediaFile)) return [];
      return (pendingFindings.get(mediaFile) ?? catalogue.findingAt(mediaFile))?.problems ?? [];
    },
    save,
    async prune(isKept) {
      for (let lastFile = ''; ;) {
        const page = catalogue.findingsAfter(lastFile, findingsPerBatch);
        const end = page.at(-1);
        if (!end) return;
        lastFile = end.mediaFile;
        const outdatedFiles = page.map(({ mediaFile }) => mediaFile).filter((file) => !writtenFiles.has(file) && !isKept(file));
        if (outdatedFiles.length > 0) catalogue.dropFindings(outdatedFiles);
        await yieldEventLoop();
      }
    },
  };
}

/** Keeps only the first problem of each file, because two videos may share an unreadable description. Ordered by path. */
export function onePerFile(problems: ImportProblem[]): ImportProblem[] {
  const seenFiles = new Set<string>();
  const firstProblems = problems.filter(({ file }) => !seenFiles.has(file) && seenFiles.add(file));
  return firstProblems.toSorted((a, b) => (a.file < b.file ? -1 : 1));
}
