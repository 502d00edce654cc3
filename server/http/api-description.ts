// The description of the API (server/openapi.yaml), parsed. The bundle carries it parsed already (scripts/build/server-bundle.mjs): reading
// so much YAML costs each start a third of a second.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export function readApiDescription(): unknown {
  return parse(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8'));
}
