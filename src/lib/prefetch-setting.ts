// Whether this device may prefetch. Called by src/app and by the settings of this device.
import { deviceNetwork } from './metered.ts';

/** In localStorage: for this browser, whoever is signed in. Absent: on. */
const storageKey = 'stowaway.mirror-ahead';

/** False with the browser's "save data" and on metered networks (not every browser reports them). */
export function isUnmetered(): boolean {
  return !deviceNetwork.isMetered();
}

/** Whether lists and details that the user will likely open next are fetched while idle. */
export function isPrefetchOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true; // blocked storage: nothing was switched off
  }
}

/** Sets it for this browser, whoever is signed in. */
export function setPrefetchOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // blocked storage: unchanged
  }
}
