import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { navigationType } from '../lib/navigation.ts';
import { isSamePage } from '../lib/navigation.ts';
import type { ScrollPlaces } from './scroll-places.ts';

/** Identifies a page for scrolling: its path and list page. Opening a sheet or the inline player does not scroll. */
function pageOf(location: { pathname: string; search: string }): string {
  return `${location.pathname}?page=${new URLSearchParams(location.search).get('page') ?? ''}`;
}

/** The router gives the first entry of every document the same key. */
function entryOf(location: { key: string; pathname: string; search: string }): string {
  return location.key === 'default' ? `default ${pageOf(location)}` : location.key;
}

/** Restores the scroll position of each history entry; `AppRouter` records it on leaving. For the router's root only. */
export function useScrollPlaces(places: ScrollPlaces): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const page = pageOf(location);
  const entry = entryOf(location);
  const isOnlyRenamed = navigation === 'REPLACE' && isSamePage(location.state);

  /** Null for the first page of this document. */
  const lastPage = useRef<string | null>(null);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', places.keepOverReload);
    return () => removeEventListener('pagehide', places.keepOverReload);
  }, [places]);

  useLayoutEffect(() => {
    const staysWhereItIs = lastPage.current === page || isOnlyRenamed;
    places.enter(entry);
    // A typed or opened address starts at the top; a reload, or Back to an entry of another document, does not.
    const isOpenedAnew = lastPage.current === null && navigationType() === 'navigate';
    const isRestored = navigation === 'POP' && !isOpenedAnew;
    lastPage.current = page;
    let giveUp: (() => void) | null = () => {};
    // Scrolling forces layout. A microtask runs after the renders that layout effects of this commit request, yet before
    // the paint, so layout happens once.
    queueMicrotask(() => {
      if (giveUp === null) return;
      if (isRestored) giveUp = places.restore(entry);
      else if (navigation !== 'POP' && !staysWhereItIs) scrollTo({ top: 0, behavior: 'instant' });
    });
    return () => {
      giveUp?.();
      giveUp = null;
    };
  }, [places, entry, navigation, page, isOnlyRenamed]);
}
