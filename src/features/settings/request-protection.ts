/** A browser may ask the user first, or never answer. */
const timeoutMs = 10_000;

/** Asks the browser to keep this origin's data when space runs out. Resolves to false on refusal, or if no answer comes in time. */
export async function requestProtection(): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), timeoutMs));
  return Promise.race([navigator.storage.persist().catch(() => false), timeout]);
}
