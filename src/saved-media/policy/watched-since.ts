// Determines how long ago a video was watched, on a device whose clock may be set back. Pure.
import type { WatchedSince } from '../ledger/rows.ts';

export const keepWatchedMs = 24 * 3_600_000;

/**
 * The ledger's record after one more check; null: it is not watched. While the clock is behind the time of the first check, time is counted
 * from the first check with the clock behind. So a clock that was ahead by mistake does not keep a video forever. A clock that is behind by
 * mistake, and corrected later, does not remove a video early.
 */
export function updateWatchedSince(watched: WatchedSince | null, isWatched: boolean, nowMs: number): WatchedSince | null {
  if (!isWatched) return null;
  if (watched === null) return { sinceMs: nowMs, behindSinceMs: null };
  const isBehind = nowMs < watched.sinceMs;
  return isBehind && (watched.behindSinceMs === null || nowMs < watched.behindSinceMs) ? { ...watched, behindSinceMs: nowMs } : watched;
}

export function isKeptLongEnough({ sinceMs, behindSinceMs }: WatchedSince, nowMs: number): boolean {
  if (nowMs >= sinceMs) return nowMs - sinceMs >= keepWatchedMs;
  return behindSinceMs !== null && nowMs - behindSinceMs >= keepWatchedMs;
}
