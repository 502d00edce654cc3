// Whether a path of our own origin has a page that is not this client: what a server offers beside its API.

/** This client's own page, which some servers answer at every path. */
const ownPage = 'id="root"';

/** A redirect counts: it leads to a login of that page's own. Never throws; a failure is "no". */
export async function hasPage(path: string, fetchNow: typeof fetch = (input, init) => fetch(input, init)): Promise<boolean> {
  try {
    const response = await fetchNow(path, { headers: { accept: 'text/html' }, redirect: 'manual', cache: 'no-store', credentials: 'same-origin' });
    if (response.type === 'opaqueredirect') return true;
    const isPage = response.ok && (response.headers.get('content-type') ?? '').startsWith('text/html');
    return isPage && !(await response.text()).includes(ownPage);
  } catch {
    return false;
  }
}
