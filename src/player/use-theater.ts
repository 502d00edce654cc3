import { useEffect, useSyncExternalStore } from 'react';
import { mediaQuery } from '../lib/media-query.ts';
import { usePlayerSession, useSessionValue } from './use-session.ts';

export interface Theater {
  isOn: boolean;
  set(isOn: boolean): void;
}

/** A phone's picture spans its window anyhow. */
const wideWindow = mediaQuery('(min-width: 600px)');

/** SPEC "Player": the picture spans the window. The shell and the page follow the mark on the document. Null where there is none. */
export function useTheater(isOnPage: boolean): Theater | null {
  const session = usePlayerSession();
  const isWide = useSyncExternalStore(wideWindow.subscribe, wideWindow.read);
  const isPossible = isOnPage && isWide;
  const isOn = useSessionValue((snapshot) => snapshot.isTheaterWanted) && isPossible;
  useEffect(() => {
    if (!isOn) return undefined;
    document.documentElement.dataset['theater'] = '';
    return () => {
      delete document.documentElement.dataset['theater'];
    };
  }, [isOn]);
  return isPossible ? { isOn, set: (isWanted) => session.setMode('theater', isWanted) } : null;
}
