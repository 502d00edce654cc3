// What the page, the saver and the service worker can do with the ledger (ledger.ts).
import type { LostRows } from './restore-rows.ts';
import type { ItemKey, Revision, RevisionKey, SavedItem, SavedPreferences, SavePolicy, SaverClaim, SmallFile, Trip, WindowDigest } from './rows.ts';

/** The account's rows in the transaction that unpacks a trip. */
export interface AccountRows {
  items: readonly SavedItem[];
  policies: readonly SavePolicy[];
  trips: readonly Trip[];
}

export interface Ledger {
  item(key: ItemKey): Promise<SavedItem | undefined>;
  itemsOf(account: string): Promise<SavedItem[]>;
  revision(key: RevisionKey): Promise<Revision | undefined>;
  /** The number of a new revision, never used on this device before, because a player of an old revision must not get bytes of another. */
  nextRevision(): Promise<number>;
  revisionsOf(account: string): Promise<Revision[]>;
  /** Committed bytes of the videos of all other accounts on this device together. */
  bytesOfOthers(account: string): Promise<number>;
  digestsOf(key: RevisionKey): Promise<WindowDigest[]>;
  /** The file with this address, whichever video it was stored for: several videos share their channel's picture. */
  smallFile(account: string, url: string): Promise<SmallFile | undefined>;
  smallFilesOf(account: string, videoId: string): Promise<SmallFile[]>;
  hasSmallFile(account: string, url: string, videoId: string): Promise<boolean>;
  /** Makes a change for the user, which needs no claim. `update` returns the row to store, or null to change nothing. */
  change(key: ItemKey, update: (row: SavedItem | undefined) => SavedItem | null): Promise<SavedItem | undefined>;
  /** Like `change` for several videos, in one transaction: if it fails, none of them is changed. */
  changeAll(keys: readonly ItemKey[], update: (row: SavedItem | undefined) => SavedItem | null): Promise<void>;
  /**
   * Like `change`, for a video that these policies request. The same transaction adds the video to their `askedIds`. Does nothing if all of
   * them were deleted.
   */
  changeForPolicies(key: ItemKey, policyIds: readonly string[], update: (row: SavedItem | undefined) => SavedItem | null): Promise<void>;
  /** Restores the rows of accounts, if the ledger does not know `account` (restore-rows.ts). */
  restore(account: string, readRows: () => readonly LostRows[]): Promise<void>;
  /** Counts bytes fetched by the saver; the next commit stores them in the account's preferences. */
  countFetched(bytes: number, nowMs: number): void;
  /** Writes for the current saver. @throws ClaimLost if `claim` is no longer the current one */
  commit(claim: SaverClaim, rows: LedgerWrite): Promise<void>;
  /** Accounts with items or revisions. */
  accounts(): Promise<string[]>;
  /**
   * "Clear this device": everything of the account is deleted in one transaction, its videos are no longer played, and further writes of
   * its saver are refused. If a crash follows, the next start of any account deletes the files left over (store/reconcile.ts).
   */
  forgetAccount(account: string): Promise<void>;
  /**
   * Drops a copy whose bytes differ from those written: deletes its revision and stores the item that `update` returns; null changes
   * nothing. Needs no claim, since the saver does not write complete copies. Resolves to whether the copy was dropped; if so, its files
   * must be deleted.
   */
  dropCopy(key: RevisionKey, update: (row: SavedItem) => SavedItem | null): Promise<boolean>;
  /**
   * Deletes the item, its revisions, digests and small files, unless its removal was undone. Resolves to its revisions, whose files must be
   * deleted.
   * @param isRecorded false if the device is too full to record the removal: the item is then deleted even if its row has no `removedAtMs`
   */
  forget(key: ItemKey, isRecorded?: boolean): Promise<Revision[]>;
  /** Deletes orphaned rows. Resolves to how many there were. */
  dropOrphans(account: string): Promise<number>;
  /**
   * Takes over from the previous claimant.
   * @throws ClaimLost if `account` is given and is not the open one, or is unknown: its rows may still have to be restored, and a saver
   *   deletes files without rows
   */
  claim(owner: string, account?: string): Promise<SaverClaim>;
  readOpenAccount(): Promise<string | undefined>;
  /** From now on only this account's videos are played, and further writes of the previous account's saver are refused. */
  setOpenAccount(account: string, owner: string): Promise<void>;
  /** If this account is the open one, no account's videos are played from now on, and further writes of its saver are refused. */
  leaveAccount(account: string): Promise<void>;
  /**
   * Whether the ledger knows the account: it has preferences of every account that was opened here. False: the account was never opened
   * here or was cleared, or the ledger was lost.
   */
  hasAccount(account: string): Promise<boolean>;
  preferences(account: string): Promise<SavedPreferences>;
  changePreferences(account: string, change: Partial<Omit<SavedPreferences, 'account'>>): Promise<void>;
  policiesOf(account: string): Promise<SavePolicy[]>;
  putPolicy(policy: SavePolicy): Promise<void>;
  /** In one transaction, reads the policy and stores what `update` returns; null changes nothing. Does nothing if the policy was deleted. */
  changePolicy(account: string, policyId: string, update: (row: SavePolicy) => SavePolicy | null): Promise<void>;
  deletePolicy(account: string, policyId: string): Promise<void>;
  tripsOf(account: string): Promise<Trip[]>;
  putTrip(trip: Trip): Promise<void>;
  /** Like `changePolicy`. */
  changeTrip(account: string, tripId: string, update: (row: Trip) => Trip | null): Promise<void>;
  /**
   * In one transaction, stores the items that `changeItems` returns and deletes the trip. Resolves to these items; empty if the trip was
   * deleted before.
   */
  unpackTrip(account: string, tripId: string, changeItems: (trip: Trip, rows: AccountRows) => readonly SavedItem[]): Promise<readonly SavedItem[]>;
  deleteTrip(account: string, tripId: string): Promise<void>;
  close(): Promise<void>;
}

/** The writes of one saver transaction. Nothing is written for an item that was forgotten meanwhile (see `commit`). */
export interface LedgerWrite {
  item?: (row: SavedItem) => SavedItem;
  itemKey: ItemKey;
  revision?: Revision;
  digest?: WindowDigest;
  smallFile?: SmallFile;
  /** Addresses of small files of the video, which are deleted if `item` changes the row. */
  dropSmallUrls?: readonly string[];
  /** Revisions that are deleted along with their digests and playlists, so that no row refers to their files any more. */
  dropRevisions?: readonly RevisionKey[];
  /** Deletes the digests from this window on, because these windows are not on disk. */
  dropDigestsFrom?: { revision: RevisionKey; window: number };
}
