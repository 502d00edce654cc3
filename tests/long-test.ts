import { test } from 'vitest';

const isLong = process.env['STOWAWAY_LONG'] === '1';

/** A test that only `npm run test:long` runs: it costs seconds, and its promise is a variant of another test's. */
export const longTest: typeof test = isLong ? test : ((() => {}) as unknown as typeof test);
