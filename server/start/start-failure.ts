import { isDiskFull } from '../database/disk-full.ts';
import type { Texts } from '../texts/english.ts';
import { WordedError, type Wording } from '../texts/wording.ts';

/** The reason why the server cannot start, in one line for the person at the terminal: the problem, and what to do. */
export class StartFailure extends WordedError {
  constructor(compose: (texts: Texts['start'], wording: Wording) => string) {
    super((wording) => compose(wording.texts.start, wording));
  }
}

export function reasonOf(error: unknown, wording: Wording): string {
  const { reasons } = wording.texts.start;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  // SQLite has an error of its own for a full disk.
  if (isDiskFull(error)) return reasons.ENOSPC;
  if (Object.hasOwn(reasons, code)) return reasons[code as keyof typeof reasons];
  if (error instanceof WordedError) return error.sentence(wording);
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}

/** The reason, after the file that it concerns. A reason without a translation already names the file. */
function reasonWithFile(error: unknown, wording: Wording): string {
  const { code = '', path: file } = error as NodeJS.ErrnoException;
  const reason = reasonOf(error, wording);
  return file !== undefined && Object.hasOwn(wording.texts.start.reasons, code) ? `${file}: ${reason}` : reason;
}

/** The line that is printed for an error that ends the start. */
export function failureLine(error: unknown, wording: Wording): string {
  return `stowaway: ${error instanceof StartFailure ? error.sentence(wording) : wording.texts.start.couldNotStart(reasonWithFile(error, wording))}`;
}
