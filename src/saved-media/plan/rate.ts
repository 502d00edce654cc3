// Computes the speed of saving and the time left, from samples of the bytes present. Bytes are committed in steps of 2 to 8 MiB, so two
// samples say little, and the speed is an exponentially weighted mean. The time left counts down, and is gradually corrected towards the
// value that the speed implies. Pure.

export interface RateSample {
  atMs: number;
  /** Bytes present; fewer than before if something was removed. */
  bytes: number;
  /** Bytes still missing. */
  bytesLeft: number;
}

export interface Rate {
  /** Null: not measured yet. */
  readonly bytesPerSecond: number | null;
  /** Null: not measured yet, or no bytes arrive. */
  readonly secondsLeft: number | null;
  readonly last: RateSample;
  /** Start of the measurement. */
  readonly sinceMs: number;
}

/** Averaging time of the speed: several steps, unless the connection is very slow. */
const speedWindowSeconds = 20;
/** Before this, a single step would halve or double the result. */
const minMeasuredMs = 4_000;
/** After a longer gap the tab was asleep, and the measurement starts over. */
const maxGapMs = 60_000;
/** Below this speed, saving counts as stopped. */
const minBytesPerSecond = 1_000;
/** Limits the correction of the time left, so that it never jumps: per second, one second plus this fraction of the time left. */
const correctionPerSecond = 0.04;

/** The rate after one more sample; the first call gets null. Sample about once a second. */
export function nextRate(rate: Rate | null, sample: RateSample): Rate {
  if (rate === null) return { bytesPerSecond: null, secondsLeft: null, last: sample, sinceMs: sample.atMs };
  const gapMs = sample.atMs - rate.last.atMs;
  if (gapMs < 0 || gapMs > maxGapMs) return nextRate(null, sample);
  const seconds = gapMs / 1000;
  const receivedBytes = sample.bytes - rate.last.bytes;
  // Removals say nothing about the speed.
  const bytesPerSecond = seconds === 0 || receivedBytes < 0 ? rate.bytesPerSecond : nextSpeed(rate, sample, receivedBytes / seconds, seconds);
  const isMeasured = bytesPerSecond !== null && sample.atMs - rate.sinceMs >= minMeasuredMs;
  return {
    bytesPerSecond,
    secondsLeft: isMeasured ? nextSecondsLeft(rate.secondsLeft, bytesPerSecond, sample.bytesLeft, seconds) : null,
    last: sample,
    sinceMs: rate.sinceMs,
  };
}

/** The speed begins as the plain mean since the start of the measurement, so that an early window does not dominate for long. */
function nextSpeed({ bytesPerSecond, sinceMs, last }: Rate, sample: RateSample, currentSpeed: number, seconds: number): number | null {
  if (bytesPerSecond === null) return currentSpeed === 0 ? null : (currentSpeed * seconds * 1000) / Math.max(1000, sample.atMs - sinceMs);
  const measuredSeconds = (last.atMs - sinceMs) / 1000;
  const weight = Math.max(1 - Math.exp(-seconds / speedWindowSeconds), seconds / (measuredSeconds + seconds) / 2);
  return bytesPerSecond + (currentSpeed - bytesPerSecond) * weight;
}

function nextSecondsLeft(previousSeconds: number | null, bytesPerSecond: number, bytesLeft: number, seconds: number): number | null {
  if (bytesLeft <= 0) return 0;
  if (bytesPerSecond < minBytesPerSecond) return null;
  const estimate = bytesLeft / bytesPerSecond;
  if (previousSeconds === null) return estimate;
  const countedDownSeconds = Math.max(0, previousSeconds - seconds);
  const maxCorrection = (1 + countedDownSeconds * correctionPerSecond) * seconds;
  return countedDownSeconds + Math.min(maxCorrection, Math.max(-maxCorrection, estimate - countedDownSeconds));
}
