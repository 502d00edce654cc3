// The page to open after signing in. Independent of React.

/** `next`, if it is a path of our own origin (SPEC §2 Login); the home page for anything else. */
export function nextPath(next: string | null, origin: string): string {
  const home = '/';
  // Browsers read backslashes as slashes and drop tabs and line ends. Our own addresses contain none of these.
  if (!next || !next.startsWith('/') || /[\\\u0000-\u001f\u007f]/.test(next)) return home;
  const address = URL.canParse(next, origin) ? new URL(next, origin) : null;
  if (!address || address.origin !== new URL(origin).origin || address.pathname.startsWith('//')) return home;
  if (address.pathname === '/login' || address.pathname === '/login/') return home; // the login page has no purpose after signing in
  return address.pathname + address.search + address.hash;
}
