// Decides when a position is stored on this device and when it is sent to the archive (SPEC §9, docs/decisions/403). The interval is
// measured by a clock, not by the video's time, so short stalls do not delay a report. The host stores each report durably; a killed
// browser loses the last 5 s at most.
import type { Clock } from '../lib/clock.ts';

/** How often a position is stored on the device. */
const storeEveryMs = 5000;
/**
 * Above normal speed, a position is stored after this much of the video instead. Every second one is sent, that is, one after every 8 s of
 * the video, which leaves 2 s of the 10 s in SPEC §9 for it to arrive.
 */
const storeEveryVideoMs = 4000;
/** SPEC §9: a position is sent about every 10 s, which is every second time that one is stored. */
const sendEvery = 2;
/** SPEC §9: on a pause, a position is sent only if it is at least this many seconds, and at most this share of the duration. */
const minSentSeconds = 10;
const maxSentShare = 0.95;
/** Two positions closer than this count as the same, so that a paused player that becomes hidden reports nothing. */
const samePositionSeconds = 0.5;
/** A saved position that differs by no more than this is our own, rounded. */
const ownRoundingSeconds = 1;
/** The mirror returns our own writes late, but in order. Fewer than this are outstanding at any time. */
const rememberedWriteCount = 16;

export interface ProgressReport {
  positionSeconds: number;
  /** False for a position that only this device needs. */
  shouldSend: boolean;
  /** Whether the page may be gone in a moment, so that only synchronous work is sure to be done. */
  isLast?: boolean;
}

export interface ProgressReporterPorts {
  clock: Clock;
  position(): number;
  duration(): number;
  speed(): number;
  report(report: ProgressReport): void;
}

export interface ProgressReporter {
  /** The start position (saved, `t` of the address, or the beginning) was reached: from here on the element's position is meaningful. */
  startReached(): void;
  playing(): void;
  paused(): void;
  seeked(): void;
  /** Restarts the timer with the new interval. */
  speedChanged(): void;
  ended(): void;
  /** The page was hidden or is going away, or the player is closing. */
  leaving(): void;
  /** Whether a new saved position (null if it was removed) was written elsewhere, so that the paused player should go there. */
  isFromElsewhere(savedSeconds: number | null): boolean;
  /** The player moved to another device's position, which the archive already has. */
  adopted(positionSeconds: number): void;
  stop(): void;
}

export function createProgressReporter(ports: ProgressReporterPorts): ProgressReporter {
  let hasReachedStart = false;
  let isPlaying = false;
  let hasEnded = false;
  let ticks = 0;
  let cancelTick: (() => void) | null = null;
  let lastStoredSeconds: number | null = null;
  let lastSentSeconds: number | null = null;
  const ownWrites: number[] = [];

  function reportPosition(shouldSend: boolean, positionSeconds = ports.position(), isLast = false): void {
    if (!hasReachedStart) return;
    const isReported = isNear(lastStoredSeconds, positionSeconds) && (!shouldSend || isNear(lastSentSeconds, positionSeconds));
    if (isReported) return;
    lastStoredSeconds = positionSeconds;
    if (shouldSend) lastSentSeconds = positionSeconds;
    ownWrites.push(positionSeconds);
    if (ownWrites.length > rememberedWriteCount) ownWrites.shift();
    ports.report({ positionSeconds, shouldSend, ...(isLast && { isLast }) });
  }

  function tick(): void {
    ticks += 1;
    reportPosition(ticks % sendEvery === 0);
    startTimer();
  }

  function startTimer(): void {
    cancelTick?.();
    cancelTick = ports.clock.after(ports.speed() > 1 ? storeEveryVideoMs / ports.speed() : storeEveryMs, tick);
  }

  function stopReporting(): void {
    isPlaying = false;
    cancelTick?.();
    cancelTick = null;
  }

  return {
    startReached() {
      if (hasReachedStart) return;
      hasReachedStart = true;
      // The start position itself is not reported, only a change from it.
      lastStoredSeconds = lastSentSeconds = ports.position();
    },
    playing() {
      hasEnded = false;
      // After a short wait for data the timer still runs. It is not restarted, because many waits would then delay the report.
      if (isPlaying) return;
      isPlaying = true;
      startTimer();
    },
    paused() {
      if (!isPlaying) return;
      stopReporting();
      if (!hasEnded) reportPosition(isPauseSent(ports.position(), ports.duration()));
    },
    seeked() {
      hasEnded = false;
      reportPosition(false);
    },
    speedChanged() {
      if (isPlaying) startTimer();
    },
    ended() {
      stopReporting();
      hasEnded = true;
      reportPosition(true, ports.duration());
    },
    leaving() {
      // A page that goes away during playback gets no pause event, so the rules of a pause apply here.
      if (!hasEnded) reportPosition(isPlaying && isPauseSent(ports.position(), ports.duration()), ports.position(), true);
    },
    isFromElsewhere(savedSeconds) {
      if (!hasReachedStart || isPlaying) return false;
      // A removal elsewhere does not override a position that was reached on this device.
      if (savedSeconds === null) return ownWrites.length === 0;
      const ownPositions = lastStoredSeconds === null ? ownWrites : [...ownWrites, lastStoredSeconds];
      return !ownPositions.some((position) => Math.abs(position - savedSeconds) <= ownRoundingSeconds);
    },
    adopted(positionSeconds) {
      lastStoredSeconds = lastSentSeconds = positionSeconds;
      hasEnded = false;
    },
    stop: stopReporting,
  };
}

/** Whether the position of a pause is sent. A duration of 0 is unknown. */
export function isPauseSent(positionSeconds: number, durationSeconds: number): boolean {
  return positionSeconds >= minSentSeconds && (durationSeconds === 0 || positionSeconds <= durationSeconds * maxSentShare);
}

function isNear(reportedSeconds: number | null, positionSeconds: number): boolean {
  return reportedSeconds !== null && Math.abs(reportedSeconds - positionSeconds) < samePositionSeconds;
}
