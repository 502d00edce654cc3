// Whether this device may prefetch. Used by src/app and by the settings of this device.
import { deviceNetwork } from './metered.ts';

/** Key in localStorage: the choice applies to this browser, whoever is signed in. Without a choice, prefetching is on. */
const storageKey = 'stowaway.mirror-ahead';

/** False if "save data" is on or the network is metered, as far as the browser reports them. */
export function isUnmetered(): boolean {
  return !deviceNetwork.isMetered();
}

/** Whether lists and details that the user will likely open next are fetched while the page is idle. */
export function isPrefetchOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true; // storage is blocked, so nothing was switched off
  }
}

export function setPrefetchOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // storage is blocked or full, so prefetching stays on
  }
}
