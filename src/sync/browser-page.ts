import type { Page } from './triggers.ts';

/** The page of a browser's tab. */
export function createBrowserPage(): Page {
  return {
    isVisible: () => document.visibilityState === 'visible',
    hasNetwork: () => navigator.onLine,
    onVisible(callback) {
      const onChange = (): void => {
        if (document.visibilityState === 'visible') callback();
      };
      document.addEventListener('visibilitychange', onChange);
      // A page restored from the back-forward cache may get no `visibilitychange`.
      addEventListener('pageshow', onChange);
      return () => {
        document.removeEventListener('visibilitychange', onChange);
        removeEventListener('pageshow', onChange);
      };
    },
    onNetworkHint(callback) {
      addEventListener('online', callback);
      addEventListener('offline', callback);
      return () => {
        removeEventListener('online', callback);
        removeEventListener('offline', callback);
      };
    },
  };
}
