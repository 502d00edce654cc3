// The visibility of the page, as a port.

export interface PagePort {
  isHidden(): boolean;
  /** Calls `listener` when the page is hidden or going away, the last moment to report anything. Returns the unsubscribe function. */
  onLeaving(listener: () => void): () => void;
}

export const browserPage: PagePort = {
  isHidden: () => document.visibilityState === 'hidden',
  onLeaving(listener) {
    const handleVisibilityChange = () => document.visibilityState === 'hidden' && listener();
    document.addEventListener('visibilitychange', handleVisibilityChange);
    addEventListener('pagehide', listener);
    return () => {
      document.removeEventListener('visibilitychange', handleVisibilityChange);
      removeEventListener('pagehide', listener);
    };
  },
};
