import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { isSamePage } from '../../lib/same-page.ts';

/** A lazy screen that has not come by then leaves the focus where it is. */
const patienceMs = 5000;

/** Moves the focus to the page's h1 when another page opens (not at the start), as soon as it is there. */
export function useHeadingFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname, state } = useLocation();
  const isOnlyRenamed = isSamePage(state);
  const shownPath = useRef(pathname);

  useEffect(() => {
    const root = main.current;
    if (!root || shownPath.current === pathname) return undefined;
    shownPath.current = pathname;
    if (isOnlyRenamed) return undefined;
    if (focusHeading(root)) return undefined;
    const growth = new MutationObserver(() => focusHeading(root) && stop());
    const timer = setTimeout(stop, patienceMs);
    function stop(): void {
      growth.disconnect();
      clearTimeout(timer);
    }
    growth.observe(root, { childList: true, subtree: true });
    return stop;
  }, [main, pathname, isOnlyRenamed]);
}

function focusHeading(root: HTMLElement): boolean {
  const heading = root.querySelector('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
