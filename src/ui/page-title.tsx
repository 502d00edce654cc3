// The title of the current page: in the document and, once the page's own heading has scrolled away, in the top bar.
import { createContext, useContext, useLayoutEffect, useSyncExternalStore } from 'react';

/** The current page's title. A store, so that a new title re-renders the bar and not the whole frame. */
export interface TitleStore {
  set(title: string): void;
  read(): string;
  subscribe(listener: () => void): () => void;
}

export function createTitleStore(): TitleStore {
  let currentTitle = '';
  const listeners = new Set<() => void>();
  return {
    set(title) {
      if (title === currentTitle) return;
      currentTitle = title;
      for (const listener of listeners) listener();
    },
    read: () => currentTitle,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Provided by the shell. Without it (login) only the document's title is set. */
export const PageTitleContext = createContext<TitleStore | null>(null);

export function PageTitle({ title, documentTitle }: { title: string; documentTitle: string }) {
  const store = useContext(PageTitleContext);
  useLayoutEffect(() => {
    document.title = documentTitle;
    store?.set(title);
  }, [store, title, documentTitle]);
  return null;
}

export function useTitle(store: TitleStore): string {
  return useSyncExternalStore(store.subscribe, store.read);
}
