// Home as it was last seen, which the service worker puts into the document of the next start (docs/decisions/503): written by the page
// (src/app/shell/first-screen.ts), read by the worker (sw/first-screen.ts).

/** The cache that contains it, in two entries: the markup under `/`, and its styles. */
export const firstScreenCache = 'stowaway-first-screen';

/** Served by the worker. The Content-Security-Policy forbids style attributes in a document, so they become rules of this stylesheet. */
export const firstScreenStyles = '/first-screen.css';

/** The id of the element around the markup (src/theme/first-screen.css). */
export const firstScreenId = 'first-screen';

/** Headers of the entry `/`. `account`: the account whose home it is, encoded. `build`: the script of the build that drew it. */
export const firstScreenHeaders = { account: 'X-Account', build: 'X-Build' } as const;
