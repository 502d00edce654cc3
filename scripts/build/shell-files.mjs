// Which built files the service worker caches when it is installed (the shell) and which when the page is idle (later). Called by
// vite.config.ts. Independent of the worker: it only marks the entries of its list.

/** The chunk that every start needs. */
export const firstChunk = 'first';
/** The chunk that every start fetches next to it: reads the archive's answers and writes them. */
export const pullChunk = 'pull';

/** Larger lazy chunks are players and readers of files that few videos need: they are cached only on first use. */
const maxIdleBytes = 100_000;
/** The tab's icon. The browser itself fetches the manifest's icons when the client is installed. */
const shellIcons = /^favicon\.svg$/;
/**
 * The face of all running text. Without the heading face a start looks plainer, but reads the same; the monospaced one is for code fields
 * and one theme.
 */
const shellFonts = /instrument-sans-latin/;
/** The texts of a language: only who reads it needs them. */
const languageFile = /^assets\/texts-[a-z]+-/;
const laterFonts = /bricolage-grotesque-latin/;

/**
 * @param {{ shellParts: string[] }} options folders of the screens that a cold start opens
 * @returns {{
 *   record(bundle: Record<string, any>): void,
 *   choose(entries: { url: string, revision: string | null, size: number }[]): { url: string, revision: string | null, size: number }[],
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
  const found = new Set(roots);
  for (const chunk of found) {
    for (const name of chunk.imports) if (bundle[name]?.type === 'chunk') found.add(bundle[name]);
  }
  return found;
}
