// Whether this device may prefetch. Called by main and by this device's settings.
import { meteredHere } from './metered.ts';

/** In localStorage: for this browser, whoever is signed in. Absent: on. */
const switchKey = 'stowaway.mirror-ahead';

/** Respects the browser's "save data" and metered networks (not every browser reports them). */
export function mayFetchAhead(): boolean {
  return !meteredHere.isMetered();
}

/** Whether lists and details that are likely to be opened next are copied while idle. */
export function isMirrorAheadOn(): boolean {
  try {
    return localStorage.getItem(switchKey) !== 'off';
  } catch {
    return true; // blocked storage: nothing was switched off
  }
}

/** For this browser, whoever is signed in. */
export function switchMirrorAhead(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(switchKey);
    else localStorage.setItem(switchKey, 'off');
  } catch {
    // blocked storage: unchanged
  }
}
