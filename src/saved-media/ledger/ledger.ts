// The record of the saved videos on this device. It is the single source of truth, read by the page, the saver and the service worker.
// Each commit by the saver is one transaction that checks its claim, so that a saver presumed dead commits nothing afterwards.
// After a crash, bytes on the disk that are not committed yet are written again.
import { putClaim } from './claim.ts';
import { createLedgerDatabase, type LedgerLoss } from './database.ts';
import { dropOrphans } from './drop-orphans.ts';
import { createFetchedCounter } from './fetched-counter.ts';
import { keysWithPrefix, keysOfRevision, playlistKeysOf } from './key-ranges.ts';
import type { Ledger } from './ledger-port.ts';
import { createPlanRows } from './plan-rows.ts';
import { defaultPreferences, restoreRows } from './restore-rows.ts';
import { ledgerName } from './rows.ts';

/** Thrown if the writer's claim is not the current one: another saver has taken over, or the account was left. */
export class ClaimLost extends Error {}

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

    async changeAll(keys, update) {
      const transaction = (await open()).transaction('items', 'readwrite', { durability: 'strict' });
      transaction.done.catch(() => undefined); // thrown below
      for (const key of keys) {
        const newRow = update(await transaction.store.get(key));
        if (newRow) await transaction.store.put(newRow);
      }
      await transaction.done;
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
      const stores = [...accountStores, 'preferences', 'settings', 'claim'] as const;
      const transaction = (await open()).transaction(stores, 'readwrite', { durability: 'strict' });
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
    ...createPlanRows(open),
    close,
  };
}
