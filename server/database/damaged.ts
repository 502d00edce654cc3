/** The result codes SQLITE_CORRUPT and SQLITE_NOTADB; extended codes contain them in their lowest eight bits. */
const damageCodes = [11, 26];

/** Whether the error means that the file is damaged, or is not a database at all. */
export function isDamaged(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' && damageCodes.includes(errcode & 0xff);
}
