// Determines whether the server has its own page at a path of our origin, such as an admin page. Called by the commands.

export type PageAt = 'page' | 'login' | 'nothing';

/** Identifies this client's own page, which some servers send for every path. */
const ownPageMarker = 'id="root"';

/** Resolves to `login` for a redirect, presumably to that page's login. Never throws; a failure counts as `nothing`. */
export async function pageAt(path: string, fetchNow: typeof fetch = (input, init) => fetch(input, init)): Promise<PageAt> {
  try {
    const response = await fetchNow(path, { headers: { accept: 'text/html' }, redirect: 'manual', cache: 'no-store', credentials: 'same-origin' });
    if (response.type === 'opaqueredirect') return 'login';
    const isPage = response.ok && (response.headers.get('content-type') ?? '').startsWith('text/html');
    return isPage && !(await response.text()).includes(ownPageMarker) ? 'page' : 'nothing';
  } catch {
    return 'nothing';
  }
}
