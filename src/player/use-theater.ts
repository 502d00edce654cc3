import { useEffect } from 'react';
import { useViewMode } from './view-modes.ts';

export interface Theater {
  isOn: boolean;
  set(isOn: boolean): void;
}

/** SPEC "Player": the picture spans the window. The shell and the page follow the mark on the document. Null where there is none. */
export function useTheater(isPossible: boolean): Theater | null {
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
