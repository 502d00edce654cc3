// Why yt-dlp failed, as a closed set of kinds, and what each means for the next step. read-failure.ts finds the kind.

export type FailureKind =
  // This server.
  | 'no-program'
  /** The signal was aborted. */
  | 'stopped'
  | 'no-room'
  // The network or the site: every item there would fail alike.
  | 'network-away'
  | 'rate-limited'
  | 'bot-check'
  /** The site shows nothing without a signed-in account, or no longer accepts the stored cookie. */
  | 'sign-in-site'
  /** No connection, or a broken one. */
  | 'unreachable'
  | 'timed-out'
  // Answers of the site that may concern one item or the whole site.
  | 'blocked'
  /** The site's own error: 5xx. */
  | 'failing'
  // The video itself.
  /** Private, removed, or nothing left at that address. */
  | 'gone'
  /** Announced or running: there is nothing complete to download yet. */
  | 'not-yet'
  | 'sign-in'
  | 'region'
  | 'protected'
  | 'no-format'
  | 'unsupported'
  /** A channel without this page: it has only shorts, say. */
  | 'no-tab'
  /** Anything unrecognized. */
  | 'refused';

export interface YtDlpFailure {
  kind: FailureKind;
  /** The program's own words, one line. */
  message: string;
  /** Its warnings, oldest first, without duplicates. */
  warnings: readonly string[];
  /** How long the site asked to wait, if the program says so. */
  waitMs: number | null;
}

/**
 * What a failure applies to. `suspect`: the site answers, but one item does not show whether all are refused. It counts against the site until
 * other videos of it arrive while this one fails again. A lost connection never counts against a video, however often it happens.
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
  'no-tab': 'item',
  refused: 'item',
};

/** A later try may succeed without any change. */
export function isTransient(kind: FailureKind): boolean {
  const scope = scopeOf[kind];
  return scope === 'network' || scope === 'site' || scope === 'suspect' || kind === 'stopped';
}

/** Nothing was reached, so nothing is known about the item or the site. */
export function isUnreachable(kind: FailureKind): boolean {
  return kind === 'network-away' || kind === 'unreachable' || kind === 'timed-out';
}

export function failure(kind: FailureKind, message: string, warnings: readonly string[] = []): YtDlpFailure {
  return { kind, message, warnings, waitMs: null };
}
