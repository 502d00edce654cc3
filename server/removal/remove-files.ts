/** A file could not be deleted: which one, and why, in words. */
export class NotRemovable extends Error {}

const reasons: Record<string, string> = {
  EACCES: 'the server has no right to',
  EPERM: 'the server has no right to',
  EROFS: 'the file system is read-only',
  EBUSY: 'something else uses it',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EXDEV: 'it lies on a file system of its own',
};

export function reasonOfRefusal(error: unknown): string {
  return reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? 'the system refused it';
}
