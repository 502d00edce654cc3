// Where playback starts: `t` in the address takes precedence over the saved position. Pure; called by a playback.

export interface StartPosition {
  readonly positionSeconds: number;
  /** Whether the position is the address's `t`. */
  readonly isFromAddress: boolean;
}

/** Seconds from the query `t`; null for anything that is not a plain number of seconds within the video. A duration of 0 is unknown. */
export function secondsFromAddress(t: string | null, durationSeconds: number): number | null {
  if (t === null || !/^\d{1,9}(\.\d{1,3})?s?$/.test(t)) return null;
  const seconds = Number.parseFloat(t);
  return durationSeconds === 0 || seconds < durationSeconds ? seconds : null;
}

export function startPosition(t: string | null, savedSeconds: number | null, durationSeconds: number): StartPosition {
  const addressSeconds = secondsFromAddress(t, durationSeconds);
  const resumeSeconds = savedSeconds ?? 0;
  // At the very end there is nothing to continue.
  const isAtEnd = durationSeconds > 0 && resumeSeconds >= durationSeconds - 1;
  return { positionSeconds: addressSeconds ?? (isAtEnd ? 0 : resumeSeconds), isFromAddress: addressSeconds !== null };
}
