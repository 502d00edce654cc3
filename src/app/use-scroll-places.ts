import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { navigationType } from '../lib/navigation.ts';
import { isSamePage } from '../lib/navigation.ts';
import type { ScrollPlaces } from './scroll-places.ts';

/** What counts as another page: the path and the page of a list. A sheet or the inline player stays where it is. */
function pageOf(location: { pathname: string; search: string }): string {
  return `${location.pathname}?page=${new URLSearchParams(location.search).get('page') ?? ''}`;
}

/** The router gives the first entry of every document the same key. */
function entryOf(location: { key: string; pathname: string; search: string }): string {
  return location.key === 'default' ? `default ${pageOf(location)}` : location.key;
}

/** Restores the scroll place of every history entry; it is remembered as the entry is left (`AppRouter`). Called once, by the router's root. */
export function useScrollPlaces(places: ScrollPlaces): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const page = pageOf(location);
  const entry = entryOf(location);
  const isOnlyRenamed = navigation === 'REPLACE' && isSamePage(location.state);

  /** Null: the first page of this document. */
  const lastPage = useRef<string | null>(null);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', places.keepOverReload);
    return () => removeEventListener('pagehide', places.keepOverReload);
  }, [places]);

  useLayoutEffect(() => {
    const staysWhereItIs = lastPage.current === page || isOnlyRenamed;
    places.enter(entry);
    // An address that was typed or opened starts at its top; a reload, or Back to another document's entry, does not.
    const isOpenedAnew = lastPage.current === null && navigationType() === 'navigate';
    const isRestored = navigation === 'POP' && !isOpenedAnew;
    lastPage.current = page;
    let giveUp: (() => void) | null = () => {};
    // Scrolling lays the page out. Behind the renders that layout effects of the same commit ask for, and still before
    // anything is painted, that is done once.
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
