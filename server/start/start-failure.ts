/** The reason why the server cannot start, in one line for the person at the terminal: the problem, and what to do. */
export class StartFailure extends Error {}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'there is a file of that name',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
};

export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return reasons[code] ?? (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
}
