// Which requests the worker answers. Pure. The archive's media never pass through it: the browser's own range requests are better than
// any of ours, and a worker that dies must not stop a film.

export type Route = 'document' | 'built-file' | 'image' | 'saved-film' | 'subtitle' | 'network';

/** Addresses that are never a page of the client. `_saved` are films on this device; a server answers it with 404. */
const notPages = /^\/(api|admin|media|youtube|cache|_saved|assets|healthz|metrics)(\/|$)/;

export function routeOf(request: { method: string; mode: string; url: string }, ownOrigin: string): Route {
  const url = new URL(request.url);
  if (url.origin !== ownOrigin) return 'network';
  const isSaved = url.pathname.startsWith('/_saved/') && request.mode !== 'navigate';
  if (isSaved && /^(GET|HEAD)$/.test(request.method)) return 'saved-film';
  if (request.method !== 'GET') return 'network';
  if (request.mode === 'navigate') return isPage(url.pathname) ? 'document' : 'network';
  if (url.pathname.startsWith('/cache/')) return 'image';
  if (/^\/(assets|icons)\/|^\/favicon\./.test(url.pathname)) return 'built-file';
  if (url.pathname.endsWith('.vtt')) return 'subtitle';
  return 'network';
}

/** A name with an ending is a file: opening it must show the file. */
function isPage(pathname: string): boolean {
  return !notPages.test(pathname) && (pathname === '/index.html' || !/\.[^/]*$/.test(pathname));
}
