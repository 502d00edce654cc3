// Keeps the screen on while wanted: many phones stop saving when it turns off. The browser releases the lock whenever the page is hidden;
// it is requested again when the page becomes visible.

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
 * Keeps the screen on until the returned function is called. A browser that refuses (a low battery) is asked again when the page next
 * becomes visible.
 */
export function keepScreenOn({ request, isVisible, onVisible }: ScreenLockPorts): () => void {
  let isReleased = false;
  let heldLock: { release(): Promise<void> } | null = null;

  async function take(): Promise<void> {
    const lock = await request().catch(() => null);
    if (isReleased) await lock?.release();
    else heldLock = lock;
  }

  if (isVisible()) void take(); // a refusal is not an error
  const stop = onVisible(() => void take());
  return () => {
    isReleased = true;
    stop();
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
