// The state of a media query as a subscribable value. The MediaQueryList is created once, because creating one per check is expensive.

export interface MediaQuery {
  /** Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  read: () => boolean;
}

export function mediaQueryStore(query: string): MediaQuery {
  let cached: MediaQueryList | null = null;
  const list = () => (cached ??= matchMedia(query));
  return {
    subscribe(listener) {
      list().addEventListener('change', listener);
      return () => list().removeEventListener('change', listener);
    },
    read: () => list().matches,
  };
}
