// What happens when a source does not play: asks the archive why, waits for it, and reloads from the same position (docs/decisions/405).
// Called by the engine, which owns the element and the state; this owns the timers and the checks.
import type { Clock } from '../lib/clock.ts';
import { wantsToPlay, type FailureReason, type PlayerState } from './player-state.ts';
import type { SourceCheck } from './source-check.ts';

/** Longer without data than any healthy server needs (docs/architecture.md, The connection: 10 s without data is a broken stream). */
const starvedMs = 10_000;
/** The archive is known to be away: what is not on this device will not arrive. */
const restIsAwayMs = 1000;
/** Checked each second, so that a server's return is noticed within the two seconds that resuming may take; one HEAD costs nothing. */
const retryMs = 1000;
/** After this many attempts, five minutes, the user has probably left: then at the slowest rate of the archive's own probe. */
const eagerTries = 300;
const patientRetryMs = 5000;
/** Closer than this, two read failures are at the same position. */
const samePlaceSeconds = 3;
/** MediaError.MEDIA_ERR_NETWORK; the class itself is missing outside browsers. */
const networkErrorCode = 2;

/** The engine's current condition. */
export interface Standing {
  state: PlayerState;
  /** Null: nothing is open, or the engine is closed. */
  url: string | null;
  /** Incremented with each source, so that a late answer about an older one is ignored. */
  opening: number;
  hasLoaded: boolean;
  /** The archive is needed for only part of it. */
  isInPart: boolean;
  positionSeconds: number;
}

export interface RecoveryPorts {
  clock: Clock;
  /** Requests the file's first byte from the archive, to find out why it does not play. */
  checkSource(url: string): Promise<SourceCheck>;
  standing(): Standing;
  fail(reason: FailureReason): void;
  breakOff(): void;
  stillAway(): void;
  /** The same source from the same position. */
  reload(isToPlay: boolean): void;
  /** Another URL of the same media; false when there is none. */
  fallBack(): boolean;
}

export interface Recovery {
  /** The state changed, or data arrived: resets what is waited for, and for how long. */
  watch(): void;
  /** The element, or hls.js, gave up: a code of MediaError. */
  gaveUp(errorCode: number): void;
  setReachable(isReachable: boolean): void;
  /** Another video: nothing is known of it. */
  forget(): void;
  close(): void;
}

export function createRecovery({ clock, checkSource, standing, fail, breakOff, stillAway, reload, fallBack }: RecoveryPorts): Recovery {
  let cancelTimer: (() => void) | null = null;
  let isReachable = true;
  /** What is not on this device will not arrive. */
  let isRestAway = false;
  /** Where reading the file failed. */
  let unreadableAt: number | null = null;

  function watch(): void {
    cancelTimer?.();
    cancelTimer = null;
    const { state, isInPart } = standing();
    if (state.name === 'waiting' || (state.name === 'loading' && state.isToPlay))
      cancelTimer = isInPart && isRestAway ? clock.after(restIsAwayMs, askForRest) : clock.after(starvedMs, () => gaveUp(networkErrorCode));
    else if (state.name === 'reconnecting') cancelTimer = clock.after(state.attempts < eagerTries ? retryMs : patientRetryMs, reconnect);
    else if (isUnreachable(state)) cancelTimer = clock.after(patientRetryMs, revive);
  }

  /** Fire and forget: the result is a state. An answer that comes too late is ignored. */
  function ask(isStillAsked: (state: PlayerState) => boolean, heed: (check: SourceCheck) => void): void {
    const { url, opening } = standing();
    if (url === null) return;
    void checkSource(url).then((check) => {
      const now = standing();
      if (now.url !== null && now.opening === opening && isStillAsked(now.state)) heed(check);
    });
  }

  /** Nothing was ever loaded, and the archive was away: asks again, since its return is not always reported. */
  function revive(): void {
    ask(isUnreachable, (check) => (check === 'there' ? reload(false) : watch()));
  }

  /** The connection may be back before that is reported. */
  function askForRest(): void {
    ask(
      (state) => state.name === 'waiting' || state.name === 'loading',
      (check) => {
        isRestAway = check !== 'there';
        if (isRestAway) heedAfter(networkErrorCode, check);
        else watch();
      },
    );
  }

  function reconnect(): void {
    ask(
      (state) => state.name === 'reconnecting',
      (check) => {
        if (check === 'there') reload(wantsToPlay(standing().state));
        else if (check === 'missing') fail('missing');
        else stillAway();
      },
    );
  }

  function gaveUp(errorCode: number): void {
    ask(
      (state) => state.name !== 'failed' && state.name !== 'reconnecting',
      (check) => heedAfter(errorCode, check),
    );
  }

  function heedAfter(errorCode: number, check: SourceCheck): void {
    const { hasLoaded } = standing();
    if (check === 'there') thereButBroken(errorCode);
    else if (check === 'missing') fail('missing');
    // In the middle of a video a session has ended, or a proxy fails briefly: waits for either to be resolved.
    else if (hasLoaded) breakOff();
    else fail(check === 'refused' ? 'refused' : 'unreachable');
  }

  /** The archive has the file: after a network error it is fetched again; anything else is the file or this device. */
  function thereButBroken(errorCode: number): void {
    const { hasLoaded, state } = standing();
    if (errorCode === networkErrorCode) return hasLoaded ? reload(wantsToPlay(state)) : watch();
    if (hasLoaded) return readAgain();
    if (!fallBack()) fail('unplayable');
  }

  /** A truncated response looks like a damaged file: it is fetched once more, and only a second failure at the same position is damage. */
  function readAgain(): void {
    const { positionSeconds, state } = standing();
    const isSamePlace = unreadableAt !== null && Math.abs(unreadableAt - positionSeconds) < samePlaceSeconds;
    unreadableAt = positionSeconds;
    if (isSamePlace) fail('damaged');
    else reload(wantsToPlay(state));
  }

  return {
    watch,
    gaveUp,
    setReachable(next) {
      const isBack = next && !isReachable;
      isReachable = next;
      isRestAway = !next;
      if (!isBack) return;
      const { state } = standing();
      if (state.name === 'reconnecting') reconnect();
      else if (isUnreachable(state)) reload(false);
    },
    forget() {
      unreadableAt = null;
    },
    close: () => cancelTimer?.(),
  };
}

function isUnreachable(state: PlayerState): boolean {
  return state.name === 'failed' && state.reason === 'unreachable';
}
