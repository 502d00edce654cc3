// Why a file could not be read, in words for the report: from the error's code, never from its message's wording.

const reasonsByCode: Record<string, string> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  ENOENT: 'it is gone',
  ELOOP: 'its links run in a circle',
  ENAMETOOLONG: 'its name is too long',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ESTALE: 'the network drive lost it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is no folder',
  ENOSPC: 'the system watches too many files',
};

export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && Object.hasOwn(reasonsByCode, code)) return reasonsByCode[code] as string;
  return code ?? message ?? String(error);
}
