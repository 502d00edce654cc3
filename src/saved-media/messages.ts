// Messages between tabs and the saver about saved videos. Most of them only say that something changed; the details are in the ledger.
import type { Owner } from '../network/archive-api.ts';

/** The name of the BroadcastChannel. Every tab that has opened the ledger, and the saver, listen to it. */
export const savedChannelName = 'stowaway-saved';

export type SavedMessage =
  /** The ledger's row of this video has changed. */
  | { kind: 'changed'; account: string; videoId: string }
  /** Preferences, policies or trips of this account have changed. */
  | { kind: 'plans-changed'; account: string }
  /** "Use this network once": videos that wait for Wi-Fi continue until the connection changes. */
  | { kind: 'use-network-once'; account: string }
  /** The user pressed something in some tab, so the saver pauses for a moment. */
  | { kind: 'pressed' }
  /** Something may be due, so the saver checks the ledger. */
  | { kind: 'wake'; isNetworkBack: boolean };

/** Sent once by the page to the worker that the page has started. `owner` distinguishes one start from another. */
export interface StartSaver {
  account: string;
  owner: string;
  /** The account that the saver's API requests are sent for. */
  sessionOwner: Owner;
}

/**
 * Sent once by the saver's worker, when it no longer saves anything. `lost`: another saver has taken over, the account was left, or the
 * ledger was deleted. `outdated`: a later version of the client has upgraded the ledger.
 */
export type SaverEnded = 'lost' | 'outdated';
