// The examples for other web servers match the embedded server. tests/long/web-servers.test.ts runs them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inlineScriptHashes } from '../../server/http/client-files.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';

const projectFolder = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(projectFolder, file), 'utf8');

test.each(['nginx.conf', 'Caddyfile'])('docs/deploy/%s has every security header, with the hash of the inline script in the built page', (file) => {
  const example = read(`docs/deploy/${file}`);
  for (const [name, value] of Object.entries(securityHeaders(inlineScriptHashes(read('dist/index.html'))))) {
    expect(example.toLowerCase()).toContain(`${name} "${value}"`.toLowerCase());
  }
});
