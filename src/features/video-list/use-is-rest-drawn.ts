import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router-dom';

/**
 * False in the first frame after a forward navigation, for what is below the first screen: drawing that as well would delay the response to
 * the tap. After Back or a reload the user may have been further down, so all of it is drawn at once.
 */
export function useIsRestDrawn(): boolean {
  return useDeferredValue(true, useNavigationType() === 'POP');
}
