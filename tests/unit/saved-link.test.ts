// The saved videos that a page knows at its start come from the ledger, which is opened only if it exists.
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB } from 'idb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, ledgerName, type SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { savedChannelName, type SavedMessage } from '../../src/saved-media/messages.ts';
import { createSavedLink } from '../../src/saved-media/saved-link.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import { createManualClock } from '../doubles/manual-clock.ts';
import { createMemoryDisk } from '../doubles/memory-disk.ts';
import { stubLocalStorage } from '../doubles/memory-storage.ts';

const hasSavedKey = 'stowaway.has-saved';

beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory())); // ledgers of other test files do not belong to this device

function setUp() {
  const storedValues = stubLocalStorage();
  vi.stubGlobal('window', new EventTarget());
  onTestFinished(() => void vi.unstubAllGlobals());
  return { link: aLink(), storedValues };
}

function aLink() {
  const link = createSavedLink({
    account: { accountKey: 'mara', userId: 1, archiveId: null },
    isOpen: async () => true,
    locks: { run: () => new Promise(() => {}) } as never,
    clock: createManualClock(),
    newKey: () => 'key',
    requestPage: async () => {},
    fetchStreamPlayer: async () => {},
  });
  onTestFinished(() => link.close());
  return link;
}

async function saveElsewhere(account = 'mara'): Promise<void> {
  const ledger = openLedger();
  const item = aSavedItem({ account, videoId: 'fog' });
  await ledger.change(itemKeyOf(item), () => item);
  await ledger.close();
}

const databaseNames = async (): Promise<(string | undefined)[]> => (await indexedDB.databases()).map(({ name }) => name);

test('a device that never saved anything gets no ledger', async () => {
  const { link, storedValues } = setUp();
  await link.openIfUsed();
  expect(await databaseNames()).not.toContain(ledgerName);
  expect(storedValues.size).toBe(0);
});

test('a video saved just before a crash is found, even if the mark in localStorage that something is saved was not written', async () => {
  await saveElsewhere();
  const { link, storedValues } = setUp();
  await link.openIfUsed();
  expect([link.item('fog')?.videoId, storedValues.get(hasSavedKey)]).toEqual(['fog', '1']);
});

test('while a ledger without the mark in localStorage is opened, the saved videos do not count as unread', async () => {
  await saveElsewhere();
  const { link } = setUp();
  const seenStates = [link.isRead()];
  link.subscribe(() => seenStates.push(link.isRead()));
  await link.openIfUsed();
  expect(seenStates.length).toBeGreaterThan(2); // changed by the item and the plans, before all is read
  expect(new Set(seenStates)).toEqual(new Set([true]));
  expect(link.items().length).toBe(1);
});

test('clearing this device finds a ledger even if the browser has no list of databases', async () => {
  await saveElsewhere();
  Object.defineProperty(indexedDB, 'databases', { value: undefined });
  const { link } = setUp();
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => createMemoryDisk().root } });
  await link.clear();
  const ledger = openLedger();
  onTestFinished(() => ledger.close());
  expect(await ledger.itemsOf('mara')).toEqual([]);
});

test('a cleared device keeps an empty ledger, which gives no revision number twice', async () => {
  await saveElsewhere();
  const { link } = setUp();
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => createMemoryDisk().root } });
  await link.openIfUsed();
  const ledger = openLedger();
  onTestFinished(() => ledger.close());
  const revision = await ledger.nextRevision();
  await link.actions.putTrip({ tripId: 't', name: 'Bergen', departsAt: null, days: 1, hoursADay: 6, sources: [], videoIds: [], packedAtMs: 0 });
  await link.clear();
  await link.leave();
  expect(await ledger.nextRevision()).toBe(revision + 1);
  expect([await ledger.accounts(), await ledger.tripsOf('mara'), await ledger.readOpenAccount()]).toEqual([[], [], undefined]);
  expect([link.items(), link.plans()?.trips]).toEqual([[], []]);
});

test('an account that was left gets its saved videos back if it stays open after all, and an account that was cleared can save again', async () => {
  await saveElsewhere();
  const { link } = setUp();
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => createMemoryDisk().root, persist: async () => true } });
  await link.openIfUsed();
  const ledger = openLedger();
  onTestFinished(() => ledger.close());
  await link.leave();
  expect(await ledger.readOpenAccount()).toBeUndefined();
  await link.stay();
  expect([link.item('fog')?.videoId, await ledger.readOpenAccount()]).toEqual(['fog', 'mara']);
  await link.clear();
  await link.stay();
  await link.actions.save('tug');
  expect([link.items().map(({ videoId }) => videoId), await ledger.readOpenAccount()]).toEqual([['tug'], 'mara']);
});

test('a video that another tab saves while a device is being cleared stays saved', async () => {
  await saveElsewhere();
  const { link } = setUp();
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => createMemoryDisk().root } });
  await link.openIfUsed();
  const ledger = openLedger();
  onTestFinished(() => ledger.close());
  await ledger.itemsOf('jonas'); // opens the ledger
  const saves: Promise<SavedItem | undefined>[] = [];
  function save(): void {
    const item = aSavedItem({ account: 'jonas', videoId: `tug ${saves.length}` });
    saves.push(ledger.change(itemKeyOf(item), () => item));
  }
  const { deleteDatabase } = indexedDB;
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => (save(), deleteDatabase.call(indexedDB, name)));
  await link.clear();
  save();
  expect(await Promise.all(saves)).toEqual(await ledger.itemsOf('jonas'));
});

test('the saved videos of other people survive the clearing of an account', async () => {
  await saveElsewhere('jonas');
  await saveElsewhere();
  const { link, storedValues } = setUp();
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => createMemoryDisk().root } });
  await link.clear();
  const ledger = openLedger();
  onTestFinished(() => ledger.close());
  expect([(await ledger.itemsOf('jonas')).length, storedValues.get(hasSavedKey)]).toEqual([1, '1']);
});

test('a device cleared by another tab shows no saved videos', async () => {
  await saveElsewhere();
  const { link } = setUp();
  await link.openIfUsed();
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => createMemoryDisk().root } });
  await aLink().clear();
  await expect.poll(() => link.items()).toEqual([]);
  await link.leave();
  const ledger = openLedger();
  onTestFinished(() => ledger.close());
  expect([await ledger.itemsOf('mara'), await ledger.readOpenAccount()]).toEqual([[], undefined]);
});

test('when a tab of an earlier version deletes the ledger, the device shows no saved videos, and a saver’s late messages create no ledger', async () => {
  await saveElsewhere();
  const { link } = setUp();
  await link.openIfUsed();
  expect(link.items()).toHaveLength(1);
  await deleteDB(ledgerName);
  const saver = new BroadcastChannel(savedChannelName);
  onTestFinished(() => saver.close());
  saver.postMessage({ kind: 'changed', account: 'mara', videoId: 'fog' } satisfies SavedMessage);
  await expect.poll(() => link.items()).toEqual([]);
  await link.leave();
  expect(await databaseNames()).toEqual([]);
});

test('while the ledger does not open, every video counts as kept, because the ledger may contain it', async () => {
  await saveElsewhere();
  const { link } = setUp();
  const openSpy = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new Error('of the test');
  });
  expect(await link.hasItem('tug')).toBe(true);
  openSpy.mockRestore();
  expect([await link.hasItem('tug'), await link.hasItem('fog')]).toEqual([false, true]);
});

test('a page notices the first save in another tab', async () => {
  const { link, storedValues } = setUp();
  await link.openIfUsed();
  await saveElsewhere();
  storedValues.set(hasSavedKey, '1');
  window.dispatchEvent(Object.assign(new Event('storage'), { key: hasSavedKey }));
  await expect.poll(() => link.item('fog')?.videoId).toBe('fog');
});
