// What the browser tells of the network this device is on. Works in the page and in workers. Chromium on phones tells its kind; elsewhere
// only "save data" is known, or nothing.

interface NetworkInformation extends EventTarget {
  /** Missing on desktops. */
  readonly type?: string;
  readonly saveData?: boolean;
}

export interface Metered {
  /** True only where the browser says so. */
  isMetered(): boolean;
  /** Called when the connection has changed. */
  subscribe(listener: () => void): () => void;
}

function connection(): NetworkInformation | undefined {
  return (navigator as Navigator & { connection?: NetworkInformation }).connection;
}

/** Whether this browser can tell Wi-Fi from a mobile network at all. */
export function canTellMetered(): boolean {
  return connection()?.type !== undefined;
}

export const meteredHere: Metered = {
  isMetered: () => connection()?.saveData === true || connection()?.type === 'cellular',
  subscribe(listener) {
    const present = connection();
    present?.addEventListener('change', listener);
    return () => present?.removeEventListener('change', listener);
  },
};
