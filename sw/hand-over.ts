// A new version waits while any tab uses the old one. When the only tab is opened or loaded anew, nothing is lost by
// changing now: the waiting worker takes over and the same load is made again, before anything of the old version is shown.

/**
 * The waiting worker may still be taking over when the load comes again; one that never does must not cause a loop of loads. It cannot take over
 * while the former one answers, so that only the first try follows at once, the others after a second.
 */
const mostTries = 5;

export interface HandOver {
  /** The answer that makes the browser load the page again; null: go on as usual. */
  toWaiting(event: FetchEvent): Promise<Response | null>;
  /** Asked of the waiting worker: takes over from the tabs that are open, if there are several; answers whether it does. */
  fromTabs(): Promise<boolean>;
}

export function createHandOver(self: ServiceWorkerGlobalScope): HandOver {
  let tries = 0;
  /** The empty page that is about to load again: no other tab. */
  let emptyPageId: string | null = null;

  return {
    async toWaiting({ request, resultingClientId }) {
      const { waiting } = self.registration;
      if (!waiting || tries >= mostTries) return null;
      const pages = (await self.clients.matchAll({ type: 'window' })).filter(({ id }) => id !== emptyPageId);
      // A page that is loaded anew is still counted itself.
      const others = pages.length - ('isReloadNavigation' in request && request.isReloadNavigation ? 1 : 0);
      if (others > 0) return null;
      tries += 1;
      emptyPageId = resultingClientId;
      waiting.postMessage({ type: 'SKIP_WAITING' });
      return new Response('', { headers: { 'content-type': 'text/html; charset=utf-8', refresh: tries === 1 ? '0' : '1' } });
    },

    async fromTabs() {
      const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      if (pages.length < 2) return false;
      void self.skipWaiting(); // its promise can last until the tabs' work has ended
      return true;
    },
  };
}
