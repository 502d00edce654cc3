/** A browser may ask the user first, or never answer. */
const timeoutMs = 10_000;

/** Asks the browser not to evict this origin's data when space runs out. Resolves to false if it declines or does not answer in time. */
export async function requestProtection(): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), timeoutMs));
  return Promise.race([navigator.storage.persist().catch(() => false), timeout]);
}
