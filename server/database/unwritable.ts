/** The result codes SQLITE_READONLY, SQLITE_IOERR and SQLITE_CANTOPEN; extended codes contain them in their lowest eight bits. */
const unwritableCodes = [8, 10, 14];

/** Whether the error means that the file system of the database accepts no writes, for example because it became read-only after an error. */
export function isUnwritable(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' && unwritableCodes.includes(errcode & 0xff);
}
