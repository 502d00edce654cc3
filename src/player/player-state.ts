// The player's state as one value, and how events change it. Only player-engine.ts applies events. Independent of React, of the element
// and of time.

/** Why there is no picture; texts/player.ts has a text for each. */
export type FailureReason =
  /** This device cannot decode the video. */
  | 'unplayable'
  /** The archive has no such file. */
  | 'missing'
  /** 401 or 403: there is no session, or no permission. */
  | 'refused'
  /** The archive is unreachable, and nothing was loaded before. */
  | 'unreachable'
  /** Bytes arrive, but they are not a video. */
  | 'damaged';

export type PlayerState =
  | { readonly name: 'idle' }
  | { readonly name: 'loading'; readonly shouldPlay: boolean }
  | { readonly name: 'paused' }
  | { readonly name: 'playing' }
  /** The video should play, but has no data at the moment. */
  | { readonly name: 'waiting' }
  | { readonly name: 'ended' }
  /** The stream broke: the position is kept, and playback resumes by itself. */
  | { readonly name: 'reconnecting'; readonly positionSeconds: number; readonly shouldPlay: boolean; readonly attempts: number }
  | { readonly name: 'failed'; readonly reason: FailureReason; readonly positionSeconds: number };

/** Something that happened to the element or the network, or that the user requested. */
export type PlayerEvent =
  | { readonly kind: 'source-set'; readonly shouldPlay: boolean }
  | { readonly kind: 'play-wanted' }
  | { readonly kind: 'pause-wanted' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'playing' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'starved' }
  | { readonly kind: 'ended' }
  /** The user seeks. Changes the state only after the end, or while the stream is broken. */
  | { readonly kind: 'sought'; readonly positionSeconds: number }
  | { readonly kind: 'broke'; readonly positionSeconds: number }
  | { readonly kind: 'still-away' }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly positionSeconds: number };

type Name = PlayerState['name'];
type Kind = PlayerEvent['kind'];
type Step = (state: PlayerState, event: PlayerEvent) => PlayerState;

const always =
  (state: PlayerState): Step =>
  () =>
    state;

const paused: Step = always({ name: 'paused' });
const playing: Step = always({ name: 'playing' });
const waiting: Step = always({ name: 'waiting' });
const ended: Step = always({ name: 'ended' });
const load: Step = (state, event) => (event.kind === 'source-set' ? { name: 'loading', shouldPlay: event.shouldPlay } : state);
const setToPlay =
  (shouldPlay: boolean): Step =>
  (state) =>
    'shouldPlay' in state ? { ...state, shouldPlay } : state;
const suspend: Step = (state, event) =>
  event.kind === 'broke' ? { name: 'reconnecting', positionSeconds: event.positionSeconds, shouldPlay: wantsToPlay(state), attempts: 0 } : state;
const fail: Step = (state, event) => (event.kind === 'failed' ? { name: 'failed', reason: event.reason, positionSeconds: event.positionSeconds } : state);
const move: Step = (state, event) => (event.kind === 'sought' && state.name === 'reconnecting' ? { ...state, positionSeconds: event.positionSeconds } : state);
const countAttempt: Step = (state) => (state.name === 'reconnecting' ? { ...state, attempts: state.attempts + 1 } : state);

/** The allowed transitions as data: an unlisted event changes nothing. */
export const transitions: Readonly<Record<Name, Partial<Record<Kind, Step>>>> = {
  idle: { 'source-set': load, failed: fail },
  loading: {
    'source-set': load,
    'play-wanted': setToPlay(true),
    'pause-wanted': setToPlay(false),
    ready: (state) => (wantsToPlay(state) ? { name: 'waiting' } : { name: 'paused' }),
    playing,
    paused,
    broke: suspend,
    failed: fail,
  },
  paused: { 'source-set': load, 'play-wanted': waiting, playing, ended, broke: suspend, failed: fail },
  playing: { 'source-set': load, paused, starved: waiting, ended, broke: suspend, failed: fail },
  waiting: { 'source-set': load, 'pause-wanted': paused, playing, paused, ended, broke: suspend, failed: fail },
  ended: { 'source-set': load, 'play-wanted': waiting, playing, sought: paused, failed: fail },
  reconnecting: {
    'source-set': load,
    'play-wanted': setToPlay(true),
    'pause-wanted': setToPlay(false),
    sought: move,
    'still-away': countAttempt,
    failed: fail,
  },
  failed: { 'source-set': load },
};

export function transition(state: PlayerState, event: PlayerEvent): PlayerState {
  return transitions[state.name][event.kind]?.(state, event) ?? state;
}

/** Whether the user wants the video to play, even while it is stalled. The play button shows this. */
export function wantsToPlay(state: PlayerState): boolean {
  switch (state.name) {
    case 'playing':
    case 'waiting':
      return true;
    case 'loading':
    case 'reconnecting':
      return state.shouldPlay;
    case 'idle':
    case 'paused':
    case 'ended':
    case 'failed':
      return false;
  }
}
