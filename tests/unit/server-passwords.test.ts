import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordProblem } from '../../server/accounts/password-rules.ts';
import { generatePassword, dummyHash, hashPassword, isOutdated, verifyPassword } from '../../server/accounts/passwords.ts';
import { useCheapHashes, useFullHashCost } from '../cheap-passwords.ts';
import { processorMsSince } from '../builders/processor-time.ts';
import { casesToRun, longTest } from '../long-test.ts';

describe('with the full cost', () => {
  beforeAll(useFullHashCost);
  afterAll(useCheapHashes);

  test('a hash matches its password and no other', async () => {
    const hash = await hashPassword('a lantern in the hold');
    expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifyPassword('a lantern in the hold', hash)).toBe(true);
    expect(await verifyPassword('a lantern in the Hold', hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  longTest('a hash of a later version that needs four times the memory is still valid', async () => {
    const { scryptSync } = await import('node:crypto');
    const salt = Buffer.from('sixteen bytes ok');
    const hash = scryptSync('later', salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 });
    expect(await verifyPassword('later', ['scrypt', 2 ** 17, 8, 1, salt.toString('base64url'), hash.toString('base64url')].join('$'))).toBe(true);
  });

  let nextHash: Promise<string> | undefined;

  const costsToRefuse = [
    ['that takes gigabytes of memory', [2 ** 27, 8, 1]],
    ['that takes hours', [2 ** 15, 8, 100_000]],
    ['without a cost', ['x', 8, 1]],
    ['whose cost is not a power of two', [1000, 8, 1]],
    ['whose cost is too high for its block size', [2 ** 17, 1, 1]],
    ['whose parallel blocks need too much memory', [2, 2 ** 19, 3]],
    ['whose cost is the smallest', [2, 1, 1]],
  ] as const;

  test.each(casesToRun(costsToRefuse, 1))('a hash %s matches nothing and does not delay the check of the next hash', async (_name, costs) => {
    const salt = 'c2l4dGVlbiBieXRlcyBvaw';
    const hash = await (nextHash ??= hashPassword('next'));
    const cpuBefore = process.cpuUsage();
    const [isRight, isNextRight] = await Promise.all([verifyPassword('x', ['scrypt', ...costs, salt, 'A'.repeat(43)].join('$')), verifyPassword('next', hash)]);
    expect([isRight, isNextRight]).toEqual([false, true]);
    expect(processorMsSince(cpuBefore)).toBeLessThan(10_000);
  });
});

test('the same password gets a different hash each time', async () => {
  expect(await hashPassword('twice')).not.toBe(await hashPassword('twice'));
});

test('composed and decomposed letters in a password are the same', async () => {
  expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});

test('a hash of an older version with a lower cost is still valid', async () => {
  const { scryptSync } = await import('node:crypto');
  const salt = Buffer.from('sixteen bytes ok');
  const oldHash = ['scrypt', 1024, 8, 1, salt.toString('base64url'), scryptSync('old', salt, 32, { N: 1024, r: 8, p: 1 }).toString('base64url')].join('$');
  expect(await verifyPassword('old', oldHash)).toBe(true);
  expect([isOutdated(oldHash), isOutdated(await hashPassword('new'))]).toEqual([true, false]);
});

test('the dummy hash has the current cost, and no password matches it', async () => {
  const dummyHashText = dummyHash();
  expect(dummyHashText).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect([isOutdated(dummyHashText), await verifyPassword('', dummyHashText), dummyHashText === dummyHash()]).toEqual([false, false, false]);
});

test('a stored hash whose last part is empty matches nothing, not even the empty password', async () => {
  expect(await verifyPassword('', 'scrypt$1024$8$1$c2FsdA$')).toBe(false);
});

test('a hash that is longer than allowed does not even match its own password', async () => {
  const { scryptSync } = await import('node:crypto');
  const salt = Buffer.from('sixteen bytes ok');
  const [longestHash, tooLongHash] = [64, 65].map((bytes) => {
    const hash = scryptSync('x', salt, bytes, { N: 1024, r: 8, p: 1 });
    return ['scrypt', 1024, 8, 1, salt.toString('base64url'), hash.toString('base64url')].join('$');
  });
  expect([await verifyPassword('x', longestHash ?? ''), await verifyPassword('x', tooLongHash ?? '')]).toEqual([true, false]);
});

test('generated passwords differ', () => {
  expect(new Set(Array.from({ length: 100 }, generatePassword)).size).toBe(100);
});

test.each([
  ['fourteen signs', 'too-short'],
  ['fifteen signs..', null],
  // Characters are counted, not the code units of a string.
  ['🔑'.repeat(14), 'too-short'],
  ['x'.repeat(257), 'too-long'],
  ['Marlow-of-the-Harbour', 'is-name'],
])('the problem of the new password %s is %s', (password, problem) => {
  expect(passwordProblem(password, 'marlow-of-the-harbour')).toBe(problem);
});

test('a new password that is the user name in other code points is refused', () => {
  expect(passwordProblem('MARLOW-OF-THE-CAFE\u0301', 'marlow-of-the-caf\u00e9')).toBe('is-name');
  expect(passwordProblem('marlow-of-the-\uff43\uff41\uff46\u00e9', 'marlow-of-the-cafe\u0301')).toBe('is-name');
});

test('generated passwords meet the rules for new passwords', () => {
  expect(passwordProblem(generatePassword(), 'mara')).toBeNull();
});
