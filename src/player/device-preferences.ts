import { browserStorage } from '../lib/device-storage.ts';
import { createPlayerPreferences } from './player-preferences.ts';

/** Those of this browser profile. */
export const devicePreferences = createPlayerPreferences(browserStorage(() => localStorage));
