/** The result code SQLITE_FULL; extended codes contain it in their lowest eight bits. */
const sqliteFull = 13;

/** Whether an error from writing a file or from SQLite means a full disk. A transaction that failed this way was rolled back completely. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || (typeof errcode === 'number' && (errcode & 0xff) === sqliteFull);
}
