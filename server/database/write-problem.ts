import { isBusy } from './busy.ts';
import { isDiskFull } from './disk-full.ts';

/** The reason why nothing can be written at the moment, as a sentence for a task's report. Null for any other error. */
export function writeProblem(error: unknown): string | null {
  if (isBusy(error)) return 'Another program is writing to the database.';
  return isDiskFull(error) ? 'The disk is full.' : null;
}
