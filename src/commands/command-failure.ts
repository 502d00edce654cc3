/** Why a command was not done. What the user typed for it stays in its form. */
export type CommandFailure =
  /** The archive did not answer, or something else did. It may be retried: no command does harm when repeated. */
  | { kind: 'away' }
  | { kind: 'signed-out' }
  /** Not allowed for this account (SPEC §8: 'Forbidden: Access denied.'). */
  | { kind: 'forbidden' }
  | { kind: 'not-found' }
  /** The archive's own words, where it sent any. */
  | { kind: 'refused'; status: number; message: string | null }
  | { kind: 'server-error' };

export type ReindexTarget = { video: string } | { channel: string } | { playlist: string };
