// The scroll state that the top bar depends on. Re-renders only when one of its values changes.
import { useEffect, useState } from 'react';

export interface ScrollState {
  /** Whether the bar is compact, as it is after scrolling down. Scrolling up restores it. */
  isShrunk: boolean;
  /** Whether the page's own heading has left the view. */
  isHeadingHidden: boolean;
}

/** The bar shrinks after scrolling down this far, so that a slip of the finger does not shrink it. */
const shrinkAfterPx = 24;
/** Approximate lower edge of a channel's name under its banner. */
const headingBottomPx = 180;
/** A shorter movement does not count as scrolling up or down, because a resting finger trembles. */
const minMovementPx = 4;

const initialState: ScrollState = { isShrunk: false, isHeadingHidden: false };

export function nextScrollState(lastState: ScrollState, fromPx: number, toPx: number): ScrollState {
  const isHeadingHidden = toPx > headingBottomPx;
  if (toPx <= shrinkAfterPx) return { isShrunk: false, isHeadingHidden };
  if (Math.abs(toPx - fromPx) < minMovementPx) return { isShrunk: lastState.isShrunk, isHeadingHidden };
  return { isShrunk: toPx > fromPx, isHeadingHidden };
}

export function useScrollState(): ScrollState {
  const [state, setState] = useState(initialState);
  useEffect(() => {
    // A shorter movement leaves this position unchanged, so that the movements of a slow scroll add up.
    let fromPx = scrollY;
    function onScroll(): void {
      const [previousPx, currentPx] = [fromPx, scrollY];
      if (Math.abs(currentPx - fromPx) >= minMovementPx) fromPx = currentPx;
      setState((last) => {
        const next = nextScrollState(last, previousPx, currentPx);
        return next.isShrunk === last.isShrunk && next.isHeadingHidden === last.isHeadingHidden ? last : next;
      });
    }
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  return state;
}
