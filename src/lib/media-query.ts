// The state of a media query as a subscribable value. Created once: a new list for every check would cost more than the rest of the frame's
// decisions.

export interface MediaQuery {
  /** Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  read: () => boolean;
}

export function mediaQuery(query: string): MediaQuery {
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
