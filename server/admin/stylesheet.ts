// The stylesheet of /admin/: the client's tokens and fonts, and the rules that use them.
import { readFileSync } from 'node:fs';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** @param clientPaths the built client's files, which include its fonts; without the fonts the system's font is used */
export function adminStylesheet(clientPaths: string[]): string {
  const face = (family: string, file: RegExp, weights: string): string => {
    const path = clientPaths.find((candidate) => file.test(candidate));
    return path === undefined
      ? ''
      : `@font-face { font-family: '${family}'; src: url('${path}') format('woff2'); font-weight: ${weights}; font-display: swap; }\n`;
  };
  return [
    face('Instrument Sans', /^\/assets\/instrument-sans-latin-[\w-]+\.woff2$/, '400 700'),
    face('Bricolage Grotesque', /^\/assets\/bricolage-grotesque-latin-[\w-]+\.woff2$/, '200 800'),
    '@layer tokens, page;\n',
    read('../../src/theme/tokens.css'),
    read('./admin.css'),
  ].join('');
}
