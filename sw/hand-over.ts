// A new version waits while any tab uses the old one. When the only tab is opened or reloaded, switching loses nothing: the waiting worker
// takes over and the same load is repeated, before anything of the old version is shown.

/**
 * The maximum number of reloads, so that a waiting worker that never takes over causes no reload loop. No worker can take over while the old
 * one still answers a request, so every reload but the first is delayed by a second.
 */
const maxTries = 5;

export interface HandOver {
  /** Resolves to an answer that makes the browser load the page again, or to null if loading continues as usual. */
  activateWaiting(event: FetchEvent): Promise<Response | null>;
  /** Called on the waiting worker: takes over from the open tabs, if there are several. Resolves to whether it takes over. */
  takeOverTabs(): Promise<boolean>;
}

export function createHandOver(self: ServiceWorkerGlobalScope): HandOver {
  let tries = 0;
  /** The id of the empty page that is about to reload and therefore does not count as a tab. */
  let emptyPageId: string | null = null;

  return {
    async activateWaiting({ request, resultingClientId }) {
      const { waiting } = self.registration;
      if (!waiting || tries >= maxTries) return null;
      const pages = (await self.clients.matchAll({ type: 'window' })).filter(({ id }) => id !== emptyPageId);
      // A page that is being reloaded is itself still in the list.
      const otherPageCount = pages.length - ('isReloadNavigation' in request && request.isReloadNavigation ? 1 : 0);
      if (otherPageCount > 0) return null;
      tries += 1;
      emptyPageId = resultingClientId;
      waiting.postMessage({ type: 'SKIP_WAITING' });
      return new Response('', { headers: { 'content-type': 'text/html; charset=utf-8', refresh: tries === 1 ? '0' : '1' } });
    },

    async takeOverTabs() {
      const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      if (pages.length < 2) return false;
      void self.skipWaiting(); // its promise may not settle until the tabs' work has ended
      return true;
    },
  };
}
