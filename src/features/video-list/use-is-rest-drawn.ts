import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router-dom';

/**
 * False in the first frame of a page that somebody went on to, for what lies below its first screen: drawing that as well
 * would make the tap wait for it. Who comes back or reloads may have been down there, and finds all of it at once.
 */
export function useIsRestDrawn(): boolean {
  return useDeferredValue(true, useNavigationType() === 'POP');
}
