// Generates src/contract/api.ts from server/openapi.yaml; with --check it writes nothing and fails if the two do not match.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const contract = new URL('../server/openapi.yaml', import.meta.url);
const target = new URL('../src/contract/api.ts', import.meta.url);
const head = '// Generated from server/openapi.yaml by `npm run types`. Do not edit by hand.\n\n';

const text = head + astToString(await openapiTS(contract));
if (process.argv.includes('--check')) {
  const writtenText = await readFile(target, 'utf8').catch(() => '');
  if (writtenText !== text) {
    console.error('src/contract/api.ts does not match server/openapi.yaml: run `npm run types`.');
    process.exit(1);
  }
} else {
  await writeFile(target, text);
}
