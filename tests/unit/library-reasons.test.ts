// When the system cannot read or write a file, the user reads why. Known error codes become texts, some of which differ for a write.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { rulesVersion } from '../../server/library/findings.ts';
import { reasonNotWritten, reasonOf } from '../../server/library/reasons.ts';
import { importReasons } from '../../server/texts/en/import-reasons.ts';

const failure = (code: string): Error => Object.assign(new Error(`${code}: as the system says it`), { code });

test.each([
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'Stowaway may not write there'],
  ['EPERM', 'Stowaway may not write there'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['EBUSY', 'something else is using it'],
  ['EEXIST', 'a file of that name already exists'],
  ['EXDEV', 'it is on a file system of its own'],
  ['EIO', 'the disk reports an error'],
  ['ENOENT', 'it is gone'],
  ['EWHATEVER', 'the system reports EWHATEVER'],
])('a write that fails with %s is reported as “%s”', (code, text) => {
  expect(reasonNotWritten(failure(code))).toBe(text);
});

test.each([
  ['EACCES', 'no permission'],
  ['EIO', 'the disk reports an error'],
  ['EWHATEVER', 'the system reports EWHATEVER'],
])('a read that fails with %s is reported as “%s”', (code, text) => {
  expect(reasonOf(failure(code))).toBe(text);
});

test('a failure without a code is reported as it is', () => {
  for (const textOf of [reasonOf, reasonNotWritten]) expect(textOf(new Error('the film has no end'))).toBe('the film has no end');
});

test('if a text changes, the version of the rules is raised, so that stored findings get the new text', () => {
  const texts = JSON.stringify(importReasons, (_key, value: unknown) =>
    typeof value === 'function' ? (value as (...facts: string[]) => string)('FIRST', 'SECOND') : value,
  );
  expect([rulesVersion, createHash('sha256').update(texts).digest('hex').slice(0, 12)]).toEqual(['5', 'bfcbdd575a78']);
});
