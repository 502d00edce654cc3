// Reads and parses the description of the API (server/openapi.yaml). The bundle contains it already parsed
// (scripts/build/server-bundle.mjs), because parsing this YAML takes a third of a second at each start.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export function readApiDescription(): unknown {
  return parse(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8'));
}
