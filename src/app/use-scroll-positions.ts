import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { navigationType } from '../lib/navigation.ts';
import { isSamePage } from '../lib/navigation.ts';
import type { ScrollPositions } from './scroll-positions.ts';

/** Identifies a page for scrolling: its path and list page. Opening a sheet or the inline player does not scroll. */
function pageOf(location: { pathname: string; search: string }): string {
  return `${location.pathname}?page=${new URLSearchParams(location.search).get('page') ?? ''}`;
}

/** All entries that were created by loading a document have the key `default`, so the page is added to that key. */
function entryKeyOf(location: { key: string; pathname: string; search: string }): string {
  return location.key === 'default' ? `default ${pageOf(location)}` : location.key;
}

/**
 * Scrolls to the top when path or list page change (SPEC §2 General), and restores the scroll position of each history entry; `AppRouter`
 * records it on leaving. Only for the router's root.
 */
export function useScrollPositions(positions: ScrollPositions): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const page = pageOf(location);
  const entryKey = entryKeyOf(location);
  const isOnlyRenamed = navigation === 'REPLACE' && isSamePage(location.state);

  /** Null for the first page of this document. */
  const lastPage = useRef<string | null>(null);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', positions.saveForReload);
    return () => removeEventListener('pagehide', positions.saveForReload);
  }, [positions]);

  useLayoutEffect(() => {
    const isPageUnchanged = lastPage.current === page || isOnlyRenamed;
    positions.enter(entryKey);
    // A typed or opened address starts at the top; a reload, or Back to an entry of another document, does not.
    const isFreshLoad = lastPage.current === null && navigationType() === 'navigate';
    const isRestored = navigation === 'POP' && !isFreshLoad;
    lastPage.current = page;
    let cancelRestore: (() => void) | null = () => {};
    // Scrolling forces layout. A microtask runs before the paint, but after all renders that this commit's layout effects have caused. So
    // layout happens once.
    queueMicrotask(() => {
      if (cancelRestore === null) return;
      if (isRestored) cancelRestore = positions.restore(entryKey);
      else if (navigation !== 'POP' && !isPageUnchanged) scrollTo({ top: 0, behavior: 'instant' });
    });
    return () => {
      cancelRestore?.();
      cancelRestore = null;
    };
  }, [positions, entryKey, navigation, page, isOnlyRenamed]);
}
