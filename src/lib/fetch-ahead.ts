// Whether this device may fetch what nobody has asked for yet. Called by main and by the settings of this device.
import { meteredHere } from './metered.ts';

/** In localStorage: kept for this browser, whoever is signed in. Absent: on. */
const switchKey = 'stowaway.mirror-ahead';

/** The browser's "save data" and metered networks are respected (not every browser tells). */
export function mayFetchAhead(): boolean {
  return !meteredHere.isMetered();
}

/** Whether lists and details that are likely to be opened next are copied while nothing else is to do. */
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
    // blocked storage: as it was
  }
}
