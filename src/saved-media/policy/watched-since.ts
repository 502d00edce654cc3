// For how long a video has been watched, on a device whose clock may be set back. Pure.
import type { WatchedSince } from '../ledger/rows.ts';

export const watchedStaysMs = 24 * 3_600_000;

/**
 * What the ledger keeps of it after one more look; null: it is not watched. With a clock that is behind the first look, time is counted from
 * the first such look as well: a clock that was ahead by mistake does not keep a video for ever, and one that is behind by mistake, and is
 * put right later, does not take it away early.
 */
export function watchedAfter(watched: WatchedSince | null, isWatched: boolean, nowMs: number): WatchedSince | null {
  if (!isWatched) return null;
  if (watched === null) return { sinceMs: nowMs, behindSinceMs: null };
  const isBehind = nowMs < watched.sinceMs;
  return isBehind && (watched.behindSinceMs === null || nowMs < watched.behindSinceMs) ? { ...watched, behindSinceMs: nowMs } : watched;
}

export function isDayOver({ sinceMs, behindSinceMs }: WatchedSince, nowMs: number): boolean {
  if (nowMs >= sinceMs) return nowMs - sinceMs >= watchedStaysMs;
  return behindSinceMs !== null && nowMs - behindSinceMs >= watchedStaysMs;
}
