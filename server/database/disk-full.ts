/** SQLite's own code; its extended ones carry it in their last eight bits. */
const sqliteFull = 13;

/** Whether this failed because there is no room: a write into a file, or SQLite's own. Nothing of a transaction that failed so was kept. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || (typeof errcode === 'number' && (errcode & 0xff) === sqliteFull);
}
