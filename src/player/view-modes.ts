// How the player is looked at, until the app closes: theater, and sound without a picture. One value for all videos of this
// tab, kept over a reload. Called by the player's view.
import { useSyncExternalStore } from 'react';
import { browserStorage, type DeviceStorage } from '../lib/device-storage.ts';

export type ViewMode = 'theater' | 'audio-only';

export interface ViewModes {
  has(mode: ViewMode): boolean;
  set(mode: ViewMode, isOn: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function createViewModes(storage: DeviceStorage): ViewModes {
  const listeners = new Set<() => void>();
  const keyOf = (mode: ViewMode): string => `stowaway.player.${mode}`;
  const modes = new Map<ViewMode, boolean>();
  return {
    has: (mode) => modes.get(mode) ?? storage.read(keyOf(mode)) === 'true',
    set(mode, isOn) {
      modes.set(mode, isOn);
      storage.write(keyOf(mode), isOn ? 'true' : null);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const modesOfTab = createViewModes(browserStorage(() => sessionStorage));

export function useViewMode(mode: ViewMode): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(modesOfTab.subscribe, () => modesOfTab.has(mode));
  return [isOn, (next) => modesOfTab.set(mode, next)];
}
