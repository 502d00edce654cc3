// When a site that refused is asked again. Pure.
import type { FailureKind } from './failures.ts';

interface Backoff {
  /** Never sooner. */
  minMs: number;
  /** The first spread; it doubles with each consecutive failure. */
  firstMs: number;
  maxMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A lost connection comes back in minutes; a site that wants rest refuses for longer when asked again. */
const network: Backoff = { minMs: 15_000, firstMs: minuteMs, maxMs: 15 * minuteMs };
const silent: Backoff = { minMs: 30_000, firstMs: 2 * minuteMs, maxMs: hourMs };
const limited: Backoff = { minMs: 10 * minuteMs, firstMs: 20 * minuteMs, maxMs: 6 * hourMs };
const refusing: Backoff = { minMs: 30 * minuteMs, firstMs: hourMs, maxMs: 24 * hourMs };

const backoffs: Partial<Record<FailureKind, Backoff>> = {
  'network-away': network,
  unreachable: silent,
  'timed-out': silent,
  failing: silent,
  'rate-limited': limited,
  blocked: limited,
  'bot-check': refusing,
  'sign-in-site': refusing,
};
/** A wait that a site requests is honoured up to a day. */
const maxWaitMs = 24 * hourMs;

/** No hold of this kind lasts longer: a longer one was made by a clock that was ahead. A network requests no pause. */
export function maxBackoffMs(kind: FailureKind): number {
  const { minMs, maxMs } = backoffs[kind] ?? silent;
  return kind === 'network-away' ? maxMs : Math.max(minMs, maxWaitMs) + Math.max(0, maxMs - minMs);
}

/**
 * Full jitter above the minimum: many servers that lost the same site do not come back at the same moment.
 * @param tries consecutive failures, including this one @param waitMs what the site asked for @param random from 0 to 1
 */
export function backoffMs(kind: FailureKind, tries: number, waitMs: number | null, random: number): number {
  const { minMs, firstMs, maxMs } = backoffs[kind] ?? silent;
  const spreadMs = Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(tries, 1) - 1, 20));
  const asked = Math.min(waitMs ?? 0, maxWaitMs);
  return Math.round(Math.max(minMs, asked) + random * Math.max(0, spreadMs - minMs));
}
