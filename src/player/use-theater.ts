// Theater mode, in which the picture spans the window. Called by player.tsx.
import { useEffect, useSyncExternalStore } from 'react';
import { mediaQueryStore } from '../lib/media-query.ts';
import { usePlayerSession, useSessionValue } from './use-session.ts';

export interface Theater {
  isOn: boolean;
  set(isOn: boolean): void;
}

/** Theater mode needs a wide window, because on a phone the picture spans the window anyway. */
const wideWindow = mediaQueryStore('(min-width: 600px)');

/**
 * Theater mode (SPEC "Player"). While it is on, the root element has the attribute `data-theater`, by which the stylesheets of the shell,
 * the video page and the controls adapt. Null where the mode is not available.
 * @param isInPageSlot whether the player is on a video's page, not at the top of a list or in the mini player
 */
export function useTheater(isInPageSlot: boolean): Theater | null {
  const session = usePlayerSession();
  const isWide = useSyncExternalStore(wideWindow.subscribe, wideWindow.read);
  const isAvailable = isInPageSlot && isWide;
  const isOn = useSessionValue((snapshot) => snapshot.isTheaterWanted) && isAvailable;
  useEffect(() => {
    if (!isOn) return undefined;
    document.documentElement.dataset['theater'] = '';
    return () => {
      delete document.documentElement.dataset['theater'];
    };
  }, [isOn]);
  return isAvailable ? { isOn, set: (isWanted) => session.setMode('theater', isWanted) } : null;
}
