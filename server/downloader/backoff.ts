// Computes when a site that refused is asked again. Pure.
import type { FailureKind } from './failures.ts';

interface Backoff {
  /** The minimum wait. */
  minMs: number;
  /** Upper limit of the random wait after the first failure. Each further failure in a row doubles it, up to `maxMs`. */
  firstMs: number;
  maxMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

// A lost connection is usually back within minutes. A site that limits requests refuses for longer if it is asked again too soon.
const lostNetwork: Backoff = { minMs: 15_000, firstMs: minuteMs, maxMs: 15 * minuteMs };
const silentSite: Backoff = { minMs: 30_000, firstMs: 2 * minuteMs, maxMs: hourMs };
const limitingSite: Backoff = { minMs: 10 * minuteMs, firstMs: 20 * minuteMs, maxMs: 6 * hourMs };
const refusingSite: Backoff = { minMs: 30 * minuteMs, firstMs: hourMs, maxMs: 24 * hourMs };

const backoffs: Partial<Record<FailureKind, Backoff>> = {
  'network-away': lostNetwork,
  unreachable: silentSite,
  'timed-out': silentSite,
  failing: silentSite,
  'rate-limited': limitingSite,
  blocked: limitingSite,
  'bot-check': refusingSite,
  'sign-in-site': refusingSite,
};
/** A wait that a site requests is honoured up to a day. */
const maxWaitMs = 24 * hourMs;

/**
 * The longest possible hold of this kind. A longer hold was made while the clock was ahead. While the network is lost, no site can request
 * a longer wait.
 */
export function maxBackoffMs(kind: FailureKind): number {
  const { minMs, maxMs } = backoffs[kind] ?? silentSite;
  return kind === 'network-away' ? maxMs : Math.max(minMs, maxWaitMs) + Math.max(0, maxMs - minMs);
}

/**
 * The time until the next try. The part above the minimum is random (full jitter), so that servers that lost the same site do not all ask
 * it again at the same moment.
 * @param consecutiveFailures including this one
 * @param waitMs the wait that the site requested
 * @param random from 0 to 1
 */
export function backoffMs(kind: FailureKind, consecutiveFailures: number, waitMs: number | null, random: number): number {
  const { minMs, firstMs, maxMs } = backoffs[kind] ?? silentSite;
  const spreadMs = Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(consecutiveFailures, 1) - 1, 20));
  const requestedMs = Math.min(waitMs ?? 0, maxWaitMs);
  return Math.round(Math.max(minMs, requestedMs) + random * Math.max(0, spreadMs - minMs));
}
