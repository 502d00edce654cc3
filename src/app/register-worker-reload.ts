// Handles a chunk that does not load: after a deploy its file is gone from the server. Reloading brings the new version with its own
// chunks. Constructed by main; reloads once, never during playback, never without the server.
import { partLost } from '../ui/lazy-part.tsx';

interface Ports {
  isPlaying: () => boolean;
  reload?: () => void;
}

const storageKey = 'stowaway.reloaded-at';
/** A second failure this soon after a reload is not caused by an old version: reloading again would loop. */
const againAfterMs = 60_000;
/** Installing a new version takes a few files; on a slow network the reload goes on with the old one. */
const installPatienceMs = 10_000;

/** Returns a function that stops listening. */
export function reloadOnLostParts({ isPlaying, reload = () => location.reload() }: Ports): () => void {
  async function onLost(): Promise<void> {
    if (isPlaying() || Date.now() - lastReloadMs() < againAfterMs) return;
    if (!(await isServerThere()) || isPlaying()) return;
    sessionStorage.setItem(storageKey, String(Date.now()));
    await changeToNewVersion();
    reload();
  }
  const listener = (): void => void onLost(); // the screen's boundary shows the error meanwhile
  addEventListener(partLost, listener);
  return () => removeEventListener(partLost, listener);
}

function lastReloadMs(): number {
  return Number(sessionStorage.getItem(storageKey) ?? '-Infinity');
}

/** Only the server's own document counts: after a portal's page or a gateway's error, the reload would fail the same way. */
async function isServerThere(): Promise<boolean> {
  try {
    const answer = await fetch('/manifest.webmanifest', { cache: 'no-store', redirect: 'error' });
    return answer.ok && (answer.headers.get('content-type') ?? '').includes('manifest');
  } catch {
    return false;
  }
}

/** The worker serves the document from its own build: without the new worker a reload would bring the old one again. */
async function changeToNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  await registration.update().catch(() => undefined); // no new version: the reload alone may help
  const coming = registration.installing ?? registration.waiting;
  if (!coming) return;
  await Promise.race([reached(coming, 'installed'), new Promise((resolve) => setTimeout(resolve, installPatienceMs))]);
  if (coming.state !== 'installed') return;
  coming.postMessage({ type: 'SKIP_WAITING' });
  await Promise.race([reached(coming, 'activated'), new Promise((resolve) => setTimeout(resolve, installPatienceMs))]);
}

export function reached(worker: ServiceWorker, wanted: ServiceWorkerState): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (worker.state !== wanted && worker.state !== 'redundant') return;
      worker.removeEventListener('statechange', look);
      resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });
}
