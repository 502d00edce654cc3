/** SQLite's own code; extended codes contain it in their lowest eight bits. */
const sqliteFull = 13;

/** Whether the error means a full disk: when writing a file, or from SQLite. Nothing of a transaction that failed this way was kept. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || (typeof errcode === 'number' && (errcode & 0xff) === sqliteFull);
}
