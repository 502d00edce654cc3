// When an answer was requested, for tests that write answers themselves.
import type { RequestTime } from '../../src/mirror/rows.ts';

/** @param asOf how many confirmations the copy had recorded by then */
export const askedAt = (atMs: number, asOf = 0): RequestTime => ({ atMs, asOf });
