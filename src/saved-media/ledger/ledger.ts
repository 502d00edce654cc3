// The record of the saved videos on this device. It is the single source of truth, read by the page, the saver and the service worker.
// Each commit by the saver is one transaction that checks its claim, so that a saver presumed dead commits nothing afterwards.
// After a crash, bytes on the disk that are not committed yet are written again.
import { putClaim } from './claim.ts';
import { createLedgerDatabase, type LedgerLoss } from './database.ts';
import { dropOrphans } from './drop-orphans.ts';
import { createFetchedCounter } from './fetched-counter.ts';
import { keysWithPrefix, keysOfRevision, playlistKeysOf } from './key-ranges.ts';
import { defaultPreferences, restoreRows, type LostRows } from './restore-rows.ts';
import {
  ledgerName,
  type ItemKey,
  type Revision,
  type RevisionKey,
  type SavedItem,
  type SavedPreferences,
  type SavePolicy,
  type SaverClaim,
  type SmallFile,
  type Trip,
  type WindowDigest,
} from './rows.ts';
import type { Schema } from './schema.ts';

/** Thrown if the writer's claim is not the current one: another saver has taken over, or the account was left. */
export class ClaimLost extends Error {}

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

const accountStores = ['items', 'revisions', 'digests', 'smallFiles', 'policies', 'trips'] as const;

/**
 * @param onLost called when a tab of an earlier version has deleted the ledger (the next call then creates another), or when a tab of a
 * later version has upgraded it (every call then fails)
 * @throws from each call: what the browser throws if the database does not open, or an error if a tab of an older version has it open
 */
export function openLedger(databaseName = ledgerName, onLost?: (how: LedgerLoss) => void): Ledger {
  const { open, close } = createLedgerDatabase(databaseName, { onLost });
  const fetchedCounter = createFetchedCounter();

  async function setOpenAccount(account: string, owner: string): Promise<void> {
    const transaction = (await open()).transaction(['settings', 'claim'], 'readwrite', { durability: 'strict' });
    const settings = transaction.objectStore('settings');
    if ((await settings.get('open-account')) !== account) {
      await settings.put(account, 'open-account');
      await putClaim(transaction.objectStore('claim'), owner);
    }
    await transaction.done;
  }

  async function leaveAccount(account: string): Promise<void> {
    const transaction = (await open()).transaction(['settings', 'claim'], 'readwrite', { durability: 'strict' });
    const settings = transaction.objectStore('settings');
    if ((await settings.get('open-account')) === account) {
      // Uses only deletions, which succeed on a full device too. Without a claim, every write of a saver is refused.
      await settings.delete('open-account');
      await transaction.objectStore('claim').delete('saver');
    }
    await transaction.done;
  }

  async function changePlan<Name extends 'policies' | 'trips'>(
    name: Name,
    key: Schema[Name]['key'],
    update: (row: Schema[Name]['value']) => Schema[Name]['value'] | null,
  ): Promise<void> {
    const { store, done } = (await open()).transaction(name, 'readwrite');
    const storedRow = await store.get(key);
    const newRow = storedRow ? update(storedRow) : null;
    if (newRow) await store.put(newRow);
    await done;
  }

  return {
    item: async (key) => (await open()).get('items', key),
    itemsOf: async (account) => (await open()).getAll('items', keysWithPrefix([account])),
    revision: async (key) => (await open()).get('revisions', key),
    revisionsOf: async (account) => (await open()).getAll('revisions', keysWithPrefix([account])),
    digestsOf: async (key) => (await open()).getAll('digests', keysOfRevision(key)),
    async bytesOfOthers(account) {
      const rows = await (await open()).getAll('revisions');
      return rows.reduce((sum, row) => sum + (row.account === account ? 0 : row.committedBytes), 0);
    },
    smallFile: async (account, url) => (await open()).get('smallFiles', keysWithPrefix([account, url])),
    smallFilesOf: async (account, videoId) => (await open()).getAllFromIndex('smallFiles', 'byVideo', [account, videoId]),
    hasSmallFile: async (account, url, videoId) => (await (await open()).getKey('smallFiles', [account, url, videoId])) !== undefined,

    async nextRevision() {
      const transaction = (await open()).transaction('settings', 'readwrite', { durability: 'strict' });
      const next = 1 + Number((await transaction.store.get('last-revision')) ?? 0);
      await transaction.store.put(next, 'last-revision');
      await transaction.done;
      return next;
    },

    async change(key, update) {
      const transaction = (await open()).transaction('items', 'readwrite', { durability: 'strict' });
      const storedRow = await transaction.store.get(key);
      const newRow = update(storedRow);
      if (newRow) await transaction.store.put(newRow);
      await transaction.done;
      return newRow ?? storedRow;
    },

    async changeForPolicies(key, policyIds, update) {
      const [account, videoId] = key;
      const transaction = (await open()).transaction(['items', 'policies'], 'readwrite', { durability: 'strict' });
      const [items, policies] = [transaction.objectStore('items'), transaction.objectStore('policies')];
      const storedRow = await items.get(key);
      const rows = (await Promise.all(policyIds.map((policyId) => policies.get([account, policyId])))).filter((row) => row !== undefined);
      const newRow = rows.length === 0 ? null : update(storedRow);
      if (newRow) await items.put(newRow);
      for (const row of rows) await policies.put({ ...row, askedIds: [...new Set([...(row.askedIds ?? []), videoId])] });
      await transaction.done;
    },

    restore: async (account, readRows) => restoreRows(await open(), account, readRows),

    countFetched: fetchedCounter.add,

    async commit(claim, { itemKey, item, revision, digest, smallFile, dropSmallUrls = [], dropRevisions = [], dropDigestsFrom }) {
      const stores = ['claim', 'items', 'revisions', 'digests', 'smallFiles', 'preferences'] as const;
      // A window's bytes are already flushed. A commit lost in a power cut only costs another fetch, and syncing each commit is slow.
      const durability = digest ? 'relaxed' : 'strict';
      const transaction = (await open()).transaction(stores, 'readwrite', { durability });
      const [currentClaim, row] = await Promise.all([transaction.objectStore('claim').get('saver'), transaction.objectStore('items').get(itemKey)]);
      if (currentClaim?.epoch !== claim.epoch || currentClaim.owner !== claim.owner) {
        transaction.abort();
        await transaction.done.catch(() => undefined); // aborted just above
        throw new ClaimLost();
      }
      // If the item was forgotten meanwhile, nothing of it is written.
      if (row) {
        const newRow = item?.(row) ?? row;
        if (item) await transaction.objectStore('items').put(newRow);
        const [account, videoId] = itemKey;
        if (newRow !== row) for (const url of dropSmallUrls) await transaction.objectStore('smallFiles').delete([account, url, videoId]);
        if (revision) await transaction.objectStore('revisions').put(revision);
        if (digest) await transaction.objectStore('digests').put(digest);
        if (smallFile) await transaction.objectStore('smallFiles').put(smallFile);
      }
      for (const key of dropRevisions) {
        await transaction.objectStore('revisions').delete(key);
        await transaction.objectStore('digests').delete(keysOfRevision(key));
        await transaction.objectStore('smallFiles').delete(playlistKeysOf(key));
      }
      if (dropDigestsFrom) {
        const { revision: key, window } = dropDigestsFrom;
        await transaction.objectStore('digests').delete(IDBKeyRange.bound([...key, window], [...key, []]));
      }
      await fetchedCounter.write(transaction.objectStore('preferences'), { account: itemKey[0], ...defaultPreferences });
      await transaction.done;
    },

    async dropCopy(key, update) {
      const [account, videoId, rendition] = key;
      const transaction = (await open()).transaction(['items', 'revisions', 'digests', 'smallFiles'], 'readwrite', { durability: 'strict' });
      const row = await transaction.objectStore('items').get([account, videoId, rendition]);
      const newRow = row ? update(row) : null;
      if (newRow) {
        await transaction.objectStore('items').put(newRow);
        await transaction.objectStore('revisions').delete(key);
        await transaction.objectStore('digests').delete(keysOfRevision(key));
        await transaction.objectStore('smallFiles').delete(playlistKeysOf(key));
      }
      await transaction.done;
      return newRow !== null;
    },

    async forget(key, isRecorded = true) {
      const [account, videoId] = key;
      const transaction = (await open()).transaction(['items', 'revisions', 'digests', 'smallFiles'], 'readwrite', { durability: 'strict' });
      const row = await transaction.objectStore('items').get(key);
      if (isRecorded && row && row.removedAtMs === null) return [];
      const revisions = await transaction.objectStore('revisions').getAll(keysWithPrefix(key));
      await transaction.objectStore('items').delete(key);
      await transaction.objectStore('revisions').delete(keysWithPrefix(key));
      await transaction.objectStore('digests').delete(keysWithPrefix(key));
      for (const smallKey of await transaction.objectStore('smallFiles').index('byVideo').getAllKeys([account, videoId])) {
        await transaction.objectStore('smallFiles').delete(smallKey);
      }
      await transaction.done;
      return revisions;
    },

    dropOrphans: async (account) => dropOrphans(await open(), account),

    async accounts() {
      const transaction = (await open()).transaction(['items', 'revisions']);
      const keys = await Promise.all([transaction.objectStore('items').getAllKeys(), transaction.objectStore('revisions').getAllKeys()]);
      return [...new Set(keys.flat().map(([account]) => account))];
    },

    async forgetAccount(account) {
      const transaction = (await open()).transaction([...accountStores, 'preferences', 'settings', 'claim'], 'readwrite', { durability: 'strict' });
      for (const store of accountStores) await transaction.objectStore(store).delete(keysWithPrefix([account]));
      await transaction.objectStore('preferences').delete(account);
      // Another account may be open by then.
      if ((await transaction.objectStore('settings').get('open-account')) === account) {
        // Uses only deletions, like `leaveAccount`.
        await transaction.objectStore('settings').delete('open-account');
        await transaction.objectStore('claim').delete('saver');
      }
      await transaction.done;
    },

    async claim(owner, account) {
      const transaction = (await open()).transaction(['claim', 'settings', 'preferences'], 'readwrite', { durability: 'strict' });
      const isAllowed =
        account === undefined ||
        ((await transaction.objectStore('settings').get('open-account')) === account &&
          (await transaction.objectStore('preferences').getKey(account)) !== undefined);
      const claim = isAllowed ? await putClaim(transaction.objectStore('claim'), owner) : null;
      await transaction.done;
      if (!claim) throw new ClaimLost();
      return claim;
    },

    readOpenAccount: async () => (await (await open()).get('settings', 'open-account')) as string | undefined,
    setOpenAccount,
    leaveAccount,

    hasAccount: async (account) => (await (await open()).getKey('preferences', account)) !== undefined,
    preferences: async (account) => (await (await open()).get('preferences', account)) ?? { account, ...defaultPreferences },
    async changePreferences(account, change) {
      const { store, done } = (await open()).transaction('preferences', 'readwrite', { durability: 'strict' });
      await store.put({ account, ...defaultPreferences, ...(await store.get(account)), ...change });
      await done;
    },
    policiesOf: async (account) => (await open()).getAll('policies', keysWithPrefix([account])),
    putPolicy: async (policy) => void (await (await open()).put('policies', policy)),
    changePolicy: (account, policyId, update) => changePlan('policies', [account, policyId], update),
    deletePolicy: async (account, policyId) => (await open()).delete('policies', [account, policyId]),
    tripsOf: async (account) => (await open()).getAll('trips', keysWithPrefix([account])),
    putTrip: async (trip) => void (await (await open()).put('trips', trip)),
    changeTrip: (account, tripId, update) => changePlan('trips', [account, tripId], update),
    async unpackTrip(account, tripId, changeItems) {
      const transaction = (await open()).transaction(['items', 'policies', 'trips'], 'readwrite', { durability: 'strict' });
      transaction.done.catch(() => undefined); // thrown below
      const [items, policies, trips] = await Promise.all([
        transaction.objectStore('items').getAll(keysWithPrefix([account])),
        transaction.objectStore('policies').getAll(keysWithPrefix([account])),
        transaction.objectStore('trips').getAll(keysWithPrefix([account])),
      ]);
      const trip = trips.find((row) => row.tripId === tripId);
      const changedItems = trip ? changeItems(trip, { items, policies, trips }) : [];
      for (const item of changedItems) await transaction.objectStore('items').put(item);
      await transaction.objectStore('trips').delete([account, tripId]);
      await transaction.done;
      return changedItems;
    },
    deleteTrip: async (account, tripId) => (await open()).delete('trips', [account, tripId]),
    close,
  };
}
