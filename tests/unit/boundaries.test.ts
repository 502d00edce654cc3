import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterEach, describe, expect, test } from 'vitest';
import { casesToRun } from '../long-test.ts';

const require = createRequire(import.meta.url);
const { boundaryRules } = require('../../scripts/check/boundary-rules.cjs') as { boundaryRules(layers: object): object[] };
const layers = require('../../scripts/check/layers.json') as object;
const settings = require('../../.dependency-cruiser.cjs') as { options: { enhancedResolveOptions: object } };
const projectFolder = path.resolve(import.meta.dirname, '../..');

const checkedFolders = ['src', 'sw', 'server', 'tests', 'scripts'];

let folder = '';
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the check of layers', () => {
  const forbiddenImports: [what: string, file: string, importPath: string][] = [
    ['a screen that reaches into the mirror', 'src/screens/home/home-screen.tsx', '../../mirror/database.ts'],
    ['a screen that talks to the archive', 'src/screens/home/home-screen.tsx', '../../network/archive-api.ts'],
    ['a screen that uses another screen', 'src/screens/home/home-screen.tsx', '../channel/channel-screen.tsx'],
    ['a screen that imports Dexie', 'src/screens/home/home-screen.tsx', 'dexie'],
    ['a screen that uses a file beside the screens’ folders', 'src/screens/home/home-screen.tsx', '../failure-state.tsx'],
    ['a feature that imports a screen', 'src/features/page/failure-state.tsx', '../../screens/home/home-screen.tsx'],
    ['a component of src/ui that reads data', 'src/ui/card.tsx', '../queries/videos.ts'],
    ['the mirror importing the network', 'src/mirror/rows.ts', '../network/archive-api.ts'],
    ['a query that calls the archive', 'src/queries/videos.ts', '../network/archive-api.ts'],
    ['the contract importing anything', 'src/contract/names.ts', '../lib/result.ts'],
    ['the worker importing Dexie', 'sw/sw.ts', 'dexie'],
    ['the worker importing the mirror', 'sw/sw.ts', '../src/mirror/rows.ts'],
    ['the worker importing more of saved media than it needs', 'sw/sw.ts', '../src/saved-media/plan.ts'],
    ['the server using the client’s code', 'server/main.ts', '../src/lib/result.ts'],
    ['the server importing React', 'server/main.ts', 'react'],
    ['the page importing Node’s modules', 'src/lib/result.ts', 'node:fs'],
    ['a file outside all layers', 'src/utils/misc.ts', '../lib/result.ts'],
    ['an import of a missing file', 'src/screens/home/home-screen.tsx', './gone.ts'],
  ];
  test.each(casesToRun(forbiddenImports, 8))('rejects %s', async (_what, file, importPath) => {
    expect(await violationsOf({ [file]: importPath })).not.toEqual([]);
  });

  const cycles: [where: string, firstFile: string, secondFile: string][] = [
    ['the page', 'src/lib/first.ts', 'src/lib/second.ts'],
    ['the server', 'server/disk/first.ts', 'server/disk/second.ts'],
    ['the tests', 'tests/unit/first.ts', 'tests/unit/second.ts'],
  ];
  test.each(casesToRun(cycles, 1))('rejects a cycle in %s, even if all its imports are of types or all are dynamic', async (_where, firstFile, secondFile) => {
    const files = { [firstFile]: './second.ts', [secondFile]: './first.ts' };
    expect(await violationsOf(files, (from) => `export type Used = import('${from}').Used;\n`)).toContain('no cycles');
    expect(await violationsOf(files, (from) => `export const used = () => import('${from}');\n`)).toContain('no cycles');
  });

  const allowedImports: [what: string, file: string, importPath: string][] = [
    ['a screen reading a query', 'src/screens/home/home-screen.tsx', '../../queries/videos.ts'],
    ['a screen using a feature', 'src/screens/home/home-screen.tsx', '../../features/page/failure-state.tsx'],
    ['the mirror importing Dexie', 'src/mirror/database.ts', 'dexie'],
    ['main using every layer', 'src/main.tsx', './mirror/database.ts'],
    ['the worker reading saved media’s ranges', 'sw/sw.ts', '../src/saved-media/ranges.ts'],
    ['the server naming the contract’s shapes', 'server/main.ts', '../src/contract/names.ts'],
    ['the server importing Node’s modules', 'server/main.ts', 'node:fs'],
  ];
  test.each(casesToRun(allowedImports, 2))('allows %s', async (_what, file, importPath) => {
    expect(await violationsOf({ [file]: importPath })).toEqual([]);
  });
});

/**
 * Returns the names of the rules that a project of these files breaks.
 * Each file has one import. The imported file exists, unless its name contains “gone”.
 */
async function violationsOf(files: Record<string, string>, textOf = moduleImporting): Promise<string[]> {
  if (folder) await rm(folder, { recursive: true, force: true });
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-layers-'));
  await symlink(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'));
  for (const checkedFolder of checkedFolders) await mkdir(path.join(folder, checkedFolder), { recursive: true });
  for (const [file, importPath] of Object.entries(files)) {
    await writeProjectFile(file, textOf(importPath));
    const importedFile = path.posix.join(path.posix.dirname(file), importPath);
    if (importPath.startsWith('.') && !importPath.includes('gone') && !(importedFile in files))
      await writeProjectFile(importedFile, 'export const anything = 1;\n');
  }
  const result = await cruise(
    checkedFolders,
    { ...settings.options, baseDir: folder, ruleSet: { forbidden: boundaryRules(layers) }, validate: true } as Parameters<typeof cruise>[1],
    settings.options.enhancedResolveOptions,
  );
  return (result.output as ICruiseResult).summary.violations.map((violation) => violation.rule.name);
}

function moduleImporting(from: string): string {
  return `import * as it from '${from}';\nexport const used = it;\n`;
}

async function writeProjectFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
}
