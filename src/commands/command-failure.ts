import type { WriteFailure } from '../mutations/write-failure.ts';

/** Why a command failed. The form that ran the command keeps the user's input. */
export type CommandFailure =
  /** The archive did not answer, or something else answered. It is safe to repeat any command. */
  | { kind: 'away' }
  | { kind: 'signed-out' }
  /** Not allowed for this account (SPEC §8: 'Forbidden: Access denied.'). */
  | { kind: 'forbidden' }
  | { kind: 'not-found' }
  /** `message` is the archive's own, if it sent one. */
  | { kind: 'refused'; status: number; message: string | null }
  | { kind: 'server-error' }
  /**
   * This device could not store the effect, or read what the command needs. The archive may have carried out the command; repeating it is
   * safe. An absent reason means `other`.
   */
  | { kind: 'not-stored'; reason?: WriteFailure };

export type ReindexTarget = { video: string } | { channel: string } | { playlist: string };
