// The addresses of our own pages, and their queries. Pure.

/** The page of a video; with `atSeconds`, playback begins there (SPEC §2, the query `t`). */
export function videoPath(videoId: string, atSeconds: number | null = null): string {
  return `/video/${encodeURIComponent(videoId)}${atSeconds === null ? '' : `?t=${Math.floor(atSeconds)}`}`;
}

export function channelPath(channelId: string): string {
  return `/channel/${encodeURIComponent(channelId)}/`;
}

export function playlistPath(playlistId: string): string {
  return `/playlist/${encodeURIComponent(playlistId)}`;
}

/** `next`: the path and query of the page to return to after the login. */
export function loginPath(next: string): string {
  return next === '/' ? '/login/' : `/login/?${new URLSearchParams({ next }).toString()}`;
}

/**
 * A page opened with this query comes from the server, bypassing the service worker (sw/routes.ts). A proxy that requires a sign-in can
 * then show its own page first, and return to ours afterwards.
 */
export const signInQuery = 'sign-in';

/** Returns the query with the values of `change` at its end. Null removes a name; undefined leaves its value unchanged. */
export function withQuery(search: URLSearchParams | string, change: Readonly<Record<string, string | number | null | undefined>>): URLSearchParams {
  const changedQuery = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) continue;
    changedQuery.delete(name);
    if (value !== null) changedQuery.set(name, String(value));
  }
  return changedQuery;
}
