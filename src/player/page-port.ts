// The player's page, as a port.

export interface PagePort {
  isHidden(): boolean;
  /** The page was hidden or is going away: what must outlive it is reported now. Returns a function that unsubscribes. */
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
