// When a position is kept on this device and when it is to reach the archive (SPEC §9, docs/decisions/403).
// Driven by the player's events and a clock, never by the video's own time: so it holds at any speed.
// What it reports is durable at the screen's side; a killed browser loses the last 5 s at most.
import type { Clock } from '../lib/clock.ts';

/** Kept on the device so often: what a killed browser may lose. */
const keepEveryMs = 5000;
/** Above normal speed the beat counts in seconds of the video. A little short of half of 10 s: what is sent has a way to go. */
const keepEveryVideoMs = 4000;
/** SPEC §9: sent about every 10 s, which is every second time it is kept. */
const sendEvery = 2;
/** SPEC §9: on pause only from here on, and only within this share of the duration. */
const leastSentSeconds = 10;
const greatestSentShare = 0.95;
/** Nearer than this is the same place: a paused player that becomes hidden has nothing to tell. */
const samePlaceSeconds = 0.5;
/** A saved position that differs by less is our own, rounded. */
const ownRoundingSeconds = 1;
/** Own writes come back from the mirror late and in order; more than these are never under way at once. */
const rememberedWrites = 16;

export interface ProgressReport {
  positionSeconds: number;
  /** False: for this device only. */
  isToBeSent: boolean;
  /** The page may be gone in a moment: only what is done at once is done. */
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
  /** The first seek (resume, `t`, or none) has landed: from here on positions mean something. */
  landed(): void;
  playing(): void;
  paused(): void;
  sought(): void;
  /** The beat follows it at once. */
  speedChanged(): void;
  ended(): void;
  /** The page was hidden, or is going away, or the player is. */
  leaving(): void;
  /** A saved position came in: true when the paused player should go there, since it is not its own. Null: it was taken away elsewhere. */
  isForeign(savedSeconds: number | null): boolean;
  /** The player went to a position of another device: it is known there already. */
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
      // Where it opened is known already; only what moves from there is news.
      kept = sent = ports.position();
    },
    playing() {
      hasEnded = false;
      if (isPlaying) return;
      isPlaying = true;
      // The beats go on counting over short waits, so that many of them put off nothing.
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
      // A page that goes away while it plays gets no pause event: this is its pause.
      if (!hasEnded) tell(isPlaying && isWorthSending(), ports.position(), true);
    },
    isForeign(savedSeconds) {
      if (!hasLanded || isPlaying) return false;
      // What somebody watched here or sought is not taken from under them.
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
