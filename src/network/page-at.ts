// Which page outside this client a path of our origin has: what a server offers besides its API.

export type PageAt = 'page' | 'login' | 'nothing';

/** A mark of this client's own page, which some servers answer at every path. */
const ownPageMarker = 'id="root"';

/** `login`: a redirect to that page's own login. Never throws; a failure is `nothing`. */
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
