// Handles a source that does not play: asks the archive why, waits for it, and reloads at the same position (docs/decisions/405). Called by
// the engine, which owns the element and the state; recovery owns the timers and the checks.
import type { Clock } from '../lib/clock.ts';
import { wantsToPlay, type FailureReason, type PlayerState } from './player-state.ts';
import type { SourceCheck } from './source-check.ts';

/** A stream without data for this long counts as broken, because no healthy server needs longer (docs/architecture.md, The connection). */
const stallTimeoutMs = 10_000;
/** The shorter timeout while the archive is known to be away, because the part that is not on this device will not arrive then. */
const awayTimeoutMs = 1000;
/** Time between checks. A server's return must be noticed within the two seconds that resuming may take, and one HEAD costs nothing. */
const retryMs = 1000;
/** After this many attempts (at least five minutes) the user has probably left: checks are then as rare as the pings to the archive. */
const maxFastAttempts = 300;
const slowRetryMs = 5000;
/** Two read failures closer than this are at the same position. */
const samePositionSeconds = 3;
/** MediaError.MEDIA_ERR_NETWORK; the class itself is missing outside browsers. */
const networkErrorCode = 2;
/** Stands for a timeout: no error was reported. */
const stallCode = 0;

/** The engine's current condition. */
export interface EngineStatus {
  state: PlayerState;
  /** Null if nothing is open, or the engine is closed. */
  url: string | null;
  /** Incremented with each source, so that a late answer about an older one is ignored. */
  sourceNumber: number;
  hasLoaded: boolean;
  /** Whether only a part of the file is on this device. The rest needs the archive. */
  isPartial: boolean;
  positionSeconds: number;
}

export interface RecoveryPorts {
  clock: Clock;
  /** Asks the server about the file, to find out why it does not play. */
  checkSource(url: string): Promise<SourceCheck>;
  status(): EngineStatus;
  fail(reason: FailureReason): void;
  /** Changes the state to `reconnecting`. */
  suspend(): void;
  /** Counts a failed check in the state `reconnecting`. */
  countAttempt(): void;
  /** Loads the same source at the same position. */
  reload(shouldPlay: boolean): void;
  /** Loads the fallback address of the same media; false when there is none. */
  fallBack(): boolean;
}

export interface Recovery {
  /** Call when the state has changed or data has arrived. Restarts the timer that suits the state. */
  watch(): void;
  /** Call when the element or hls.js has given up, with a code of MediaError. */
  failed(errorCode: number): void;
  setReachable(isReachable: boolean): void;
  /** Call when another source is opened. Forgets the read failures of the previous one. */
  reset(): void;
  close(): void;
}

export function createRecovery({ clock, checkSource, status, fail, suspend, countAttempt, reload, fallBack }: RecoveryPorts): Recovery {
  let cancelTimer: (() => void) | null = null;
  let isReachable = true;
  /** Whether the archive is away, so that the part that is not on this device will not arrive. */
  let isRestUnreachable = false;
  /** The position at which reading the file failed last. */
  let readFailedAtSeconds: number | null = null;

  function watch(): void {
    cancelTimer?.();
    cancelTimer = null;
    const { state, isPartial } = status();
    if (state.name === 'waiting' || (state.name === 'loading' && state.shouldPlay))
      cancelTimer = isPartial && isRestUnreachable ? clock.after(awayTimeoutMs, checkRest) : clock.after(stallTimeoutMs, () => failed(stallCode));
    else if (state.name === 'reconnecting') cancelTimer = clock.after(state.attempts < maxFastAttempts ? retryMs : slowRetryMs, reconnect);
    else if (isUnreachable(state)) cancelTimer = clock.after(slowRetryMs, retryUnreachable);
  }

  /** Checks the source. Fire and forget: the result is a state. An answer that comes too late is ignored. */
  function checkThen(isStillRelevant: (state: PlayerState) => boolean, react: (check: SourceCheck) => void): void {
    const { url, sourceNumber } = status();
    if (url === null) return;
    void checkSource(url).then((check) => {
      const currentStatus = status();
      if (currentStatus.url !== null && currentStatus.sourceNumber === sourceNumber && isStillRelevant(currentStatus.state)) react(check);
    });
  }

  /** Checks again after a failure before any data had arrived, because the archive's return is not always reported. */
  function retryUnreachable(): void {
    checkThen(isUnreachable, (check) => (check === 'there' ? reload(false) : watch()));
  }

  /** Asks the archive for the rest of a partly saved video, because the archive may be back before its return is reported. */
  function checkRest(): void {
    checkThen(
      (state) => state.name === 'waiting' || state.name === 'loading',
      (check) => {
        isRestUnreachable = check !== 'there';
        if (isRestUnreachable) handleFailure(networkErrorCode, check);
        else watch();
      },
    );
  }

  function reconnect(): void {
    checkThen(
      (state) => state.name === 'reconnecting',
      (check) => {
        if (check === 'there') reload(wantsToPlay(status().state));
        else if (check === 'missing') fail('missing');
        else countAttempt();
      },
    );
  }

  function failed(errorCode: number): void {
    checkThen(
      (state) => state.name !== 'failed' && state.name !== 'reconnecting',
      (check) => handleFailure(errorCode, check),
    );
  }

  function handleFailure(errorCode: number, check: SourceCheck): void {
    const { hasLoaded } = status();
    if (check === 'there') handleBrokenSource(errorCode);
    else if (check === 'missing') fail('missing');
    // The source had loaded before: the archive is away, a proxy fails or the login has expired, and waiting may resolve that.
    else if (hasLoaded) suspend();
    else fail(check === 'refused' ? 'refused' : 'unreachable');
  }

  /**
   * Called if the archive has the file. After a timeout or a network error, a source that had loaded is fetched again. One that had not is
   * given more time after a timeout, and is fetched once more after a network error. Other errors are due to the file or this device.
   */
  function handleBrokenSource(errorCode: number): void {
    const { hasLoaded, state } = status();
    if (errorCode > networkErrorCode) {
      if (hasLoaded) rereadOnce('damaged');
      else if (!fallBack()) fail('unplayable');
    } else if (hasLoaded) reload(wantsToPlay(state));
    else if (errorCode === stallCode) watch();
    else rereadOnce('unreachable');
  }

  /** A truncated response looks like a damaged file. It is fetched again; only a second failure at the same position is reported. */
  function rereadOnce(reason: FailureReason): void {
    const { positionSeconds, state } = status();
    const isSamePosition = readFailedAtSeconds !== null && Math.abs(readFailedAtSeconds - positionSeconds) < samePositionSeconds;
    readFailedAtSeconds = positionSeconds;
    if (isSamePosition) fail(reason);
    else reload(wantsToPlay(state));
  }

  return {
    watch,
    failed,
    setReachable(next) {
      const isBack = next && !isReachable;
      isReachable = next;
      isRestUnreachable = !next;
      if (!isBack) return;
      const { state } = status();
      if (state.name === 'reconnecting') reconnect();
      else if (isUnreachable(state)) reload(false);
    },
    reset() {
      readFailedAtSeconds = null;
    },
    close: () => cancelTimer?.(),
  };
}

function isUnreachable(state: PlayerState): boolean {
  return state.name === 'failed' && state.reason === 'unreachable';
}
