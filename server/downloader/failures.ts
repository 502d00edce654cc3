// Why yt-dlp failed, as a closed set of kinds, and what each means for what comes next. read-failure.ts finds the kind.

export type FailureKind =
  // Of this server.
  | 'no-program'
  /** The signal was aborted. */
  | 'stopped'
  | 'no-room'
  // Of the network, or of the site: every item there would fail alike.
  | 'network-away'
  | 'rate-limited'
  | 'bot-check'
  /** The site shows nothing without a signed-in account, or no longer takes the stored cookie. */
  | 'sign-in-site'
  /** No connection, or one that broke. */
  | 'unreachable'
  | 'timed-out'
  // Answers of the site, as far as one item can tell about the site as a whole.
  | 'blocked'
  /** An error of its own: 5xx. */
  | 'failing'
  // Of the video itself.
  /** Private, removed, or nothing at that address any more. */
  | 'gone'
  /** Announced or running: there is nothing whole to download yet. */
  | 'not-yet'
  | 'sign-in'
  | 'region'
  | 'protected'
  | 'no-format'
  | 'unsupported'
  /** Everything that is not known here. */
  | 'refused';

export interface YtDlpFailure {
  kind: FailureKind;
  /** The program's own words, one line. */
  words: string;
  /** Its warnings, oldest first, each once. */
  warnings: readonly string[];
  /** How long the site asked to wait, where the program tells it. */
  waitMs: number | null;
}

/**
 * Whom a failure speaks about. `suspect`: the site answers, and one item cannot tell whether it means all of
 * them: it counts for the site until other videos of it come while this one fails again. A lost connection never counts against a
 * video, however often it is lost.
 */
export type FailureScope = 'server' | 'network' | 'site' | 'suspect' | 'item';

export const scopeOf: Record<FailureKind, FailureScope> = {
  'no-program': 'server',
  stopped: 'server',
  'no-room': 'server',
  'network-away': 'network',
  'rate-limited': 'site',
  'bot-check': 'site',
  'sign-in-site': 'site',
  unreachable: 'site',
  'timed-out': 'site',
  blocked: 'suspect',
  failing: 'suspect',
  gone: 'item',
  'not-yet': 'item',
  'sign-in': 'item',
  region: 'item',
  protected: 'item',
  'no-format': 'item',
  unsupported: 'item',
  refused: 'item',
};

/** Another try later may do, without anything changed. */
export function isPassing(kind: FailureKind): boolean {
  const scope = scopeOf[kind];
  return scope === 'network' || scope === 'site' || scope === 'suspect' || kind === 'stopped';
}

/** Nobody was reached: no word about what was asked for, or about the site. */
export function isUnreached(kind: FailureKind): boolean {
  return kind === 'network-away' || kind === 'unreachable' || kind === 'timed-out';
}

export function failure(kind: FailureKind, words: string, warnings: readonly string[] = []): YtDlpFailure {
  return { kind, words, warnings, waitMs: null };
}
