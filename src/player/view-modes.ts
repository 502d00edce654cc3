// The player's view modes: theater, and sound without a picture. They apply to all videos of this tab, survive a reload, and end with the
// tab. Called by the session.
import type { DeviceStorage } from '../lib/device-storage.ts';

const viewModes = ['theater', 'audio-only'] as const;
export type ViewMode = (typeof viewModes)[number];

export interface ViewModes {
  has(mode: ViewMode): boolean;
  set(mode: ViewMode, isOn: boolean): void;
}

/** Reads the storage only once, because rendering must not access it. */
export function createViewModes(storage: DeviceStorage): ViewModes {
  const keyOf = (mode: ViewMode): string => `stowaway.player.${mode}`;
  const modes = new Set(viewModes.filter((mode) => storage.read(keyOf(mode)) === 'true'));
  return {
    has: (mode) => modes.has(mode),
    set(mode, isOn) {
      if (isOn) modes.add(mode);
      else modes.delete(mode);
      storage.write(keyOf(mode), isOn ? 'true' : null);
    },
  };
}
