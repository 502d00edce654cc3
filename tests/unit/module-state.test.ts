// Few modules keep state between calls. src/README.md names each of those of the client, with the reason; of the service worker, only sw.ts
// keeps state.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const projectFolder = path.resolve(import.meta.dirname, '../..');

/** A top-level declaration of a variable, of a mutable collection, or of the result of a `create…` function or of `cacheFormatters`. */
const stateDeclaration = /^(export )?(let |const \w+(: (?!Readonly|readonly)[^=]+)? = (new (Map|Set|WeakMap|WeakSet)\b|create\w+\(|cacheFormatters\(|\[\];))/m;

/** Matches the declarations of constants that stay empty, because no code adds to them. */
const emptyConstant = /^(export )?const (none|noItems|noRows|noVideos|unreadCards)\b.*$/gm;

test('src/README.md names every module of the client that keeps state, and no other module', () => {
  const filesWithState = filesOf('src').filter((file) => stateDeclaration.test(readProjectFile(`src/${file}`).replaceAll(emptyConstant, '')));
  const rows = readProjectFile('src/README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| module'));
  const namedFiles = rows.flatMap((line) => (line.split(' | ')[0] ?? '').slice(2).split(', '));
  expect(namedFiles.toSorted()).toEqual(filesWithState.toSorted());
});

test('no module of the service worker except sw.ts keeps state', () => {
  expect(filesOf('sw').filter((file) => stateDeclaration.test(readProjectFile(`sw/${file}`)))).toEqual(['sw.ts']);
});

function filesOf(folder: string): string[] {
  const names = readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => name.replaceAll(path.sep, '/'));
}

function readProjectFile(file: string): string {
  return readFileSync(path.join(projectFolder, file), 'utf8');
}
