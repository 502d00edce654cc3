// A new version waits while any tab uses the old one. When the only tab is opened or loaded anew, nothing is lost by
// changing now: the waiting worker takes over and the same load is made again, before anything of the old version is shown.

/** At most once in this worker's life: a waiting worker that does not take over must not cause a loop of loads. */
let hasHandedOver = false;

/** The answer that makes the browser load the page again; null: go on as usual. */
export async function handOverToWaiting(self: ServiceWorkerGlobalScope, request: Request): Promise<Response | null> {
  const { waiting } = self.registration;
  if (!waiting || hasHandedOver) return null;
  const pages = await self.clients.matchAll({ type: 'window' });
  // A page that is loaded anew is still counted itself.
  const others = pages.length - ('isReloadNavigation' in request && request.isReloadNavigation ? 1 : 0);
  if (others > 0) return null;
  hasHandedOver = true;
  waiting.postMessage({ type: 'SKIP_WAITING' });
  return new Response('', { headers: { 'content-type': 'text/html; charset=utf-8', refresh: '0' } });
}
