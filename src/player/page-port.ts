// The visibility of the page, as a port.

export interface PagePort {
  isHidden(): boolean;
  /** Calls `listener` when the page is hidden or going away: the last moment to report anything. Returns a function that unsubscribes. */
  onLeaving(listener: () => void): () => void;
}

export const browserPage: PagePort = {
  isHidden: () => document.visibilityState === 'hidden',
  onLeaving(listener) {
    const hidden = () => document.visibilityState === 'hidden' && listener();
    document.addEventListener('visibilitychange', hidden);
    addEventListener('pagehide', listener);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      removeEventListener('pagehide', listener);
    };
  },
};
