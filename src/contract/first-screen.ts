// Names for the stored first screen, which is home as the user last saw it. The page stores it (src/app/shell/first-screen.ts), and the
// service worker puts it into the document of the next start (sw/first-screen.ts, docs/decisions/503).

/** The cache that contains the first screen, in two entries: the markup under `/`, and its styles. */
export const firstScreenCache = 'stowaway-first-screen';

/**
 * The address of the screen's styles, which are a stylesheet because the Content-Security-Policy forbids style attributes in a document.
 */
export const firstScreenStyles = '/first-screen.css';

/** The id of the element around the markup (src/theme/first-screen.css). */
export const firstScreenId = 'first-screen';

/**
 * Headers of the entry `/`. `account`: the key of the account whose home is shown, percent-encoded. `build`: the path of the entry script of
 * the build that drew the screen.
 */
export const firstScreenHeaders = { account: 'X-Account', build: 'X-Build' } as const;
