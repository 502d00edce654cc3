// What becomes of a change when the archive may have moved on meanwhile (docs/architecture.md, Mutations and conflicts): pure,
// from the local wish L, its base B and the archive's present state S. Also the read-back after a lost answer: an effect
// that has already happened is S≈L. Called by flush. Knows nothing of rows or the network.
import { countsAsWatched, isSameMoment as isNear, leastStoredSeconds } from '../lib/watched-rule.ts';
import type { WatchState } from '../mirror/rows.ts';

/** This device wrote it this short ago: it need not ask what it wrote (docs/architecture.md, Mutations and conflicts). */
export const ownWriteLastsMs = 60_000;

export type Decision =
  /** `alternativeSeconds`: the other device's position, offered at the next play. */
  | { to: 'send'; alternativeSeconds?: number }
  /**
   * The archive's state stands; `alternativeSeconds` is this device's position then. `ownSeconds`: it is nearly the same, and
   * this device goes on from its own.
   */
  | { to: 'drop'; alternativeSeconds?: number; ownSeconds?: number }
  /** Only the person can know. */
  | { to: 'ask' };

export interface ProgressQuestion {
  /** Up to 5 s: starting over. */
  localSeconds: number;
  durationSeconds: number;
  base: WatchState | null;
  present: WatchState;
}

export function decideProgress({ localSeconds, durationSeconds, base, present }: ProgressQuestion): Decision {
  if (localSeconds <= leastStoredSeconds) return decideStartOver(base, present);
  const isFinished = countsAsWatched(localSeconds, durationSeconds);
  if (present.isWatched) return isFinished || base?.isWatched ? { to: 'drop' } : { to: 'drop', alternativeSeconds: localSeconds };
  if (isFinished) return { to: 'send' };
  if (isNear(present.positionSeconds, localSeconds))
    return present.positionSeconds === localSeconds ? { to: 'drop' } : { to: 'drop', ownSeconds: localSeconds };
  if (base === null || isNear(present.positionSeconds, base.positionSeconds)) return { to: 'send' };
  if (present.positionSeconds === null) return { to: 'send' };
  // Both moved: the farther one wins.
  return localSeconds > present.positionSeconds
    ? { to: 'send', alternativeSeconds: present.positionSeconds }
    : { to: 'drop', alternativeSeconds: localSeconds };
}

function decideStartOver(base: WatchState | null, present: WatchState): Decision {
  if (present.isWatched || present.positionSeconds === null) return { to: 'drop' };
  return base === null || isNear(present.positionSeconds, base.positionSeconds) ? { to: 'send' } : { to: 'drop' };
}

export function decideMark({ isWatched, base, present }: { isWatched: boolean; base: WatchState | null; present: WatchState }): Decision {
  if (isWatched) {
    // Sent again it would move the date on which it was watched, and with it the day on which it is deleted.
    return present.isWatched ? { to: 'drop' } : { to: 'send' };
  }
  if (present.isWatched) return base === null || base.isWatched ? { to: 'send' } : { to: 'ask' };
  // Unwatched already: all that is left of the mark is that it forgets the position, unless that has moved elsewhere.
  const isToForget = present.positionSeconds !== null && base !== null && !base.isWatched && isNear(present.positionSeconds, base.positionSeconds);
  return isToForget ? { to: 'send' } : { to: 'drop' };
}
