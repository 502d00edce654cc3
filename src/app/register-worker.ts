// The page's side of the service worker: registers it after the first content, reports a new version, and sends it messages. Constructed by
// main.tsx. No call of `WorkerLink` delays the first frame. Without a worker, messages are not sent.
import type { AccountRow } from '../mirror/rows.ts';
import type { PageMessage } from '../contract/worker-messages.ts';
import { isUnmetered } from '../lib/prefetch-setting.ts';

export type WorkerState =
  /** Plain http on a network address: browsers allow no worker there, so nothing opens without the network. */
  | 'insecure'
  /** The browser has no workers, or forbids them here (some private windows). */
  | 'unsupported'
  | 'starting'
  | 'ready'
  /** A new version is installed and waits for `update()`, or was activated by another tab and waits for a reload of this page. */
  | 'update-ready';

export interface WorkerLink {
  /** This and `subscribe` are the arguments of useSyncExternalStore. */
  getState(): WorkerState;
  subscribe(listener: () => void): () => void;
  /** Call once, after the first content is painted. */
  start(): Promise<void>;
  /** Activates the new version and reloads. */
  update(): void;
  /**
   * Call before pictures of another archive are shown. Resolves when the worker has switched, or after `answerTimeoutMs`; without a worker,
   * immediately.
   */
  showArchive(account: Pick<AccountRow, 'archiveId' | 'picturesOf'>): Promise<unknown>;
  /** Deletes the cached pictures, for "Clear this device". */
  clearImages(): Promise<unknown>;
}

interface Ports {
  /** A page that plays is never reloaded automatically. */
  isPlaying: () => boolean;
  reload?: () => void;
}

/** A worker that does not answer must not delay a screen noticeably. */
const answerTimeoutMs = 300;

export function createWorkerLink({ isPlaying, reload = () => location.reload() }: Ports): WorkerLink {
  const listeners = new Set<() => void>();
  let state: WorkerState = isSecureContext ? ('serviceWorker' in navigator ? 'starting' : 'unsupported') : 'insecure';
  let changeVersion: (() => Promise<void>) | null = null;
  let isUpdating = false;
  /** The last message of `showArchive`. It is sent again to a device's first worker, which starts after that call. */
  let shownArchive: PageMessage | null = null;

  function setState(next: WorkerState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  /** Called when a worker takes over a page that another worker served. The chunks that the page still needs are the older build's. */
  function onTakenOver(): void {
    if (isUpdating) return; // the page reloads itself
    if (document.visibilityState === 'hidden' && !isPlaying()) reload();
    else setState('update-ready');
  }

  async function start(): Promise<void> {
    if (state !== 'starting') return;
    const isFirst = !navigator.serviceWorker.controller;
    let isClaimed = false;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      // The first worker of this device takes over a page of its own build, so the page need not be reloaded.
      if (isFirst && !isClaimed) isClaimed = true;
      else onTakenOver();
    });
    try {
      // Loaded here, because the first content does not need it.
      changeVersion = await (await import('./start-worker.ts')).registerWorker({ postToWorker, onWaiting: () => setState('update-ready') });
    } catch {
      // An existing worker keeps working even if the update check failed.
      return setState(navigator.serviceWorker.controller ? 'ready' : 'unsupported');
    }
    const { active } = await navigator.serviceWorker.ready;
    if (isFirst && shownArchive) await postToWorker(shownArchive, active);
    if (state === 'starting') setState('ready');
    if (isUnmetered()) await postToWorker({ type: 'keep-chunks' }, active);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    update() {
      isUpdating = true;
      void (changeVersion?.() ?? Promise.resolve()).finally(reload);
    },
    showArchive({ archiveId, picturesOf }) {
      shownArchive = { type: 'show-archive', archiveId, picturesOf };
      return postToWorker(shownArchive);
    },
    clearImages: () => postToWorker({ type: 'clear-images' }),
  };
}

/** Resolves to the worker's answer, or to undefined if there is no worker or it does not answer within `answerTimeoutMs`. */
async function postToWorker(message: PageMessage, worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null): Promise<unknown> {
  if (!worker) return;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage(message, [port2]);
    setTimeout(resolve, answerTimeoutMs);
  });
}
