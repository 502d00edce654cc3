// Registers the service worker, looks for its updates, and changes to a new version. A part of its own: nothing before the first content needs it.
import { Workbox } from 'workbox-window';

/** An installed client stays open for days; a look for a new version costs one small request. */
const lookAgainAfterMs = 30 * 60_000;
/**
 * A browser lets the new worker take over once the former one has no work left, and can count an answer as work long after the page has it
 * (seen in Chromium 156 on a busy machine). Leaving the page ends that; then the new worker takes over (sw/hand-over.ts).
 */
const takeOverPatienceMs = 3000;

/**
 * Resolves to a function that changes to the waiting version; the page reloads when the new worker has taken over, or by `reload`.
 * @throws where it cannot be registered: no network, or forbidden here
 */
export async function registerWorker(onWaiting: () => void): Promise<(reload: () => void) => Promise<void>> {
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  workbox.addEventListener('waiting', onWaiting);
  await workbox.register();
  lookForUpdates(workbox);
  return async (reload) => {
    const isWaiting = Boolean((await navigator.serviceWorker.getRegistration())?.waiting);
    if (isWaiting) workbox.messageSkipWaiting();
    setTimeout(reload, isWaiting ? takeOverPatienceMs : 0);
  };
}

function lookForUpdates(workbox: Workbox): void {
  let lookedAtMs = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || performance.now() - lookedAtMs < lookAgainAfterMs) return;
    lookedAtMs = performance.now();
    workbox.update().catch(() => undefined); // no network: another time
  });
}
