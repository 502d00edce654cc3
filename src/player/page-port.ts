// The page that the player stands in, as a port.

export interface PagePort {
  isHidden(): boolean;
  /** The page was hidden, or goes away: what is to outlive it is told now. The answer unsubscribes. */
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
