// Handles a chunk that does not load, because its file is gone from the server after a deploy. A reload loads the new version with its own
// chunks. Started by main.tsx. Reloads at most once a minute, never during playback, and never while the server is unreachable.
import { browserStorage } from '../lib/device-storage.ts';
import { chunkFailedEvent } from '../ui/lazy-chunk.tsx';

interface Ports {
  isPlaying: () => boolean;
  reload?: () => void;
}

const storageKey = 'stowaway.reloaded-at';
const tabStorage = browserStorage(() => sessionStorage);
/** A second failure this soon after a reload is not caused by an old version, so reloading again would loop. */
const reloadCooldownMs = 60_000;
/** Installing a new version fetches a few files. If a step takes longer, the page reloads with the old version. */
const stepTimeoutMs = 10_000;

/** Returns a function that stops listening. */
export function reloadOnMissingChunk({ isPlaying, reload = () => location.reload() }: Ports): () => void {
  async function onChunkFailed(): Promise<void> {
    if (isPlaying() || Math.abs(Date.now() - lastReloadMs()) < reloadCooldownMs) return;
    if (!(await isServerReachable()) || isPlaying()) return;
    const nowMs = Date.now();
    tabStorage.write(storageKey, String(nowMs));
    // If the browser forbids storage, the next page would not know of this reload, and could reload again endlessly.
    if (lastReloadMs() !== nowMs) return;
    await activateNewVersion();
    if (!isPlaying()) reload();
  }
  const listener = (): void => void onChunkFailed(); // the screen's boundary shows the error meanwhile
  addEventListener(chunkFailedEvent, listener);
  return () => removeEventListener(chunkFailedEvent, listener);
}

function lastReloadMs(): number {
  return Number(tabStorage.read(storageKey) ?? '-Infinity');
}

/** Accepts only the server's own file, because while a portal or a gateway answers instead, the reload would fail, too. */
async function isServerReachable(): Promise<boolean> {
  try {
    const answer = await fetch('/manifest.webmanifest', { cache: 'no-store', redirect: 'error' });
    return answer.ok && (answer.headers.get('content-type') ?? '').includes('manifest');
  } catch {
    return false;
  }
}

/** The service worker serves the document of its own build, so without a new worker a reload would load the old document again. */
async function activateNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  // If the check for a new version fails or hangs, the reload alone may help.
  await withTimeout(registration.update().catch(() => undefined));
  const newWorker = registration.installing ?? registration.waiting;
  if (!newWorker) return;
  await withTimeout(waitForState(newWorker, 'installed'));
  if (newWorker.state !== 'installed') return;
  newWorker.postMessage({ type: 'SKIP_WAITING' });
  await withTimeout(waitForState(newWorker, 'activated'));
}

const withTimeout = (step: Promise<unknown>): Promise<unknown> => Promise.race([step, new Promise((resolve) => setTimeout(resolve, stepTimeoutMs))]);

export function waitForState(worker: ServiceWorker, target: ServiceWorkerState): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (worker.state !== target && worker.state !== 'redundant') return;
      worker.removeEventListener('statechange', check);
      resolve();
    };
    worker.addEventListener('statechange', check);
    check();
  });
}
