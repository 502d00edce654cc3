import { expect, test } from 'vitest';
import { bindMediaSession } from '../../src/player/media-session.ts';
import type { PlayerEngine, PlayerSnapshot } from '../../src/player/player-engine.ts';
import type { PlayerRequest } from '../../src/player/shortcuts.ts';

test('title, channel and picture are announced, and removed when the player closes', () => {
  const { binding, session } = setup();
  binding.show({ title: 'Fog', artist: 'Slow Harbour', posterUrl: '/cache/a.jpg' });
  expect(session.metadata).toEqual({ title: 'Fog', artist: 'Slow Harbour', artwork: [{ src: '/cache/a.jpg' }] });
  binding.close();
  expect(session.metadata).toBeNull();
  expect(session.playbackState).toBe('none');
  expect([...session.handlers.values()].filter((handler) => handler !== null)).toEqual([]);
});

test.each<[MediaSessionAction, Partial<MediaSessionActionDetails>, PlayerRequest]>([
  ['play', {}, { kind: 'play' }],
  ['pause', {}, { kind: 'pause' }],
  ['stop', {}, { kind: 'pause' }],
  ['seekbackward', {}, { kind: 'seek-by', seconds: -10 }],
  ['seekforward', { seekOffset: 30 }, { kind: 'seek-by', seconds: 30 }],
  ['seekto', { seekTime: 0 }, { kind: 'seek-to', positionSeconds: 0 }],
])('%s with %j asks for %j', (action, details, request) => {
  const { session, requests } = setup();
  session.handlers.get(action)?.({ action, ...details });
  expect(requests).toEqual([request]);
});

test('the actions for the previous and the next video exist only if there is such a video', () => {
  const { binding, session } = setup();
  const chosenNeighbours: string[] = [];
  binding.setNeighbours({ previous: null, next: () => chosenNeighbours.push('next') });
  expect(session.handlers.get('previoustrack')).toBeNull();
  session.handlers.get('nexttrack')?.({ action: 'nexttrack' });
  expect(chosenNeighbours).toEqual(['next']);
});

test('the position is announced only when the system would count wrongly, as after a seek or a change of speed', () => {
  const { engine, session } = setup();
  engine.change({ state: { name: 'playing' }, durationSeconds: 100, positionSeconds: 10 });
  engine.change({ positionSeconds: 10.3 });
  engine.change({ positionSeconds: 10.6 });
  expect(session.positions).toEqual([{ duration: 100, playbackRate: 1, position: 10 }]);
  engine.change({ speed: 2 });
  engine.change({ positionSeconds: 60 });
  expect(session.positions.slice(1)).toEqual([
    { duration: 100, playbackRate: 2, position: 10.6 },
    { duration: 100, playbackRate: 2, position: 60 },
  ]);
  expect(session.playbackState).toBe('playing');
});

test('a browser without a media session, or without one of its actions, still plays', () => {
  const { engine } = setup();
  expect(() => bindMediaSession(engine, undefined, (init) => init as MediaMetadata).close()).not.toThrow();
  const refusingSession = {
    setActionHandler: () => {
      throw new TypeError('unknown action');
    },
  } as unknown as MediaSession;
  expect(() => bindMediaSession(engine, refusingSession, (init) => init as MediaMetadata)).not.toThrow();
});

function setup() {
  const requests: PlayerRequest[] = [];
  let snapshot = { state: { name: 'paused' }, positionSeconds: 0, durationSeconds: 0, speed: 1 } as PlayerSnapshot;
  const listeners = new Set<() => void>();
  const engine = {
    read: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    request: (request: PlayerRequest) => void requests.push(request),
    change(changes: Partial<PlayerSnapshot>) {
      snapshot = { ...snapshot, ...changes };
      for (const listener of listeners) listener();
    },
  } as unknown as PlayerEngine & { change(changes: Partial<PlayerSnapshot>): void };
  const handlers = new Map<string, MediaSessionActionHandler | null>();
  const positions: MediaPositionState[] = [];
  const session = {
    metadata: null as MediaMetadata | null,
    playbackState: 'none',
    handlers,
    positions,
    setActionHandler: (action: string, handler: MediaSessionActionHandler | null) => void handlers.set(action, handler),
    setPositionState: (position: MediaPositionState) => void positions.push(position),
  };
  const binding = bindMediaSession(engine, session as unknown as MediaSession, (init) => init as MediaMetadata);
  return { binding, session, requests, engine };
}
