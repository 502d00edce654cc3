// How fast something is saved and how long it will still take, from samples of the bytes present. Bytes come in windows of 8 MiB, so two samples say
// little: the speed is an exponentially weighted mean, and the time left counts down and is only drawn towards what the speed implies. Pure.

/** One sample. */
export interface RateLook {
  atMs: number;
  /** Bytes present; fewer than before if something was removed. */
  bytes: number;
  /** Bytes still missing. */
  bytesLeft: number;
}

export interface Rate {
  /** Null: not measured yet. */
  readonly bytesPerSecond: number | null;
  /** Null: not measured yet, or nothing comes. */
  readonly secondsLeft: number | null;
  readonly last: RateLook;
  /** Start of the measurement. */
  readonly sinceMs: number;
}

/** Averaging time of the speed: several windows on a slow line. */
const speedForgetsSeconds = 20;
/** Before that, a single window would halve or double the result. */
const measuredForMs = 4_000;
/** After a longer gap the tab has measured its own sleep. */
const longestGapMs = 60_000;
/** Below this, nothing counts as coming. */
const leastBytesPerSecond = 1_000;
/** How fast the time left may be corrected, besides counting down: this fraction of itself per second, so that it never jumps. */
const correctedEachSecond = 0.04;

/** The rate after one more sample; the first call gets null. Sample about once a second. */
export function rateAfter(rate: Rate | null, look: RateLook): Rate {
  if (rate === null) return { bytesPerSecond: null, secondsLeft: null, last: look, sinceMs: look.atMs };
  const gapMs = look.atMs - rate.last.atMs;
  if (gapMs < 0 || gapMs > longestGapMs) return rateAfter(null, look);
  const seconds = gapMs / 1000;
  const came = look.bytes - rate.last.bytes;
  // Removals say nothing about the speed.
  const bytesPerSecond = seconds === 0 || came < 0 ? rate.bytesPerSecond : speedAfter(rate, look, came / seconds, seconds);
  const isMeasured = bytesPerSecond !== null && look.atMs - rate.sinceMs >= measuredForMs;
  return {
    bytesPerSecond,
    secondsLeft: isMeasured ? secondsAfter(rate.secondsLeft, bytesPerSecond, look.bytesLeft, seconds) : null,
    last: look,
    sinceMs: rate.sinceMs,
  };
}

/** At first the plain mean since the beginning, so that an early window does not dominate for long. */
function speedAfter({ bytesPerSecond, sinceMs, last }: Rate, look: RateLook, now: number, seconds: number): number | null {
  if (bytesPerSecond === null) return now === 0 ? null : (now * seconds * 1000) / Math.max(1000, look.atMs - sinceMs);
  const measured = (last.atMs - sinceMs) / 1000;
  const weight = Math.max(1 - Math.exp(-seconds / speedForgetsSeconds), seconds / (measured + seconds) / 2);
  return bytesPerSecond + (now - bytesPerSecond) * weight;
}

function secondsAfter(before: number | null, bytesPerSecond: number, bytesLeft: number, seconds: number): number | null {
  if (bytesLeft <= 0) return 0;
  if (bytesPerSecond < leastBytesPerSecond) return null;
  const says = bytesLeft / bytesPerSecond;
  if (before === null) return says;
  const countedDown = Math.max(0, before - seconds);
  const most = (1 + countedDown * correctedEachSecond) * seconds;
  return countedDown + Math.min(most, Math.max(-most, says - countedDown));
}
