// The commands in README.md, CONTRIBUTING.md and the other documents: their scripts, files, tests and flags exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../../server/texts/en/start.ts';

const projectFolder = path.resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const documents = ['README.md', 'CONTRIBUTING.md', ...['docs', 'scripts', 'server', 'src', 'sw', 'tests'].flatMap((folder) => filesBelow(folder, '.md'))];
const tests = filesBelow('tests', '.ts', '.tsx').filter((file) => /\.(test|spec)\.tsx?$/.test(file));
const serverFlags = new Set(start.help.match(/--[a-z-]+/g));
const vitestFlags = ['--project', '--sequence.shuffle.tests'];

test('every command in the documents names existing scripts, files, tests and flags', () => {
  const commands = documents.flatMap((document) => commandsOf(read(document)).map((command) => ({ document, command })));
  expect(commands.length).toBeGreaterThan(40);
  expect(commands.flatMap(({ document, command }) => problemsOf(command).map((problem) => `${document}: ${command}: ${problem}`))).toEqual([]);
});

test.each([
  ['npm run benhc', 'no script benhc'],
  ['npm run bench -- taps', 'no file scripts/bench/taps.mjs'],
  ['npm test -- --fast', 'no flag --fast in scripts/test.mjs'],
  ['npm start -- --libary DIR', 'no flag --libary in npm start -- --help'],
  ['node scripts/screenshot.mjs', 'no file scripts/screenshot.mjs'],
  ['node scripts/screenshots.mjs --themes NAME', 'no flag --themes in scripts/screenshots.mjs'],
  ['npx vitest run --projects component tests/unit/ui-themes', 'no flag --projects'],
  ['npx playwright test accessibilty', 'no test accessibilty'],
])('%s is reported: %s', (command, problem) => {
  expect(problemsOf(command)).toEqual([problem]);
});

/** The commands in code blocks, one for each line, and in inline code, which may go on in the next line. */
function commandsOf(text: string): string[] {
  const blocks = text.match(/^```[^]*?^```/gm) ?? [];
  const inline = [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' '));
  return [...blocks.flatMap((block) => block.split('\n').map((line) => line.trim())), ...inline].filter((code) =>
    /^(npm (run|start|test)\b|npx (vitest|playwright) |node scripts\/)/.test(code),
  );
}

function problemsOf(command: string): string[] {
  const [program, ...words] = command.split(' ');
  const [firstWord = '', secondWord = ''] = words;
  if (program === 'node') return problemsOfScript(firstWord, words.slice(1));
  if (program === 'npx') return problemsOfTests(words.slice(2));
  const name = firstWord === 'run' ? secondWord : firstWord;
  const args = words.slice(words.indexOf('--') + 1 || words.length);
  if (!(name in scripts)) return [`no script ${name}`];
  if (name === 'start') return args.filter((arg) => isFlag(arg) && !serverFlags.has(arg)).map((flag) => `no flag ${flag} in npm start -- --help`);
  const files = name === 'bench' ? args.filter(isName).map((arg) => `scripts/bench/${arg}.mjs`) : [];
  const [runner, script = '', ...fixedArgs] = scripts[name]?.split(' ') ?? [];
  return [...files.flatMap(missingFile), ...(runner === 'node' ? problemsOfScript(script, [...fixedArgs, ...args]) : [])];
}

/** Each script names its flags in its own text. */
function problemsOfScript(script: string, args: string[]): string[] {
  if (!existsSync(path.join(projectFolder, script))) return missingFile(script);
  const text = read(script);
  return args.filter(isFlag).flatMap((flag) => (text.includes(`${flag}'`) || text.includes(`${flag} `) ? [] : [`no flag ${flag} in ${script}`]));
}

function problemsOfTests(args: string[]): string[] {
  const unknownFlags = args.filter((arg) => isFlag(arg) && !vitestFlags.includes(arg)).map((flag) => `no flag ${flag}`);
  const names = args.filter((arg, index) => isName(arg) && !isFlag(args[index - 1] ?? ''));
  return [...unknownFlags, ...names.filter((name) => !tests.some((file) => file.includes(name))).map((name) => `no test ${name}`)];
}

const isFlag = (word: string): boolean => word.startsWith('--');
/** Words in capitals stand for a name. */
const isName = (word: string): boolean => !isFlag(word) && !/[A-Z]{2}/.test(word);

function missingFile(file: string): string[] {
  return existsSync(path.join(projectFolder, file)) ? [] : [`no file ${file}`];
}

function read(file: string): string {
  return readFileSync(path.join(projectFolder, file), 'utf8');
}

function filesBelow(folder: string, ...endings: string[]): string[] {
  const names = readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => endings.some((ending) => name.endsWith(ending))).map((name) => path.join(folder, name));
}
