// The faults that `npm run test:mutants` plants still apply, and a fault that no longer applies is refused with a reason.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { clientFaults } from '../../scripts/mutants/client.mjs';
import { coreFaultNames } from '../../scripts/mutants/core.mjs';
import { plantFault } from '../../scripts/mutants/plant.mjs';
import { savedFaults } from '../../scripts/mutants/saved.mjs';
import { serverFaults } from '../../scripts/mutants/server.mjs';
import { syncFaults } from '../../scripts/mutants/sync.mjs';
import { workerFaults } from '../../scripts/mutants/worker.mjs';

const project = path.resolve(import.meta.dirname, '../..');
const faults = [...serverFaults, ...clientFaults, ...syncFaults, ...savedFaults, ...workerFaults];
const aFault = { name: 'less is more', file: 'src/a.ts', find: 'a < b', replace: 'a > b', tests: ['tests/unit/a.test.ts'] };

test('a fault replaces what it finds, and nothing else', () => {
  expect(plantFault('if (a < b) return a;', aFault)).toBe('if (a > b) return a;');
  // `$&` in a replacement is written literally.
  expect(plantFault('if (a < b) return a;', { ...aFault, replace: '$&' })).toBe('if ($&) return a;');
});

test.each([
  ['is not there', 'if (b > a) return a;', aFault, 'The fault “less is more” no longer applies: src/a.ts has 0 places'],
  ['is there twice', 'a < b || a < b', aFault, 'has 2 places'],
  ['is replaced by itself', 'a < b', { ...aFault, replace: 'a < b' }, 'changes nothing'],
  ['is empty', 'a < b', { ...aFault, find: '' }, 'changes nothing'],
])('a fault whose place %s is refused', (_what, source, fault, message) => {
  expect(() => plantFault(source, fault)).toThrow(message);
});

test('each fault of the lists still applies, and its tests exist', () => {
  expect(faults.length).toBeGreaterThan(30);
  expect(syncFaults.length).toBeGreaterThanOrEqual(40);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  const problems = faults.flatMap((fault) => {
    try {
      plantFault(readFileSync(path.join(project, fault.file), 'utf8'), fault);
    } catch (error) {
      return [(error as Error).message];
    }
    const missingTests = fault.tests.filter((file) => !existsSync(path.join(project, file)));
    if (missingTests.length > 0) return missingTests.map((file) => `${fault.name}: ${file} is not there`);
    const { only } = fault;
    const isNamed = only === undefined || fault.tests.some((file) => readFileSync(path.join(project, file), 'utf8').includes(only));
    return isNamed ? [] : [`${fault.name}: no test is named “${only}”`];
  });
  expect(problems).toEqual([]);
});

test('the faults that are planted without --all are in the lists, and each list has some of them', () => {
  const names = new Set(faults.map(({ name }) => name));
  expect([...coreFaultNames].filter((name) => !names.has(name))).toEqual([]);
  const coreCounts = [serverFaults, clientFaults, syncFaults, savedFaults, workerFaults].map(
    (list) => list.filter(({ name }) => coreFaultNames.has(name)).length,
  );
  expect(Math.min(...coreCounts)).toBeGreaterThan(0);
});
