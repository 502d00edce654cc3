// Keeps the address as state, like `BrowserRouter`, with one difference: a page whose code is loaded renders in the same frame as the tap.
// A transition would render the page a frame later and in slices, with other work in between.
import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router, UNSAFE_createBrowserHistory } from 'react-router-dom';

interface AppRouterProps {
  /** Whether the code of the page at this path is loaded. If not, navigation is a transition: the old page stays until the code arrives. */
  isLoaded: (pathname: string) => boolean;
  /** Called on navigation while the old page is still in the document. */
  onLeave: () => void;
  children: ReactNode;
}

export function AppRouter({ isLoaded, onLeave, children }: AppRouterProps) {
  const [history] = useState(() => UNSAFE_createBrowserHistory({ v5Compat: true }));
  const [entry, setEntry] = useState(() => ({ action: history.action, location: history.location }));
  // The router listens from a layout effect, because effects of the first page may already navigate.
  useLayoutEffect(
    () =>
      history.listen((next) => {
        onLeave();
        // A replaced address (a filter, a search query) belongs to a page that is already drawn, so its change may take several frames.
        if (next.action !== 'REPLACE' && isLoaded(next.location.pathname)) setEntry(next);
        else startTransition(() => setEntry(next));
      }),
    [history, isLoaded, onLeave],
  );
  return (
    <Router navigationType={entry.action} location={entry.location} navigator={history}>
      {children}
    </Router>
  );
}
