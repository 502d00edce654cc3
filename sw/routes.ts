// Chooses the requests that the worker answers. Pure. The archive's media never pass through it: the browser's own range requests are
// better than any of ours, and a worker that dies must not stop a video.

import { firstScreenStyles } from '../src/contract/first-screen.ts';
import { signInQuery } from '../src/lib/addresses.ts';

export type Route = 'document' | 'first-screen-styles' | 'built-file' | 'image' | 'saved-video' | 'subtitle' | 'network';

/**
 * The pages of the client (src/app/router.tsx). Anything else belongs to the server, or to a proxy in front of it, whose sign-in has its
 * own pages at this address: a worker that answered those would prevent signing in. `/login` is often a proxy's; the client links to its
 * own with a trailing slash.
 */
const pages = /^\/((channel|playlist|video|search|downloads|saved|settings|about|_dev|_catalogue)(\/|$)|login\/|index\.html$|$)/;

export function routeOf(request: { method: string; mode: string; url: string; cache?: string }, ownOrigin: string): Route {
  const url = new URL(request.url);
  if (url.origin !== ownOrigin) return 'network';
  const isSaved = url.pathname.startsWith('/_saved/') && request.mode !== 'navigate';
  if (isSaved && /^(GET|HEAD)$/.test(request.method)) return 'saved-video';
  if (request.method !== 'GET') return 'network';
  if (request.mode === 'navigate') return isPage(url) ? 'document' : 'network';
  // The saver fetches the pictures and subtitles of a copy anew, so the copy on this device must not be returned.
  if (request.cache === 'no-store') return 'network';
  if (url.pathname.startsWith('/cache/')) return 'image';
  if (/^\/(assets|icons)\/|^\/favicon\./.test(url.pathname)) return 'built-file';
  if (url.pathname === firstScreenStyles) return 'first-screen-styles';
  if (url.pathname.endsWith('.vtt')) return 'subtitle';
  return 'network';
}

/** A name with an extension is a file: opening it must show the file. */
function isPage({ pathname, searchParams }: URL): boolean {
  return pages.test(pathname) && (pathname === '/index.html' || !/\.[^/]*$/.test(pathname)) && !searchParams.has(signInQuery);
}
