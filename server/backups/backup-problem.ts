import { isDiskFull } from '../database/disk-full.ts';

/** Why a backup cannot be made or restored, in words for the person who asked. Nothing was changed. */
export class BackupProblem extends Error {}

/** Turns disk errors into a BackupProblem; returns any other error unchanged. */
export function toBackupProblem(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (isDiskFull(error)) return new BackupProblem('The disk is full. Nothing was changed.');
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new BackupProblem('The server may not write into its data folder. Nothing was changed.');
  return error;
}
