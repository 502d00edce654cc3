import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router-dom';

/**
 * Whether to draw the content below the first screen. False in the first frame after a forward navigation, where drawing it would delay the
 * response to the tap. After Back or a reload the user may have been further down, so everything is drawn immediately.
 */
export function useIsRestDrawn(): boolean {
  return useDeferredValue(true, useNavigationType() === 'POP');
}
