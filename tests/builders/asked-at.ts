// The time at which an answer was requested, for tests that store answers in a mirror themselves.
import type { RequestTime } from '../../src/mirror/rows.ts';

/** @param asOf how many changes the archive had confirmed to this copy by then (src/mirror/request-order.ts) */
export const askedAt = (atMs: number, asOf = 0): RequestTime => ({ atMs, asOf });
