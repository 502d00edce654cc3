// How far the page has been scrolled, as the top bar needs it. Renders only when one of the values changes.
import { useEffect, useState } from 'react';

export interface ScrollState {
  /** Scrolled down: the bar is compact. Scrolling up restores it. */
  isShrunk: boolean;
  /** The page's own heading has left the view. */
  isFar: boolean;
}

/** The bar shrinks after scrolling down this far: a slip of the finger does not count. */
const shrinkAfterPx = 24;
/** Approximate lower edge of a channel's name under its banner. */
const headingLeavesPx = 180;
/** Less than this is a trembling finger, not a direction. */
const directionPx = 4;

const atTop: ScrollState = { isShrunk: false, isFar: false };

export function nextScrollState(last: ScrollState, fromPx: number, toPx: number): ScrollState {
  const isFar = toPx > headingLeavesPx;
  if (toPx <= shrinkAfterPx) return { isShrunk: false, isFar };
  if (Math.abs(toPx - fromPx) < directionPx) return { isShrunk: last.isShrunk, isFar };
  return { isShrunk: toPx > fromPx, isFar };
}

export function useScrollState(): ScrollState {
  const [state, setState] = useState(atTop);
  useEffect(() => {
    let fromPx = scrollY;
    function look(): void {
      const from = fromPx;
      fromPx = scrollY;
      setState((last) => {
        const next = nextScrollState(last, from, fromPx);
        return next.isShrunk === last.isShrunk && next.isFar === last.isFar ? last : next;
      });
    }
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return state;
}
