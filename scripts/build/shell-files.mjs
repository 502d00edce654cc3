// Decides which built files the service worker caches when it is installed (the shell), which when the page is idle (later), which when
// their language is used, and which only at their first use. Called by vite.config.ts. The entries of the last kind are removed from the
// worker's list, and the others are marked.

/** The chunk that every start needs. */
export const firstChunk = 'first';
/** The other chunk that every start needs, which reads the archive's answers and stores them. */
export const pullChunk = 'pull';

/** Lazy chunks above this size play or read formats that few videos need, so they are cached only on first use. */
const maxIdleBytes = 100_000;
/** The tab's icon. The manifest's icons are not cached, because the browser fetches them when the client is installed. */
const shellIcons = /^favicon\.svg$/;
/**
 * The font of all body text. Without the heading font a start looks plainer, but is just as readable; the monospaced font is for code
 * fields and one theme.
 */
const shellFonts = /instrument-sans-latin/;
/** The files with the texts of a language, each needed only by people who use that language. */
const languageFile = /^assets\/texts-[a-z]+-/;
const laterFonts = /bricolage-grotesque-latin/;

/** @typedef {{ url: string, revision: string | null, size: number }} Entry */

/**
 * @param {{ shellParts: string[] }} options folders of the screens that a cold start opens
 * @returns {{
 *   record(bundle: Record<string, any>): void,
 *   choose(entries: Entry[]): (Entry & { isForLater?: boolean, isLanguage?: boolean })[],
 * }}
 */
export function createShellRecorder({ shellParts }) {
  const shell = new Set(['index.html']);
  return {
    record(bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const roots = chunks.filter((chunk) => chunk.isEntry || chunk.name === firstChunk || chunk.name === pullChunk || isRouteOf(chunk, shellParts));
      for (const chunk of withStaticImports(roots, bundle)) {
        shell.add(chunk.fileName);
        for (const file of chunk.viteMetadata?.importedCss ?? []) shell.add(file);
      }
    },
    choose(entries) {
      return entries.flatMap((entry) => {
        if (shell.has(entry.url) || shellIcons.test(entry.url) || shellFonts.test(entry.url)) return [entry];
        if (languageFile.test(entry.url)) return [{ ...entry, isLanguage: true }];
        const isForLater = laterFonts.test(entry.url) || (/\.(js|css|svg)$/.test(entry.url) && entry.size <= maxIdleBytes);
        return isForLater ? [{ ...entry, isForLater }] : [];
      });
    },
  };
}

function isRouteOf(chunk, folders) {
  return folders.some((folder) => chunk.facadeModuleId?.replaceAll('\\', '/').includes(folder));
}

function withStaticImports(roots, bundle) {
  const reachableChunks = new Set(roots);
  for (const chunk of reachableChunks) {
    for (const name of chunk.imports) if (bundle[name]?.type === 'chunk') reachableChunks.add(bundle[name]);
  }
  return reachableChunks;
}
