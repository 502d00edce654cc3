// A new version waits while any tab uses the old one. When the only tab is opened or loaded anew, nothing is lost by
// changing now: the waiting worker takes over and the same load is made again, before anything of the old version is shown.

/** The waiting worker may still be taking over when the load comes again; one that never does must not cause a loop of loads. */
const mostTries = 5;

export interface HandOver {
  /** The answer that makes the browser load the page again; null: go on as usual. */
  toWaiting(event: FetchEvent): Promise<Response | null>;
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
      return new Response('', { headers: { 'content-type': 'text/html; charset=utf-8', refresh: '0' } });
    },
  };
}
