// The address as state, as `BrowserRouter` does it, but for one thing: a page whose code is there is drawn in the frame of the
// tap. As a transition it would be drawn in slices, between which everything else has its turn, and a frame later.
import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router, UNSAFE_createBrowserHistory } from 'react-router-dom';

interface AppRouterProps {
  /** Whether the code of the page at this path is there. Any other is a transition: the page before it stays until it has come. */
  isThere: (pathname: string) => boolean;
  /** Called while the page that is left is still in the document. */
  onLeave: () => void;
  children: ReactNode;
}

export function AppRouter({ isThere, onLeave, children }: AppRouterProps) {
  const [history] = useState(() => UNSAFE_createBrowserHistory({ v5Compat: true }));
  const [entry, setEntry] = useState(() => ({ action: history.action, location: history.location }));
  // In the layout effect, as the pages' own effects may lead elsewhere already.
  useLayoutEffect(
    () =>
      history.listen((next) => {
        onLeave();
        // What only takes the place of an address (a filter, what is being searched for) is drawn already.
        if (next.action !== 'REPLACE' && isThere(next.location.pathname)) setEntry(next);
        else startTransition(() => setEntry(next));
      }),
    [history, isThere, onLeave],
  );
  return (
    <Router navigationType={entry.action} location={entry.location} navigator={history}>
      {children}
    </Router>
  );
}
