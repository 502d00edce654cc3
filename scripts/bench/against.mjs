// `npm run bench -- against COMMIT [NAME …]`: measures the rows in this tree and in that commit's, which it builds in a temporary worktree,
// and prints the ratios. The two alternate, because the speed of a machine changes while a run lasts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectFolder } from '../build/stamp.mjs';

const runCount = 3;

/**
 * Prints a table with the medians of both trees.
 * @param {string} commit
 * @param {string[]} names the files of scripts/bench to run; all if there are none
 * @throws if git does not know the commit, or a bench run prints no row
 */
export function compareWith(commit, names) {
  const tempFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-bench-'));
  const otherTree = path.join(tempFolder, 'tree');
  const removeTree = () => {
    spawnSync('git', ['worktree', 'remove', '--force', otherTree], { cwd: projectFolder });
    rmSync(tempFolder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  process.once('exit', removeTree);
  const addition = spawnSync('git', ['worktree', 'add', '--detach', otherTree, commit], { cwd: projectFolder, encoding: 'utf8' });
  if (addition.status !== 0) throw new Error(addition.stderr.trim());
  const runs = { now: [], before: [] };
  for (let run = 0; run < runCount; run += 1) {
    runs.before.push(measure(otherTree, names));
    runs.now.push(measure(projectFolder, names));
  }
  console.log(`what | this tree | ${commit} | ratio`);
  console.log('--- | --- | --- | ---');
  for (const { name, now, before, ratios } of comparedRows(runs)) console.log(`${name} | ${now} | ${before} | ${ratios}`);
}

/** A bench that exits with 1 has still printed the rows that it could measure. */
function measure(folder, names) {
  const args = [path.join(folder, 'scripts/bench.mjs'), ...names];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const rows = rowsOf(stdout);
  if (rows.size === 0) throw new Error(`The bench in ${folder} printed no row.`);
  return rows;
}

/** @returns {Map<string, string>} the measured values of the table that a bench run prints, by the names of their rows */
export function rowsOf(output) {
  return new Map([...output.matchAll(/^(?:yes|NO ) \| (.+?) \| (.+?) \| .*$/gm)].map(([, name, value]) => [name, value]));
}

/**
 * Compares the rows that every run has. Each number of a value is compared by itself: the values shown contain the medians of the runs. A
 * ratio is marked with ~ if the ranges of the two trees overlap, so that the difference may be noise. A row whose words differ between runs,
 * as for a failed measurement, has no ratio.
 * @param {{ now: Map<string, string>[], before: Map<string, string>[] }} runs
 */
export function comparedRows({ now, before }) {
  const names = [...now[0].keys()].filter((name) => [...now, ...before].every((rows) => rows.has(name)));
  return names.map((name) => {
    const values = { now: now.map((rows) => rows.get(name)), before: before.map((rows) => rows.get(name)) };
    if (new Set([...values.now, ...values.before].map(wordsOf)).size > 1) return { name, now: values.now[0], before: values.before[0], ratios: '' };
    const columns = { now: columnsOf(values.now), before: columnsOf(values.before) };
    return {
      name,
      now: withNumbers(values.now[0], columns.now.map(median)),
      before: withNumbers(values.before[0], columns.before.map(median)),
      ratios: columns.now.flatMap((numbers, index) => ratioOf(numbers, columns.before[index])).join(', '),
    };
  });
}

const number = /\d+(?:[.,]\d+)*/g;
const wordsOf = (value) => value.replace(number, '#');
const numbersOf = (value) => (value.match(number) ?? []).map((text) => Number(text.replaceAll(',', '')));

/** For each number of the value, that number in each run. */
function columnsOf(values) {
  return numbersOf(values[0]).map((_first, index) => values.map((value) => numbersOf(value)[index]));
}

function withNumbers(value, numbers) {
  let index = 0;
  return value.replace(number, () => String(numbers[index++]));
}

/** No ratio for a number that is the same in every run, because it is a condition, such as the latency, and not a measurement. */
function ratioOf(now, before) {
  if (new Set([...now, ...before]).size === 1 || median(before) === 0) return [];
  const isOverlap = Math.min(...now) <= Math.max(...before) && Math.min(...before) <= Math.max(...now);
  return [`${(median(now) / median(before)).toFixed(2)}${isOverlap ? ' ~' : ''}`];
}

function median(numbers) {
  return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)];
}
