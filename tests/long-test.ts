import { test } from 'vitest';

/** Whether `npm run test:long` runs the tests, in Node or in the browser of the component tests. */
export const isLong = import.meta.env['STOWAWAY_LONG'] === '1';

/** A test that only `npm run test:long` runs, because it costs a second or more and checks a rare case or a variant of what another test checks. */
export const longTest: typeof test = isLong ? test : (Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof test);

/** The cases of one test: `npm test` runs the first `count` of them, and `npm run test:long` all. */
export function casesToRun<Case>(cases: readonly Case[], count: number): readonly Case[] {
  return isLong ? cases : cases.slice(0, count);
}
