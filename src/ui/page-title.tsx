// The title of the page that is shown: in the document and, where the page's own heading has left, in the app bar.
import { createContext, useContext, useLayoutEffect, useSyncExternalStore } from 'react';

/** Of the page that is shown. A store, so that a new title draws the bar again and not the whole frame. */
export interface ShownTitle {
  tell(title: string): void;
  read(): string;
  subscribe(listener: () => void): () => void;
}

export function createShownTitle(): ShownTitle {
  let shown = '';
  const listeners = new Set<() => void>();
  return {
    tell(title) {
      if (title === shown) return;
      shown = title;
      for (const listener of listeners) listener();
    },
    read: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Given by the shell. Without one (login) only the document hears of it. */
export const PageTitleContext = createContext<ShownTitle | null>(null);

export function PageTitle({ title, documentTitle }: { title: string; documentTitle: string }) {
  const shown = useContext(PageTitleContext);
  useLayoutEffect(() => {
    document.title = documentTitle;
    shown?.tell(title);
  }, [shown, title, documentTitle]);
  return null;
}

export function useShownTitle(shown: ShownTitle): string {
  return useSyncExternalStore(shown.subscribe, shown.read);
}
