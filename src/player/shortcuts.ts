// The player's keys and their requests (SPEC "Player", §5, §9; docs/look-and-feel.md, Hit areas and keys). Pure. Used by the key
// listeners and by the lists of keys.

/** Requests to the engine. */
export type EngineRequest =
  | { readonly kind: 'play' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'toggle-play' }
  | { readonly kind: 'seek-to'; readonly positionSeconds: number }
  | { readonly kind: 'seek-by'; readonly seconds: number }
  | { readonly kind: 'toggle-muted' }
  | { readonly kind: 'set-volume'; readonly volume: number }
  | { readonly kind: 'set-speed'; readonly speed: number };

/** Requests to the session, which also knows the preferences. */
export type SessionRequest = EngineRequest | { readonly kind: 'change-speed'; readonly steps: number } | { readonly kind: 'toggle-subtitles' };

/** Requests to the frame around the picture (player.tsx). */
export type FrameRequest =
  | { readonly kind: 'toggle-fullscreen' }
  | { readonly kind: 'toggle-theater' }
  | { readonly kind: 'show-help' }
  /** Esc: closes the help, otherwise leaves theater. */
  | { readonly kind: 'leave' };

export type PlayerRequest = SessionRequest | FrameRequest;

/** From SPEC §9. */
export const seekStepSeconds = 5;

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const requests: ReadonlyMap<string, PlayerRequest> = new Map<string, PlayerRequest>([
  [' ', { kind: 'toggle-play' }],
  ['k', { kind: 'toggle-play' }],
  ['ArrowLeft', { kind: 'seek-by', seconds: -seekStepSeconds }],
  ['ArrowRight', { kind: 'seek-by', seconds: seekStepSeconds }],
  ['m', { kind: 'toggle-muted' }],
  ['f', { kind: 'toggle-fullscreen' }],
  ['c', { kind: 'toggle-subtitles' }],
  ['t', { kind: 'toggle-theater' }],
  ['?', { kind: 'show-help' }],
  ['Escape', { kind: 'leave' }],
  ['<', { kind: 'change-speed', steps: -1 }],
  ['>', { kind: 'change-speed', steps: 1 }],
]);

/** The keys as the help dialog lists them, each with the name of its text (texts/player.ts). */
export const shownKeys = [
  [['Space', 'k'], 'play'],
  [['←', '→'], 'seek'],
  [['m'], 'mute'],
  [['c'], 'subtitles'],
  [['<', '>'], 'speed'],
  [['t'], 'theater'],
  [['f'], 'fullscreen'],
  [['?'], 'help'],
  [['Esc'], 'leave'],
] as const;

/** Null for a key that is not the player's, or that is pressed with ctrl, meta or alt (SPEC §5). */
export function requestOfKey(press: KeyPress): PlayerRequest | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  return requests.get(press.key.length === 1 ? press.key.toLowerCase() : press.key) ?? null;
}
