import { isDiskFull } from '../database/disk-full.ts';
import type { Texts } from '../texts/english.ts';
import { WordedError, type Wording } from '../texts/wording.ts';

/** Thrown if a backup cannot be made or restored. The message is for the person who requested it. Nothing was changed. */
export class BackupProblem extends WordedError {
  constructor(toMessage: (texts: Texts['backupProblems'], wording: Wording) => string) {
    super((wording) => toMessage(wording.texts.backupProblems, wording));
  }
}

/** A place in a backup, such as a line of a file, in any language. */
export type Place = (texts: Texts['backupProblems']) => string;

/** Turns disk errors into a BackupProblem; returns any other error unchanged. */
export function toBackupProblem(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (isDiskFull(error)) return new BackupProblem((texts) => texts.diskFull);
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return new BackupProblem((texts) => texts.dataFolder);
  return error;
}
