// The state of a media query as a subscribable value. The MediaQueryList is created once, because creating one per check is expensive.

export interface MediaQuery {
  /** Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  read: () => boolean;
}

export function mediaQueryStore(query: string): MediaQuery {
  let cachedList: MediaQueryList | null = null;
  const list = () => (cachedList ??= matchMedia(query));
  return {
    subscribe(listener) {
      list().addEventListener('change', listener);
      return () => list().removeEventListener('change', listener);
    },
    read: () => list().matches,
  };
}
