// Decides whether a change is sent, dropped or left to the user when the archive may have changed meanwhile (docs/decisions/202). Compares
// the local value, the base state that the user saw, and the archive's present state. Also decides after a lost answer: if the request was
// applied, the present state equals the local value. Pure. Called by the senders and final-position.ts. Knows nothing of rows or the
// network.
import { countsAsWatched, isSameMoment, minStoredSeconds } from '../lib/watched-rule.ts';
import type { WatchState } from '../mirror/rows.ts';

/**
 * For this long after writing a video's position, this device sends a new position without reading the archive's state first
 * (docs/architecture.md, Mutations and conflicts).
 */
export const ownWriteTtlMs = 60_000;

export type Decision =
  /** `alternativeSeconds`: the other device's conflicting position, offered at the next play. */
  | { to: 'send'; alternativeSeconds?: number }
  /**
   * The archive's state wins; `alternativeSeconds` is then this device's position. `ownSeconds`: both positions are nearly the same, and
   * this device continues from its own.
   */
  | { to: 'drop'; alternativeSeconds?: number; ownSeconds?: number }
  /** The user is asked, because only the user can decide. */
  | { to: 'ask' };

export interface ProgressQuestion {
  /** A position up to 5 s means starting over. */
  localSeconds: number;
  durationSeconds: number;
  base: WatchState | null;
  present: WatchState;
}

export function decideProgress({ localSeconds, durationSeconds, base, present }: ProgressQuestion): Decision {
  if (localSeconds <= minStoredSeconds) return decideStartOver(base, present);
  const isFinished = countsAsWatched(localSeconds, durationSeconds);
  if (present.isWatched) return isFinished || base?.isWatched ? { to: 'drop' } : { to: 'drop', alternativeSeconds: localSeconds };
  if (isFinished) return { to: 'send' };
  if (isSameMoment(present.positionSeconds, localSeconds))
    return present.positionSeconds === localSeconds ? { to: 'drop' } : { to: 'drop', ownSeconds: localSeconds };
  if (base === null || isSameMoment(present.positionSeconds, base.positionSeconds)) return { to: 'send' };
  if (present.positionSeconds === null) return { to: 'send' };
  // The position changed on this device and on the archive, so the farther one wins.
  return localSeconds > present.positionSeconds
    ? { to: 'send', alternativeSeconds: present.positionSeconds }
    : { to: 'drop', alternativeSeconds: localSeconds };
}

function decideStartOver(base: WatchState | null, present: WatchState): Decision {
  if (present.isWatched || present.positionSeconds === null) return { to: 'drop' };
  return base === null || isSameMoment(present.positionSeconds, base.positionSeconds) ? { to: 'send' } : { to: 'drop' };
}

export function decideMark({ isWatched, base, present }: { isWatched: boolean; base: WatchState | null; present: WatchState }): Decision {
  if (isWatched) {
    // Sending the mark again would change the date on which the video was watched, from which the archive counts the days until automatic
    // deletion.
    return present.isWatched ? { to: 'drop' } : { to: 'send' };
  }
  if (present.isWatched) return base === null || base.isWatched ? { to: 'send' } : { to: 'ask' };
  // The video is already unwatched, so sending the mark would only make the archive forget the position. It is sent only if that position is
  // still the one that the user saw.
  const forgetsPosition = present.positionSeconds !== null && base !== null && !base.isWatched && isSameMoment(present.positionSeconds, base.positionSeconds);
  return forgetsPosition ? { to: 'send' } : { to: 'drop' };
}
