// Connects playback to the system: reports picture, title and position, and obeys the keys of a headset or lock screen. Called by a
// playback; does nothing where the browser has no media session.
import type { PlayerEngine } from './player-engine.ts';
import { wantsToPlay } from './player-state.ts';
import { seekStepSeconds } from './shortcuts.ts';

/** The system's seek keys jump as far as a double tap, farther than the arrow keys. */
const systemStepSeconds = 10;

export interface MediaFacts {
  title: string;
  artist: string;
  posterUrl: string | null;
}

/** What the system's previous and next keys do. If one is null, the system does not offer this key. */
export interface MediaNeighbours {
  previous: (() => void) | null;
  next: (() => void) | null;
}

export interface MediaSessionBinding {
  show(facts: MediaFacts): void;
  setNeighbours(neighbours: MediaNeighbours): void;
  close(): void;
}

const actions = ['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto', 'previoustrack', 'nexttrack'] as const;

export function bindMediaSession(
  engine: PlayerEngine,
  session: MediaSession | undefined,
  makeMetadata: (facts: MediaMetadataInit) => MediaMetadata,
): MediaSessionBinding {
  if (!session) return { show() {}, setNeighbours() {}, close() {} };
  const media = session;

  function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
    try {
      media.setActionHandler(action, handler);
    } catch {
      // this browser does not know the action
    }
  }

  setHandler('play', () => engine.request({ kind: 'play' }));
  setHandler('pause', () => engine.request({ kind: 'pause' }));
  setHandler('stop', () => engine.request({ kind: 'pause' }));
  setHandler('seekbackward', ({ seekOffset }) => engine.request({ kind: 'seek-by', seconds: -(seekOffset ?? systemStepSeconds) }));
  setHandler('seekforward', ({ seekOffset }) => engine.request({ kind: 'seek-by', seconds: seekOffset ?? systemStepSeconds }));
  setHandler('seekto', ({ seekTime }) => seekTime !== undefined && seekTime !== null && engine.request({ kind: 'seek-to', positionSeconds: seekTime }));

  /** The system advances the position itself, so a report is needed only when the state or the speed changes, and every few seconds. */
  let lastReport = '';
  function reportPosition(): void {
    const { state, positionSeconds, durationSeconds, speed } = engine.read();
    const isRunning = wantsToPlay(state);
    media.playbackState = state.name === 'idle' ? 'none' : isRunning ? 'playing' : 'paused';
    if (durationSeconds <= 0) return;
    const report = [durationSeconds, speed, state.name, Math.round(positionSeconds / seekStepSeconds)].join();
    if (report === lastReport) return;
    lastReport = report;
    try {
      media.setPositionState({ duration: durationSeconds, playbackRate: speed, position: Math.min(positionSeconds, durationSeconds) });
    } catch {
      // older browsers have no position
    }
  }
  const unsubscribe = engine.subscribe(reportPosition);

  return {
    show({ title, artist, posterUrl }) {
      media.metadata = makeMetadata({
        title,
        artist,
        artwork: posterUrl === null ? [] : [{ src: posterUrl }],
      });
      reportPosition();
    },
    setNeighbours({ previous, next }) {
      setHandler('previoustrack', previous && (() => previous()));
      setHandler('nexttrack', next && (() => next()));
    },
    close() {
      unsubscribe();
      for (const action of actions) setHandler(action, null);
      media.metadata = null;
      media.playbackState = 'none';
    },
  };
}

export interface SystemControls {
  /** Call when the engine reports a change, or the facts have changed. */
  update(facts: MediaFacts): void;
  setNeighbours(neighbours: MediaNeighbours): void;
  close(): void;
}

/** Takes the media session only once playback has started, because a page that is merely open must not take over a headset's keys. */
export function createSystemControls(engine: PlayerEngine, session: MediaSession | undefined): SystemControls {
  let binding: MediaSessionBinding | null = null;
  let shownFacts: MediaFacts | null = null;
  let neighbours: MediaNeighbours = { previous: null, next: null };

  function close(): void {
    binding?.close();
    binding = shownFacts = null;
  }
  return {
    update(facts) {
      if (!engine.read().hasStarted) return close();
      if (!binding) {
        binding = bindMediaSession(engine, session, (init) => new MediaMetadata(init));
        binding.setNeighbours(neighbours);
      }
      if (shownFacts?.title === facts.title && shownFacts.artist === facts.artist && shownFacts.posterUrl === facts.posterUrl) return;
      shownFacts = facts;
      binding.show(facts);
    },
    setNeighbours(next) {
      neighbours = next;
      binding?.setNeighbours(next);
    },
    close,
  };
}
