// The kinds of yt-dlp's failures, and what each applies to. read-failure.ts finds the kind.

export type FailureKind =
  // This server is at fault.
  | 'no-program'
  /** The system could not start the program at the moment, for lack of memory or processes. */
  | 'no-start'
  /** The signal was aborted. */
  | 'stopped'
  | 'no-room'
  // The network or the site is at fault: every item there would fail in the same way.
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
  // The video itself is at fault.
  /** Private, removed, or no longer at that address. */
  | 'gone'
  /** The video is announced or being broadcast, so it is not complete yet. */
  | 'not-yet'
  | 'sign-in'
  | 'region'
  | 'protected'
  | 'no-format'
  | 'unsupported'
  /** The channel does not have this page, for example because it has only shorts. */
  | 'no-tab'
  /** Anything unrecognized. */
  | 'refused';

export interface YtDlpFailure {
  kind: FailureKind;
  /** The program's error message, one line. */
  message: string;
  /** The program's warnings, oldest first, without duplicates. */
  warnings: readonly string[];
  /** How long the site asks to wait, if the program reports it. */
  waitMs: number | null;
}

/**
 * What a failure applies to. `suspect`: the site answers, but one failed item does not show whether the site refuses all items. The failure
 * counts against the site until the site sends other videos and the same item fails again. A lost connection never counts against a video,
 * however often it happens.
 */
export type FailureScope = 'server' | 'network' | 'site' | 'suspect' | 'item';

export const scopeOf: Record<FailureKind, FailureScope> = {
  'no-program': 'server',
  'no-start': 'server',
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

/** Whether the network or the site is at fault, or the try was stopped, so that a later try may succeed without any change. */
export function isTransient(kind: FailureKind): boolean {
  const scope = scopeOf[kind];
  return scope === 'network' || scope === 'site' || scope === 'suspect' || kind === 'stopped';
}

/** Whether yt-dlp did not run at all. */
export function isWithoutProgram(kind: FailureKind): boolean {
  return kind === 'no-program' || kind === 'no-start';
}

/** Whether the site was not reached, so that the failure says nothing about the item. */
export function isUnreachable(kind: FailureKind): boolean {
  return kind === 'network-away' || kind === 'unreachable' || kind === 'timed-out';
}

export function createFailure(kind: FailureKind, message: string, warnings: readonly string[] = []): YtDlpFailure {
  return { kind, message, warnings, waitMs: null };
}
