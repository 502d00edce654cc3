// The conflict rules (docs/architecture.md, Mutations and conflicts; docs/decisions/202), implemented a second time, independently of
// src/sync/conflict.ts.
import type { WatchState } from '../../../src/mirror/rows.ts';
import type { Target } from './intents.ts';

export type Verdict = 'send' | 'drop' | 'ask';

export function isNear(left: number | null, right: number | null): boolean {
  return left === null || right === null ? left === right : Math.abs(left - right) <= 3;
}

export const isSameState = (left: WatchState, right: WatchState): boolean =>
  left.isWatched === right.isWatched && isNear(left.positionSeconds, right.positionSeconds);

/** The position from which a video counts as watched (docs/behaviour.md, Progress and watched). */
export function watchedFrom(durationSeconds: number): number {
  if (durationSeconds > 900) return durationSeconds - 180;
  return durationSeconds * (durationSeconds < 60 ? 0.5 : 0.9);
}

/** What happens to an intent for one video, given what was shown before it and what the archive has. */
export function verdictOf(target: Target, base: WatchState, present: WatchState, durationSeconds: number): Verdict {
  if (target.of === 'mark') {
    if (target.isWatched) return present.isWatched ? 'drop' : 'send';
    if (present.isWatched) return base.isWatched ? 'send' : 'ask';
    return present.positionSeconds !== null && !base.isWatched && isNear(present.positionSeconds, base.positionSeconds) ? 'send' : 'drop';
  }
  if (target.of !== 'position') return 'send';
  if (target.seconds === 0) {
    if (present.isWatched || present.positionSeconds === null) return 'drop';
    return isNear(present.positionSeconds, base.positionSeconds) ? 'send' : 'drop';
  }
  if (present.isWatched) return 'drop';
  if (target.seconds >= watchedFrom(durationSeconds)) return 'send';
  if (isNear(present.positionSeconds, target.seconds)) return 'drop';
  if (isNear(present.positionSeconds, base.positionSeconds) || present.positionSeconds === null) return 'send';
  return target.seconds > present.positionSeconds ? 'send' : 'drop';
}

/** The state that an intent results in once the archive has accepted it. */
export function resultOf(target: Target, durationSeconds: number): WatchState {
  if (target.of === 'mark' || target.of === 'mark-all') return { isWatched: target.isWatched, positionSeconds: null };
  const seconds = target.of === 'position' ? target.seconds : 0;
  if (seconds >= watchedFrom(durationSeconds)) return { isWatched: true, positionSeconds: null };
  return { isWatched: false, positionSeconds: seconds === 0 ? null : seconds };
}
