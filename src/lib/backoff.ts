/** The longest wait, so that a server that is back is noticed in time. Retry-After is honoured up to this limit. */
export const maxBackoffMs = 5 * 60_000;

const initialBackoffMs = 1_000;

/** A jitter near zero would ask a failing server again in a tight loop. */
const minBackoffMs = 500;

/** Full jitter: a random wait up to a bound that doubles, so that many devices do not come back at the same moment. */
export function backoffMs(attempts: number, random: () => number, retryAfterMs: number | null = null): number {
  const boundMs = Math.min(maxBackoffMs, initialBackoffMs * 2 ** Math.min(attempts, 20));
  const jitterMs = Math.max(minBackoffMs, Math.round(random() * boundMs));
  return Math.min(maxBackoffMs, Math.max(jitterMs, retryAfterMs ?? 0));
}

/** Whether the next try is due. A time farther ahead than any backoff was stored before the clock was set back, and counts as due. */
export function isDue(nextTryAtMs: number, nowMs: number): boolean {
  return nextTryAtMs <= nowMs || nextTryAtMs - nowMs > maxBackoffMs;
}
