// The stores of the ledger's database.
import type { DBSchema } from 'idb';
import type { ItemKey, Revision, RevisionKey, SavedItem, SavedPreferences, SavePolicy, SaverClaim, SmallFile, Trip, WindowDigest } from './rows.ts';

export interface Schema extends DBSchema {
  items: { key: ItemKey; value: SavedItem };
  revisions: { key: RevisionKey; value: Revision };
  digests: { key: [...RevisionKey, window: number]; value: WindowDigest };
  smallFiles: { key: [account: string, url: string, videoId: string]; value: SmallFile; indexes: { byVideo: [account: string, videoId: string] } };
  claim: { key: 'saver'; value: SaverClaim };
  /** `last-revision`: the highest number given to a revision of any video. */
  settings: { key: 'open-account' | 'last-revision'; value: string | number };
  preferences: { key: string; value: SavedPreferences };
  policies: { key: [account: string, policyId: string]; value: SavePolicy };
  trips: { key: [account: string, tripId: string]; value: Trip };
}
