// Whether this device's network is metered, as far as the browser reports it. Works in the page and in workers. Chromium on phones reports
// the network's type; elsewhere only "save data" is known, or nothing.

interface NetworkInformation extends EventTarget {
  /** Missing on desktops. */
  readonly type?: string;
  readonly saveData?: boolean;
}

export interface MeteredNetwork {
  /** True only if the browser says so. */
  isMetered(): boolean;
  /** The listener is called when the connection changes. Chromium also calls it when only its estimate of the speed changes. */
  subscribe(listener: () => void): () => void;
}

function networkInformation(): NetworkInformation | undefined {
  return (navigator as Navigator & { connection?: NetworkInformation }).connection;
}

/** Whether this browser can distinguish Wi-Fi from a mobile network at all. */
export function canDetectMetered(): boolean {
  return networkInformation()?.type !== undefined;
}

/** A text that changes when the device uses another kind of network, but not with its speed. */
export function networkKind(): string {
  return `${networkInformation()?.type} ${networkInformation()?.saveData}`;
}

export const deviceNetwork: MeteredNetwork = {
  isMetered: () => networkInformation()?.saveData === true || networkInformation()?.type === 'cellular',
  subscribe(listener) {
    const currentConnection = networkInformation();
    currentConnection?.addEventListener('change', listener);
    return () => currentConnection?.removeEventListener('change', listener);
  },
};
