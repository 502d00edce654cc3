// Explains to people why a file could not be read or written. Uses the error's code, never its message.

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
  ENOTDIR: 'it is not a folder',
  ENOSPC: 'the system watches too many files',
};

/** For reading and watching. Begins in lower case, without a full stop. */
export function reasonOf(error: unknown): string {
  return describeError(error, reasonsByCode);
}

const notWrittenByCode: Record<string, string> = {
  ...reasonsByCode,
  EACCES: 'Stowaway may not write there',
  EPERM: 'Stowaway may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EEXIST: 'a file of that name is there already',
  EBUSY: 'something else is using it',
  EXDEV: 'it lies on a file system of its own',
};

/** For writing, moving and deleting, where the same codes mean other things. */
export function reasonNotWritten(error: unknown): string {
  return describeError(error, notWrittenByCode);
}

function describeError(error: unknown, byCode: Record<string, string>): string {
  const { code, message } = error as NodeJS.ErrnoException;
  // Other codes, such as SQLite's, are less helpful than the message.
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return message ?? String(error);
  return Object.hasOwn(byCode, code) ? (byCode[code] as string) : `the system reports ${code}`;
}
