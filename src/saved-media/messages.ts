// What page, saver and service worker tell each other about saved videos: only that something changed. What it is stands in the ledger.

/** Over a BroadcastChannel: every tab's saver control, the saver and the queries hear it. */
export const savedChannelName = 'stowaway-saved';

export type SavedMessage =
  /** The ledger's row of this video has changed. */
  | { kind: 'changed'; account: string; videoId: string }
  /** Preferences, policies or trips of this account have changed. */
  | { kind: 'plans-changed'; account: string }
  /** "Use this network once": what waits for Wi-Fi goes on until the connection changes. */
  | { kind: 'use-network-once'; account: string }
  /** Somebody wants something: the saver looks at the ledger. */
  | { kind: 'wake'; isNetworkBack: boolean };

/** From the page to the worker that it started, once. `owner` tells one start from another. */
export interface StartSaver {
  account: string;
  owner: string;
}

/** From that worker, once: it saves nothing any more. `lost`: another saver has taken over. `outdated`: a later version of the client has. */
export type SaverEnded = 'lost' | 'outdated';
