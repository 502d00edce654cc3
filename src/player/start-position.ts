// Where playback starts: `t` in the address takes precedence over the saved position. Pure; called by a playback.

export type StartPosition =
  | { readonly origin: 'beginning'; readonly positionSeconds: 0 }
  | { readonly origin: 'address'; readonly positionSeconds: number }
  | { readonly origin: 'saved'; readonly positionSeconds: number };

/** Seconds from the query `t`; null for anything that is not a plain number of seconds within the video. A duration of 0 is unknown. */
export function secondsFromAddress(t: string | null, durationSeconds: number): number | null {
  if (t === null || !/^\d{1,9}(\.\d{1,3})?s?$/.test(t)) return null;
  const seconds = Number.parseFloat(t);
  return durationSeconds === 0 || seconds < durationSeconds ? seconds : null;
}

export function startPosition(t: string | null, savedSeconds: number | null, durationSeconds: number): StartPosition {
  const addressSeconds = secondsFromAddress(t, durationSeconds);
  if (addressSeconds !== null) return { origin: 'address', positionSeconds: addressSeconds };
  // At the very end there is nothing to continue.
  const isAtEnd = durationSeconds > 0 && (savedSeconds ?? 0) >= durationSeconds - 1;
  if (savedSeconds !== null && savedSeconds > 0 && !isAtEnd) return { origin: 'saved', positionSeconds: savedSeconds };
  return { origin: 'beginning', positionSeconds: 0 };
}
