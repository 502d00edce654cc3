// What the browser says of a media query, as a subscribable value. Asked for once: a list of its own for every look costs more
// than all that a frame decides by it.

export interface MediaQuery {
  /** The answer unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  read: () => boolean;
}

export function mediaQuery(query: string): MediaQuery {
  let kept: MediaQueryList | null = null;
  const list = () => (kept ??= matchMedia(query));
  return {
    subscribe(listener) {
      list().addEventListener('change', listener);
      return () => list().removeEventListener('change', listener);
    },
    read: () => list().matches,
  };
}
