// Access to the browser: cookies, what the browser can store, and work that waits until the page is idle.

export function readCookie(name: string): string | null {
  const entry = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return entry === undefined ? null : decodeURIComponent(entry.slice(name.length + 1));
}

/** Whether whole videos can be saved. This needs the origin's private file system and a service worker that plays from it. */
export function canSave(): boolean {
  return 'serviceWorker' in navigator && 'storage' in navigator && 'getDirectory' in navigator.storage;
}

/** Session storage key for the copy that the user opened in this tab without signing in. A new tab asks again. */
const browsedCopyKey = 'stowaway.browsed-copy';

export const browsedCopy = {
  is: (accountKey: string): boolean => sessionStorage.getItem(browsedCopyKey) === accountKey,
  remember: (accountKey: string): void => sessionStorage.setItem(browsedCopyKey, accountKey),
};

/** The longest wait for the first content, and for one piece of idle work. */
const maxWaitMs = 10_000;
const recheckMs = 100;

type IdleWork = () => Promise<unknown> | void;

let idleWork: IdleWork[] = [];

/**
 * Runs `work` once the first content is painted and the page is idle. Pieces of work run one after another, each in its own idle period,
 * because together they would be a long task just when the user first taps. Each waits for the promise of the one before it, at most
 * `maxWaitMs`.
 */
export function whenIdle(work: IdleWork): void {
  idleWork.push(work);
  if (idleWork.length === 1) scheduleIdleWork(idleWork, performance.now());
}

/** Drops the remaining work. Called when the client ends. */
export function clearIdleWork(): void {
  idleWork = [];
}

function scheduleIdleWork(queue: IdleWork[], requestedAtMs: number): void {
  requestAnimationFrame(() => {
    // On a slow connection, this work would otherwise delay the content that the user waits for.
    if (isContentPending() && performance.now() - requestedAtMs < maxWaitMs) setTimeout(scheduleIdleWork, recheckMs, queue, requestedAtMs);
    // Safari has no requestIdleCallback; after a second the first pictures have usually loaded.
    else if ('requestIdleCallback' in window) requestIdleCallback(() => void runFirstWork(queue), { timeout: 3000 });
    else setTimeout(() => void runFirstWork(queue), 1000);
  });
}

async function runFirstWork(queue: IdleWork[]): Promise<void> {
  if (queue !== idleWork) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  try {
    await Promise.race([queue[0]?.(), timeout]);
  } catch (reason) {
    console.warn('Idle work failed', reason); // the next piece of work still runs
  }
  queue.shift();
  if (queue.length > 0) scheduleIdleWork(queue, performance.now());
}

function isContentPending(): boolean {
  return !document.querySelector('h1') || document.querySelector('[data-skeleton]') !== null;
}
