/** A browser may ask the user, or never answer. */
const timeoutMs = 10_000;

/** Asks the browser not to evict this origin's data when space runs out. False: it declined, or has not answered in time. */
export async function requestProtection(): Promise<boolean> {
  const unanswered = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), timeoutMs));
  return Promise.race([navigator.storage.persist().catch(() => false), unanswered]);
}
