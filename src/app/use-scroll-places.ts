import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { navigationType } from '../lib/navigation-type.ts';
import { isSamePage } from '../lib/same-page.ts';
import { keepPlacesOverReload, rememberPlace, restorePlace } from './scroll-places.ts';

/** What counts as another page: the path and the page of a list. A sheet or the inline player stays where it is. */
function pageOf(location: { pathname: string; search: string }): string {
  return `${location.pathname}?page=${new URLSearchParams(location.search).get('page') ?? ''}`;
}

let lastPage: string | null = null;

/** The router gives the first entry of every document the same key. */
function entryOf(location: { key: string; pathname: string; search: string }): string {
  return location.key === 'default' ? `default ${pageOf(location)}` : location.key;
}

/** An address that was typed or opened starts at its top; a reload, or Back to another document's entry, does not. */
function isOpenedAnew(): boolean {
  return lastPage === null && navigationType() === 'navigate';
}

/** Keeps and restores the scroll place of every history entry. Called once, by the router's root. */
export function useScrollPlaces(): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const page = pageOf(location);
  const entry = entryOf(location);
  const isOnlyRenamed = navigation === 'REPLACE' && isSamePage(location.state);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', keepPlacesOverReload);
    return () => removeEventListener('pagehide', keepPlacesOverReload);
  }, []);

  useLayoutEffect(() => {
    const staysWhereItIs = lastPage === page || isOnlyRenamed;
    if (isOnlyRenamed) rememberPlace(entry, scrollY);
    const isRestored = navigation === 'POP' && !isOpenedAnew();
    lastPage = page;
    let giveUp: (() => void) | null = () => {};
    // Scrolling lays the page out. Behind the renders that layout effects of the same commit ask for, and still before
    // anything is painted, that is done once.
    queueMicrotask(() => {
      if (giveUp === null) return;
      if (isRestored) giveUp = restorePlace(entry);
      else if (navigation !== 'POP' && !staysWhereItIs) scrollTo({ top: 0, behavior: 'instant' });
    });
    const remember = () => rememberPlace(entry, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => {
      giveUp?.();
      giveUp = null;
      removeEventListener('scroll', remember);
    };
  }, [entry, navigation, page, isOnlyRenamed]);
}
