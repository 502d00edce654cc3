// When a position is stored on this device and when it should reach the archive (SPEC §9, docs/decisions/403). Driven by the player's
// events and a clock, never by the video's own time, so it holds at any speed. The screen stores what it reports durably; a killed browser
// loses the last 5 s at most.
import type { Clock } from '../lib/clock.ts';

/** How often a position is stored on the device: what a killed browser may lose. */
const keepEveryMs = 5000;
/** Above normal speed the interval counts in seconds of the video. Slightly less than half of 10 s, because sending takes time. */
const keepEveryVideoMs = 4000;
/** SPEC §9: sent about every 10 s, which is every second time it is stored. */
const sendEvery = 2;
/** SPEC §9: on pause only from here on, and only within this share of the duration. */
const leastSentSeconds = 10;
const greatestSentShare = 0.95;
/** Closer than this is the same position: a paused player that becomes hidden has nothing to report. */
const samePlaceSeconds = 0.5;
/** A saved position that differs by less is our own, rounded. */
const ownRoundingSeconds = 1;
/** Our own writes come back from the mirror late and in order; more than these are never in flight at once. */
const rememberedWrites = 16;

export interface ProgressReport {
  positionSeconds: number;
  /** False: for this device only. */
  isToBeSent: boolean;
  /** The page may be gone in a moment: only synchronous work is done. */
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
  /** The first seek (resume, `t`, or none) has landed: positions are meaningful from here on. */
  landed(): void;
  playing(): void;
  paused(): void;
  sought(): void;
  /** The interval follows at once. */
  speedChanged(): void;
  ended(): void;
  /** The page was hidden or is going away, or the player is closing. */
  leaving(): void;
  /** A saved position arrived: true when it is not our own and the paused player should go there. Null: it was removed elsewhere. */
  isForeign(savedSeconds: number | null): boolean;
  /** The player went to a position of another device: it is already known there. */
  adopted(positionSeconds: number): void;
  stop(): void;
}

export function createProgressReporter(ports: ProgressReporterPorts): ProgressReporter {
  let hasLanded = false;
  let isPlaying = false;
  let hasEnded = false;
  let beats = 0;
  let cancelBeat: (() => void) | null = null;
  let kept: number | null = null;
  let sent: number | null = null;
  const ownWrites: number[] = [];

  function tell(isToBeSent: boolean, at = ports.position(), isLast = false): void {
    if (!hasLanded) return;
    const isKnown = isNear(kept, at) && (!isToBeSent || isNear(sent, at));
    if (isKnown) return;
    kept = at;
    if (isToBeSent) sent = at;
    ownWrites.push(at);
    if (ownWrites.length > rememberedWrites) ownWrites.shift();
    ports.report({ positionSeconds: at, isToBeSent, ...(isLast && { isLast }) });
  }

  function isWorthSending(): boolean {
    return ports.position() >= leastSentSeconds && ports.position() <= ports.duration() * greatestSentShare;
  }

  function beat(): void {
    beats += 1;
    tell(beats % sendEvery === 0);
    wind();
  }

  function wind(): void {
    cancelBeat?.();
    cancelBeat = ports.clock.after(ports.speed() > 1 ? keepEveryVideoMs / ports.speed() : keepEveryMs, beat);
  }

  function rest(): void {
    isPlaying = false;
    cancelBeat?.();
    cancelBeat = null;
  }

  return {
    landed() {
      if (hasLanded) return;
      hasLanded = true;
      // The start position is already known; only movement from there is news.
      kept = sent = ports.position();
    },
    playing() {
      hasEnded = false;
      if (isPlaying) return;
      isPlaying = true;
      // The interval keeps counting over short waits, so that many of them delay nothing.
      wind();
    },
    paused() {
      if (!isPlaying) return;
      rest();
      if (!hasEnded) tell(isWorthSending());
    },
    sought() {
      hasEnded = false;
      tell(false);
    },
    speedChanged() {
      if (isPlaying) wind();
    },
    ended() {
      rest();
      hasEnded = true;
      tell(true, ports.duration());
    },
    leaving() {
      // A page that goes away during playback gets no pause event: this is its pause.
      if (!hasEnded) tell(isPlaying && isWorthSending(), ports.position(), true);
    },
    isForeign(savedSeconds) {
      if (!hasLanded || isPlaying) return false;
      // A position that was watched or sought to here is not overridden.
      if (savedSeconds === null) return ownWrites.length === 0;
      const own = kept === null ? ownWrites : [...ownWrites, kept];
      return !own.some((position) => Math.abs(position - savedSeconds) <= ownRoundingSeconds);
    },
    adopted(positionSeconds) {
      kept = sent = positionSeconds;
      hasEnded = false;
    },
    stop: rest,
  };
}

function isNear(known: number | null, at: number): boolean {
  return known !== null && Math.abs(known - at) < samePlaceSeconds;
}
