// Formats an import report: in English for the log and for a task's message, in the visitor's language for a page.
import type { ImportProblem, ImportReport } from '../catalogue/records.ts';
import { formatCount } from '../texts/format-count.ts';
import { plural } from '../texts/plural.ts';
import { serverWording, type Wording } from '../texts/wording.ts';

/** The report's counts of changes, in the order in which a text lists them. */
export const changes = ['added', 'updated', 'moved', 'missing', 'returned'] as const;

/** `1 new, 2 changed`; null if nothing changed. */
export function changesText(report: Pick<ImportReport, (typeof changes)[number]>, wording: Wording = serverWording): string | null {
  const changeTexts = wording.texts.library.report.changes;
  const parts = changes.flatMap((change) => (report[change] > 0 ? [`${wording.formatCount(report[change])} ${changeTexts[change]}`] : []));
  return parts.length === 0 ? null : parts.join(', ');
}

/** `1 media file`, `1 204 media files` */
export const mediaFilesText = (count: number): string => `${formatCount(count)} ${plural(count, 'media file', 'media files')}`;

export function reportText(report: ImportReport): string {
  const problems = report.problems.length === 0 ? '' : `; ${formatCount(report.problems.length)} ${report.problems.length === 1 ? 'problem' : 'problems'}`;
  return `Library: ${mediaFilesText(report.found)}, ${changesText(report) ?? 'nothing new'}${problems}.`;
}

/** `1 file has a problem` */
export function problemCountText(count: number, wording: Wording = serverWording): string {
  return wording.texts.library.report.problems(count, wording.formatCount(count));
}

/** Why a pass could not read the library at all; null if it could. */
export function absentLibraryText({ found, awayFolders, problems }: ImportReport): string | null {
  if (found > 0 || !awayFolders.some(({ folder }) => folder === '.')) return null;
  const reasons = problems.filter(({ file }) => file === '.').map(({ reason }) => reason);
  return reasons.length > 0 ? reasons.join(' ') : 'The library folder is empty, as when a disk is not mounted.';
}

/** A single line: line breaks, terminal escape sequences and bidirectional controls in the file's name are escaped. */
export function problemText({ file, reason }: ImportProblem): string {
  return `${escapeName(file)}: ${reason}`;
}

export function escapeName(file: string): string {
  return file.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
