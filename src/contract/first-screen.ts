// The names under which home as it was last seen is stored. The page writes it (src/app/shell/first-screen.ts), and the service worker puts
// it into the document of the next start (sw/first-screen.ts, docs/decisions/503).

/** The cache that contains the first screen, in two entries: the markup under `/`, and its styles. */
export const firstScreenCache = 'stowaway-first-screen';

/** The address of its styles. They are a stylesheet because the Content-Security-Policy forbids style attributes in a document. */
export const firstScreenStyles = '/first-screen.css';

/** The id of the element around the markup (src/theme/first-screen.css). */
export const firstScreenId = 'first-screen';

/** Headers of the entry `/`. `account`: the key of the account whose home it is, encoded. `build`: a script of the build that drew it. */
export const firstScreenHeaders = { account: 'X-Account', build: 'X-Build' } as const;
