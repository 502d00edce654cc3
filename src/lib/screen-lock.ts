// Keeps the screen on if the user wants it, because many phones stop saving when the screen turns off. The browser releases the lock
// whenever the page is hidden; the lock is requested again when the page becomes visible.

/** The browser functions that `keepScreenOn` needs. */
export interface ScreenLockPorts {
  request(): Promise<{ release(): Promise<void> }>;
  isVisible(): boolean;
  onVisible(listener: () => void): () => void;
}

export const browserScreenLock: ScreenLockPorts = {
  request: () => navigator.wakeLock.request('screen'),
  isVisible: () => document.visibilityState === 'visible',
  onVisible(listener) {
    const onChange = (): void => {
      if (document.visibilityState === 'visible') listener();
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  },
};

export function canKeepScreenOn(): boolean {
  return 'wakeLock' in navigator;
}

/**
 * Keeps the screen on until the returned function is called. If the browser refuses, for example because the battery is low, it is asked
 * again when the page next becomes visible.
 */
export function keepScreenOn({ request, isVisible, onVisible }: ScreenLockPorts): () => void {
  let isReleased = false;
  let heldLock: { release(): Promise<void> } | null = null;

  async function requestLock(): Promise<void> {
    const lock = await request().catch(() => null);
    if (isReleased) return lock?.release();
    void heldLock?.release(); // a page that was hidden for a moment has made two requests, and both may be granted
    heldLock = lock;
  }

  if (isVisible()) void requestLock(); // a refusal is not an error
  const unsubscribe = onVisible(() => void requestLock());
  return () => {
    isReleased = true;
    unsubscribe();
    void heldLock?.release(); // the browser may have released it already
    heldLock = null;
  };
}

let isWanted = false;
const listeners = new Set<() => void>();

/** Whether this tab keeps the screen on until everything is saved. */
export function isScreenOnWanted(): boolean {
  return isWanted;
}

export function setScreenOnWanted(isNowWanted: boolean): void {
  isWanted = isNowWanted;
  for (const listener of [...listeners]) listener();
}

export function subscribeScreenOnWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
