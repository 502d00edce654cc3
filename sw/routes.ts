// Chooses the requests that the worker answers. Pure. The archive's media never pass through the worker, because the browser's own range
// requests are better than any of ours, and because a worker that dies must not stop a video.

import { firstScreenStyles } from '../src/contract/first-screen.ts';
import { signInQuery } from '../src/lib/addresses.ts';

export type Route = 'document' | 'first-screen-styles' | 'built-file' | 'image' | 'saved-video' | 'subtitle' | 'network';

/**
 * The pages of the client (src/app/router.tsx). All other pages belong to the server, or to a proxy in front of it. A proxy may have
 * sign-in pages on this origin, and a worker that answered those would prevent signing in. `/login` is often such a page, so the client's
 * own is `/login/`.
 */
const pages = /^\/((channel|playlist|video|search|downloads|saved|settings|about|_dev|_catalogue)(\/|$)|login\/|index\.html$|$)/;

export function routeOf(request: { method: string; mode: string; url: string; cache?: string }, ownOrigin: string): Route {
  const url = new URL(request.url);
  if (url.origin !== ownOrigin) return 'network';
  const isSaved = url.pathname.startsWith('/_saved/') && request.mode !== 'navigate';
  if (isSaved && /^(GET|HEAD)$/.test(request.method)) return 'saved-video';
  if (request.method !== 'GET') return 'network';
  if (request.mode === 'navigate') return isPage(url) ? 'document' : 'network';
  // The saver requests pictures and subtitles with `no-store`, because it needs the server's files, not the copies on this device.
  if (request.cache === 'no-store') return 'network';
  if (url.pathname.startsWith('/cache/')) return 'image';
  if (/^\/(assets|icons)\/|^\/favicon\./.test(url.pathname)) return 'built-file';
  if (url.pathname === firstScreenStyles) return 'first-screen-styles';
  if (url.pathname.endsWith('.vtt')) return 'subtitle';
  return 'network';
}

/** Whether this is an address of the client. A path with a file extension is not, because opening it must show the file. */
function isPage({ pathname, searchParams }: URL): boolean {
  return pages.test(pathname) && (pathname === '/index.html' || !/\.[^/]*$/.test(pathname)) && !searchParams.has(signInQuery);
}
