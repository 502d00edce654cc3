import { useEffect, useSyncExternalStore } from 'react';
import { useViewMode } from './view-modes.ts';

export interface Theater {
  isOn: boolean;
  set(isOn: boolean): void;
}

/** A phone's picture spans its window anyhow. */
const wideWindow = '(min-width: 600px)';

function subscribeWidth(listener: () => void): () => void {
  const query = matchMedia(wideWindow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** SPEC "Player": the picture spans the window. The shell and the page follow the mark on the document. Null where there is none. */
export function useTheater(isOnPage: boolean): Theater | null {
  const isWide = useSyncExternalStore(subscribeWidth, () => matchMedia(wideWindow).matches);
  const isPossible = isOnPage && isWide;
  const [isWanted, set] = useViewMode('theater');
  const isOn = isPossible && isWanted;
  useEffect(() => {
    if (!isOn) return undefined;
    document.documentElement.dataset['theater'] = '';
    return () => {
      delete document.documentElement.dataset['theater'];
    };
  }, [isOn]);
  return isPossible ? { isOn, set } : null;
}
