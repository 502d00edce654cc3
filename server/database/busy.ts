/** The result code SQLITE_BUSY; extended codes contain it in their lowest eight bits. */
const sqliteBusy = 5;

/** Whether the error means that another program is writing to the database at this moment. */
export function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === sqliteBusy;
}
