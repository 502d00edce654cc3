// Registers the service worker and looks for its updates. A part of its own: nothing before the first content needs it.
import { Workbox } from 'workbox-window';

/** An installed client stays open for days; a look for a new version costs one small request. */
const lookAgainAfterMs = 30 * 60_000;

/** @throws where it cannot be registered: no network, or forbidden here */
export async function registerWorker(onWaiting: () => void): Promise<Workbox> {
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  workbox.addEventListener('waiting', onWaiting);
  await workbox.register();
  lookForUpdates(workbox);
  return workbox;
}

function lookForUpdates(workbox: Workbox): void {
  let lookedAtMs = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || performance.now() - lookedAtMs < lookAgainAfterMs) return;
    lookedAtMs = performance.now();
    workbox.update().catch(() => undefined); // no network: another time
  });
}
