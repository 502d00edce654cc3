/** The longest wait, so that the client soon notices that a server is back. Retry-After is honoured up to this limit. */
export const maxBackoffMs = 5 * 60_000;

const initialBackoffMs = 1_000;

/** The shortest wait. Without it, a jitter near zero would send requests to a failing server in a tight loop. */
const minBackoffMs = 500;

/** Full jitter: a random wait up to a bound that doubles, so that many devices do not all retry at the same moment. */
export function backoffMs(attempts: number, random: () => number, retryAfterMs: number | null = null): number {
  const boundMs = Math.min(maxBackoffMs, initialBackoffMs * 2 ** Math.min(attempts, 20));
  const jitterMs = Math.max(minBackoffMs, Math.round(random() * boundMs));
  return Math.min(maxBackoffMs, Math.max(jitterMs, retryAfterMs ?? 0));
}

/**
 * Whether the next try is due. A time farther ahead than the longest backoff also counts as due, because the clock was set back
 * after it was stored.
 */
export function isDue(nextTryAtMs: number, nowMs: number): boolean {
  return nextTryAtMs <= nowMs || nextTryAtMs - nowMs > maxBackoffMs;
}
