// Drives one <video> element: takes requests, listens to events, keeps the position when a stream breaks, and reports progress. Called by a
// playback (playback.ts); independent of React and the mirror. Nothing here survives a reload; the position is passed to `report` before
// the page goes away.
import type { Clock } from '../lib/clock.ts';
import type { Attach, Attachment, MediaAddress } from './media-attachment.ts';
import { transition, wantsToPlay, type FailureReason, type PlayerEvent, type PlayerState } from './player-state.ts';
import { createProgressReporter, type ProgressReport } from './progress-reporter.ts';
import { createRecovery } from './recovery.ts';
import type { EngineRequest } from './shortcuts.ts';
import type { SourceCheck } from './source-check.ts';
import { speeds } from './speeds.ts';
import { clampPosition, type TimeRange } from './timeline-moves.ts';

export interface PlayerSource {
  address: MediaAddress;
  /** Used when the device has the codecs but not the container of `address` (docs/decisions/405). */
  fallback: MediaAddress | null;
  positionSeconds: number;
  shouldPlay: boolean;
  /** Whether only a part of the file is on this device. The rest needs the archive. */
  isPartial: boolean;
  /** Whether a picture is expected, because some formats "play" with sound only and without an error. */
  hasPicture: boolean;
}

export interface PlayerSnapshot {
  state: PlayerState;
  positionSeconds: number;
  /** The file's own duration; 0 until it is known. */
  durationSeconds: number;
  /** The buffered ranges, including those away from the position. */
  buffered: readonly TimeRange[];
  volume: number;
  isMuted: boolean;
  speed: number;
  /** Whether the last frame stays visible, as it does while a broken stream is fetched again. */
  isFrameFrozen: boolean;
  /** Whether a frame of the video, not the poster, should be visible. */
  hasStarted: boolean;
}

export interface PlayerEnginePorts {
  element: HTMLVideoElement;
  clock: Clock;
  attach: Attach;
  /** Asks the server about the file, to find out why it does not play. */
  checkSource(url: string): Promise<SourceCheck>;
  report(report: ProgressReport): void;
}

export interface PlayerEngine {
  read(): PlayerSnapshot;
  subscribe(onChange: () => void): () => void;
  open(source: PlayerSource): void;
  request(request: EngineRequest): void;
  /** Fails with this reason, for example because the device cannot decode the source. */
  fail(reason: FailureReason): void;
  /** After a failure, loads the same source at the same position. */
  retry(shouldPlay?: boolean): void;
  setReachable(isReachable: boolean): void;
  /** Call with each new saved position of the mirror, or with null if the position was removed. */
  setSavedPosition(savedSeconds: number | null): void;
  /** Call when the page is hidden or going away. */
  leaving(): void;
  close(): void;
}

/** A seek made by the player itself; a user's seek on a loaded video is the element's own (`none`). */
type Seek =
  | { readonly name: 'none' }
  /** The start position, until the element knows its duration. */
  | { readonly name: 'pending'; readonly positionSeconds: number }
  /** Seeking to the start position. `targetSeconds`: where the element was sent; another position may have been requested since. */
  | { readonly name: 'seeking'; readonly positionSeconds: number; readonly targetSeconds: number }
  /** Seeking to another device's position, which is therefore not reported. */
  | { readonly name: 'adopting'; readonly positionSeconds: number };

export function createPlayerEngine({ element, clock, attach, checkSource, report }: PlayerEnginePorts): PlayerEngine {
  let state: PlayerState = { name: 'idle' };
  let source: PlayerSource | null = null;
  let attachment: Attachment | null = null;
  let seek: Seek = { name: 'none' };
  let hasLoaded = false;
  let hasStarted = false;
  let isFrameFrozen = false;
  let isClosed = false;
  /** Incremented with each source, so that a late answer about an older one is ignored. */
  let sourceNumber = 0;
  const listeners = new Set<() => void>();
  let buffered: readonly TimeRange[] = [];
  let snapshot = makeSnapshot();

  const reporter = createProgressReporter({ clock, position: currentPosition, duration: currentDuration, speed: () => element.playbackRate, report });

  /** Whether the start position has not been reached yet. Until then, the element's own time is meaningless. */
  function isOpening(): boolean {
    return seek.name === 'pending' || seek.name === 'seeking';
  }
  function currentPosition(): number {
    if (state.name === 'reconnecting') return state.positionSeconds;
    return seek.name === 'pending' || seek.name === 'seeking' ? seek.positionSeconds : element.currentTime;
  }
  function currentDuration(): number {
    return Number.isFinite(element.duration) ? element.duration : 0;
  }
  function makeSnapshot(): PlayerSnapshot {
    return {
      state,
      positionSeconds: currentPosition(),
      durationSeconds: currentDuration(),
      buffered: (buffered = bufferedRanges(buffered, element.buffered)),
      volume: element.volume,
      isMuted: element.muted,
      speed: element.playbackRate,
      isFrameFrozen,
      hasStarted,
    };
  }
  function publish(): void {
    snapshot = makeSnapshot();
    for (const listener of listeners) listener();
  }
  function dispatch(event: PlayerEvent): void {
    const previousState = state;
    state = transition(state, event);
    if (state !== previousState) recovery.watch();
    publish();
  }

  const recovery = createRecovery({
    clock,
    checkSource,
    status: () => ({
      state,
      url: isClosed ? null : (source?.address.url ?? null),
      sourceNumber,
      hasLoaded,
      isPartial: source?.isPartial ?? false,
      positionSeconds: currentPosition(),
    }),
    fail,
    suspend() {
      isFrameFrozen = hasStarted;
      dispatch({ kind: 'broke', positionSeconds: currentPosition() });
    },
    countAttempt: () => dispatch({ kind: 'still-away' }),
    reload,
    fallBack() {
      if (!source?.fallback) return false;
      load({ ...source, address: source.fallback, fallback: null, shouldPlay: wantsToPlay(state) });
      return true;
    },
  });

  function fail(reason: FailureReason): void {
    const positionSeconds = currentPosition();
    element.pause();
    dispatch({ kind: 'failed', reason, positionSeconds });
  }

  function reload(shouldPlay: boolean): void {
    if (!source) return;
    isFrameFrozen = hasStarted;
    publish(); // the frame is captured now, because load() drops it
    load({ ...source, positionSeconds: state.name === 'failed' ? state.positionSeconds : currentPosition(), shouldPlay });
  }

  function load(next: PlayerSource): void {
    sourceNumber += 1;
    source = next;
    seek = { name: 'pending', positionSeconds: next.positionSeconds };
    const speed = element.playbackRate;
    element.defaultPlaybackRate = speed; // load() resets playbackRate to this
    element.preload = next.shouldPlay ? 'auto' : 'metadata';
    dispatch({ kind: 'source-set', shouldPlay: next.shouldPlay });
    attachment?.detach();
    const attachedNumber = sourceNumber;
    attachment = attach(element, next.address, {
      startSeconds: next.positionSeconds,
      onFatal: (code) => attachedNumber === sourceNumber && recovery.failed(code),
    });
  }

  function play(): void {
    // The element may be able to play a part of a failed source, such as the sound of a video whose picture it cannot decode.
    if (state.name === 'failed') return;
    dispatch({ kind: 'play-wanted' });
    if (!hasLoaded || state.name === 'reconnecting' || isOpening()) return;
    playElement();
  }

  function playElement(): void {
    const startedNumber = sourceNumber;
    element.play().catch(() => {
      // The browser refused because there was no tap (autoplay rules), or a pause or a new source came first.
      if (startedNumber === sourceNumber && element.paused) dispatch({ kind: 'paused' });
    });
  }

  function seekToStart(positionSeconds: number): void {
    seek = { name: 'seeking', positionSeconds, targetSeconds: positionSeconds };
    element.currentTime = positionSeconds;
  }

  /** Called when the start position is reached. */
  function finishOpening(): void {
    seek = { name: 'none' };
    isFrameFrozen = false;
    reporter.startReached();
    const shouldPlay = wantsToPlay(state);
    dispatch({ kind: 'ready' });
    if (shouldPlay) playElement();
  }

  function seekTo(positionSeconds: number): void {
    if (state.name === 'failed') return;
    const target = clampPosition(positionSeconds, currentDuration() || Number.MAX_SAFE_INTEGER);
    if (seek.name === 'pending' || seek.name === 'seeking') seek = { ...seek, positionSeconds: target };
    else {
      seek = { name: 'none' };
      if (state.name !== 'reconnecting') element.currentTime = target;
    }
    dispatch({ kind: 'sought', positionSeconds: target });
    // A partly saved video may have the data at the new position.
    if (state.name === 'reconnecting' && source?.isPartial) return reload(wantsToPlay(state));
    publish();
  }

  const handlers: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
    loadedmetadata() {
      hasLoaded = true;
      if (source?.hasPicture && element.videoWidth === 0) return fail('unplayable');
      if (seek.name !== 'pending' || seek.positionSeconds <= 0 || seek.positionSeconds >= currentDuration()) return finishOpening();
      seekToStart(seek.positionSeconds);
      publish();
    },
    seeked() {
      switch (seek.name) {
        case 'pending':
          return publish();
        case 'seeking':
          // Opening also ends if the element is not at the target: if the server does not support ranges, a file plays only from its
          // beginning.
          if (seek.positionSeconds !== seek.targetSeconds) seekToStart(seek.positionSeconds);
          else finishOpening();
          return;
        case 'adopting':
          seek = { name: 'none' };
          return publish();
        case 'none':
          reporter.seeked();
          return publish();
      }
    },
    playing() {
      hasStarted = true;
      reporter.playing();
      dispatch({ kind: 'playing' });
    },
    pause() {
      if (isOpening() || state.name === 'failed') return;
      if (!element.ended) reporter.paused();
      dispatch({ kind: 'paused' });
    },
    waiting() {
      dispatch({ kind: 'starved' });
    },
    ended() {
      reporter.ended();
      dispatch({ kind: 'ended' });
    },
    error() {
      if (element.error) recovery.failed(element.error.code);
    },
    progress() {
      if (state.name === 'waiting' || state.name === 'loading') recovery.watch();
      publish();
    },
    timeupdate: publish,
    durationchange: publish,
    volumechange: publish,
    ratechange() {
      reporter.speedChanged();
      publish();
    },
  };
  for (const [name, listener] of Object.entries(handlers)) element.addEventListener(name, listener);

  function request(engineRequest: EngineRequest): void {
    switch (engineRequest.kind) {
      case 'play':
        return play();
      case 'pause':
        dispatch({ kind: 'pause-wanted' });
        return element.pause();
      case 'toggle-play':
        return request({ kind: wantsToPlay(state) ? 'pause' : 'play' });
      case 'seek-to':
        return seekTo(engineRequest.positionSeconds);
      case 'seek-by':
        return seekTo(currentPosition() + engineRequest.seconds);
      case 'toggle-muted':
        element.muted = !element.muted;
        return;
      case 'set-volume':
        // At 0 the element is muted and keeps its volume, so that unmuting makes it audible again.
        if (engineRequest.volume > 0) element.volume = Math.min(1, engineRequest.volume);
        element.muted = engineRequest.volume <= 0;
        return;
      case 'set-speed':
        if (speeds.includes(engineRequest.speed)) element.playbackRate = engineRequest.speed;
        return;
    }
  }

  return {
    read: () => snapshot,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    open(next) {
      hasLoaded = false;
      recovery.reset();
      hasStarted = false;
      isFrameFrozen = false;
      load(next);
    },
    request,
    fail,
    retry(shouldPlay = true) {
      if (state.name === 'failed') reload(shouldPlay);
    },
    setReachable: recovery.setReachable,
    setSavedPosition(savedSeconds) {
      if (state.name !== 'paused' || isOpening() || !reporter.isFromElsewhere(savedSeconds)) return;
      const positionSeconds = savedSeconds ?? 0;
      seek = { name: 'adopting', positionSeconds };
      element.currentTime = clampPosition(positionSeconds, currentDuration());
      reporter.adopted(positionSeconds);
    },
    leaving: () => reporter.leaving(),
    close() {
      reporter.leaving();
      reporter.stop();
      isClosed = true;
      recovery.close();
      for (const [name, listener] of Object.entries(handlers)) element.removeEventListener(name, listener);
      listeners.clear();
      element.pause();
      attachment?.detach();
      element.load(); // closes the connection
      // The element's next user starts at normal speed.
      element.defaultPlaybackRate = element.playbackRate = 1;
    },
  };
}

/** Unchanged ranges keep their identity, so that the timeline does not re-render. */
function bufferedRanges(previousRanges: readonly TimeRange[], ranges: TimeRanges): readonly TimeRange[] {
  const currentRanges = Array.from({ length: ranges.length }, (_none, index) => ({ startSeconds: ranges.start(index), endSeconds: ranges.end(index) }));
  const isSame =
    previousRanges.length === currentRanges.length &&
    currentRanges.every(
      ({ startSeconds, endSeconds }, index) => previousRanges[index]?.startSeconds === startSeconds && previousRanges[index].endSeconds === endSeconds,
    );
  return isSame ? previousRanges : currentRanges;
}
