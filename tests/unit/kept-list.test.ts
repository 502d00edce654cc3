// The kept list in localStorage names what this device keeps. If the browser has lost the ledger, its rows are restored from this list.
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { deleteKeptList, restoreLostRows, writeKeptList } from '../../src/saved-media/kept-list.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import type { Ledger } from '../../src/saved-media/ledger/ledger-port.ts';
import { itemKeyOf, windowBytes, type SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { hashOfWindows } from '../../src/saved-media/saver/windows-hash.ts';
import { aRevision, aSavedItem } from '../builders/saved-items.ts';
import { stubLocalStorage } from '../doubles/memory-storage.ts';

const account = 'mara';
const { put } = IDBObjectStore.prototype;
let storedValues: Map<string, string>;

beforeEach(() => {
  storedValues = stubLocalStorage();
  vi.stubGlobal('indexedDB', new IDBFactory());
  onTestFinished(() => void vi.unstubAllGlobals());
});

const wholeItem = aSavedItem({
  videoId: 'fog',
  wholeRevision: 7,
  status: { state: 'ready', reason: null },
  place: 2,
  isPinned: true,
  totalBytes: 9,
  savedBytes: 9,
});
const windowHashes = [new Uint8Array(32).fill(1).buffer, new Uint8Array(32).fill(2).buffer];
const waitingItem = aSavedItem({ videoId: 'tug', keptFor: 'trip', place: 1 });
const removedItem = aSavedItem({ videoId: 'ice', removedAtMs: 5 });
const policy = { account, policyId: 'p', source: { kind: 'channel', id: 'UC1' }, order: 'newest', count: 5, addedAtMs: 3 } as const;
const trip = { account, tripId: 't', name: 'Fjords', departsAt: null, days: 2, hoursADay: 3, sources: [], videoIds: ['tug'], packedAtMs: 4 };

test('after the ledger is lost, complete videos without a listed copy count as taken away, others wait again, and plans are restored', async () => {
  await (await keepEverything()).close();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const ledger = aLedger();
  expect(await restoreLostRows(ledger, account, 100)).toEqual(['fog', 'tug']);
  expect((await ledger.itemsOf(account)).map(summary)).toEqual(['fog: failed taken-away, person, place 2, pinned', 'tug: queued, trip, place 1']);
  expect([await ledger.policiesOf(account), await ledger.tripsOf(account)]).toEqual([[policy], [trip]]);
  expect(await ledger.preferences(account)).toMatchObject({ isWifiOnly: true });
  expect(await restoreLostRows(ledger, account, 200), 'rows are restored only once').toEqual([]);
});

test('after the ledger is lost, a complete copy is restored for every account of the device, with a hash of its bytes', async () => {
  const lostLedger = aLedger();
  for (const owner of [account, 'jonas']) {
    const revision = aRevision({ account: owner, videoId: 'fog', revision: 7, totalBytes: windowBytes + 1, committedBytes: windowBytes + 1, isCompared: true });
    const item = { ...wholeItem, account: owner, totalBytes: windowBytes + 1, savedBytes: windowBytes + 1 };
    await lostLedger.change(itemKeyOf(item), () => item);
    const claim = await lostLedger.claim('saver');
    await lostLedger.commit(claim, { itemKey: itemKeyOf(item), revision });
    for (const [window, sha256] of windowHashes.entries())
      await lostLedger.commit(claim, {
        itemKey: itemKeyOf(item),
        digest: { account: owner, videoId: 'fog', rendition: 'original', revision: 7, window, sha256 },
      });
    await lostLedger.changePreferences(owner, {});
    await writeKeptList(lostLedger, owner);
  }
  await lostLedger.close();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const ledger = aLedger();
  expect(await restoreLostRows(ledger, account, 100)).toEqual(['fog']);
  for (const owner of [account, 'jonas']) {
    expect((await ledger.itemsOf(owner)).map(summary)).toEqual(['fog: ready, person, place 2, pinned']);
    expect(await ledger.item([owner, 'fog', 'original'])).toMatchObject({
      ...{ wholeRevision: 7, wholeBytes: windowBytes + 1, savedBytes: windowBytes + 1 },
      areSmallFilesDue: true, // the saver fetches them again
    });
    expect(await ledger.revisionsOf(owner)).toEqual([
      aRevision({
        ...{ account: owner, videoId: 'fog', revision: 7, totalBytes: windowBytes + 1, committedBytes: windowBytes + 1, isCompared: true },
        windowsHash: await hashOfWindows(windowHashes),
      }),
    ]);
  }
  expect(await ledger.nextRevision()).toBe(8);
  // The restored ledger has no hashes of the windows, but it writes the same list.
  const listBefore = storedValues.get(`stowaway.kept ${account}`);
  await writeKeptList(ledger, account);
  expect(storedValues.get(`stowaway.kept ${account}`)).toBe(listBefore);
});

test('neither a copy without hashes nor a stream, whose playlists are lost, is restored as complete', async () => {
  const lostLedger = aLedger();
  const items = [wholeItem, { ...wholeItem, videoId: 'live', isStream: true }];
  const claim = await lostLedger.claim('saver');
  for (const item of items) {
    await lostLedger.change(itemKeyOf(item), () => item);
    await lostLedger.commit(claim, { itemKey: itemKeyOf(item), revision: aRevision({ videoId: item.videoId, revision: 7, totalBytes: 9 }) });
  }
  const sha256 = windowHashes[0] ?? new ArrayBuffer(0);
  const digest = { account, videoId: 'live', rendition: 'original', revision: 7, window: 0, sha256 } as const;
  await lostLedger.commit(claim, { itemKey: [account, 'live', 'original'], digest });
  await lostLedger.changePreferences(account, {});
  await writeKeptList(lostLedger, account);
  await lostLedger.close();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const ledger = aLedger();
  await restoreLostRows(ledger, account, 100);
  expect((await ledger.itemsOf(account)).map(({ status }) => status.reason)).toEqual(['taken-away', 'taken-away']);
});

test('a video that the user had paused stays paused', async () => {
  const lostLedger = aLedger();
  const pausedItem = aSavedItem({ status: { state: 'paused', reason: 'user' } });
  await lostLedger.change(itemKeyOf(pausedItem), () => pausedItem);
  await lostLedger.changePreferences(account, {});
  await writeKeptList(lostLedger, account);
  await lostLedger.close();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const ledger = aLedger();
  await restoreLostRows(ledger, account, 100);
  expect((await ledger.item(itemKeyOf(pausedItem)))?.status).toEqual({ state: 'paused', reason: 'user' });
});

test('an existing ledger is left alone, even if the list names a video that the ledger no longer has', async () => {
  const ledger = await keepEverything();
  await ledger.change(itemKeyOf(wholeItem), (row) => (row ? { ...row, removedAtMs: 6 } : null));
  await ledger.forget(itemKeyOf(wholeItem));
  expect(await restoreLostRows(ledger, account, 100)).toEqual([]);
  expect((await ledger.itemsOf(account)).map(({ videoId }) => videoId)).toEqual(['ice', 'tug']);
});

test('an interrupted restoration restores no rows of any account, and the next start restores everything', async () => {
  await (await keepEverything()).close();
  storedValues.set('stowaway.kept jonas', (storedValues.get(`stowaway.kept ${account}`) ?? '').replaceAll(`"${account}"`, '"jonas"'));
  vi.stubGlobal('indexedDB', new IDBFactory());
  const ledger = aLedger();
  const failPuts = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (this.name === 'trips' && (row[0] as { account: string }).account === account) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, row);
  });
  onTestFinished(() => failPuts.mockRestore());
  await expect(restoreLostRows(ledger, account, 100)).rejects.toThrow('full');
  for (const owner of [account, 'jonas'])
    expect([await ledger.hasAccount(owner), await ledger.itemsOf(owner), await ledger.policiesOf(owner)]).toEqual([false, [], []]);
  failPuts.mockRestore();
  expect(await restoreLostRows(ledger, 'jonas', 200)).toEqual(['fog', 'tug']);
  for (const owner of [account, 'jonas']) expect([(await ledger.itemsOf(owner)).length, (await ledger.tripsOf(owner)).length]).toEqual([2, 1]);
});

test('a restoration that an earlier version began is completed, and rows that were changed since stay', async () => {
  await (await keepEverything()).close();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const ledger = aLedger();
  await ledger.change(itemKeyOf(wholeItem), () => wholeItem);
  await ledger.putPolicy({ ...policy, count: 2 });
  expect(await restoreLostRows(ledger, account, 200)).toEqual(['fog', 'tug']);
  expect([await ledger.item(itemKeyOf(wholeItem)), await ledger.policiesOf(account), await ledger.tripsOf(account)]).toEqual([
    wholeItem,
    [{ ...policy, count: 2 }],
    [trip],
  ]);
});

test('when two tabs restore at the same time, the second tab does not undo a change made after the first tab’s restoration', async () => {
  await (await keepEverything()).close();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const [ledger, otherLedger] = [aLedger(), aLedger()];
  const hadAccount = await Promise.all([ledger.hasAccount(account), otherLedger.hasAccount(account)]);
  const pendingRestoration = restoreLostRows(ledger, account, 100);
  const pendingOtherRestoration = pendingRestoration.then(async () => {
    await ledger.putPolicy({ ...policy, count: 2 });
    await ledger.deleteTrip(account, trip.tripId);
    await ledger.change(itemKeyOf(waitingItem), (row) => (row ? { ...row, removedAtMs: 6 } : null));
    await ledger.forget(itemKeyOf(waitingItem));
    return restoreLostRows(otherLedger, account, 200);
  });
  expect([hadAccount, await pendingRestoration, await pendingOtherRestoration]).toEqual([[false, false], ['fog', 'tug'], []]);
  expect([await ledger.policiesOf(account), await ledger.tripsOf(account)]).toEqual([[{ ...policy, count: 2 }], []]);
  expect((await ledger.itemsOf(account)).map(({ videoId }) => videoId)).toEqual(['fog']);
});

test('rows that another tab clears while a restoration waits do not come back', async () => {
  await (await keepEverything()).close();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const [ledger, otherLedger] = [aLedger(), aLedger()];
  await ledger.hasAccount(account); // opens the database
  const pendingClearing = ledger.forgetAccount(account);
  const pendingRestoration = restoreLostRows(otherLedger, account, 100);
  deleteKeptList(account);
  await pendingClearing;
  expect([await pendingRestoration, await ledger.itemsOf(account)]).toEqual([[], []]);
});

test('a ledger that was lost while it was open does not replace the list', async () => {
  await (await keepEverything()).close();
  const valuesBefore = new Map(storedValues);
  vi.stubGlobal('indexedDB', new IDBFactory());
  await writeKeptList(aLedger(), account);
  expect(storedValues).toEqual(valuesBefore);
});

test('a list restores only its own account, and a deleted or unreadable list restores nothing', async () => {
  await (await keepEverything()).close();
  const key = `stowaway.kept ${account}`;
  const intactList = storedValues.get(key) ?? '';
  for (const damage of [
    () => storedValues.set(key, '{"items":1}'),
    () => storedValues.set(key, '{"items":[],"plans":{"policies":1,"trips":[]}}'),
    () => storedValues.set(key, '{"it'),
    () => deleteKeptList(account),
  ]) {
    storedValues.set(key, intactList);
    damage();
    vi.stubGlobal('indexedDB', new IDBFactory());
    const ledger = aLedger();
    expect([await restoreLostRows(ledger, account, 100), await ledger.itemsOf(account)]).toEqual([[], []]);
  }
  storedValues.set(key, intactList);
  vi.stubGlobal('indexedDB', new IDBFactory());
  expect(await restoreLostRows(aLedger(), 'jonas', 100)).toEqual([]);
});

test('malformed entries of a list are left out, so that every other row of every account is restored', async () => {
  await (await keepEverything()).close();
  const { items, plans } = JSON.parse(storedValues.get(`stowaway.kept ${account}`) ?? '') as {
    items: object[];
    plans: { policies: object[]; trips: object[] };
  };
  const ofJonas = JSON.stringify({ items, plans }).replaceAll(`"${account}"`, '"jonas"');
  const malformedCopy = { ...items[0], videoId: 'ebb', copy: { ...aRevision({ videoId: 'ebb' }), revision: 'x', windowsHash: '' } };
  const malformedList = {
    items: [null, { ...items[0], videoId: 7 }, { videoId: 'elk' }, malformedCopy, ...items],
    plans: {
      preferences: { isWifiOnly: true, account: 5 },
      policies: [null, { account }, { ...policy, policyId: 8 }, { ...policy, policyId: 'q', account: 'nobody' }, ...plans.policies],
      trips: [3, { account, tripId: 't2' }, { ...trip, tripId: {} }, ...plans.trips],
    },
  };
  storedValues.set(`stowaway.kept ${account}`, JSON.stringify(malformedList));
  storedValues.set('stowaway.kept jonas', ofJonas);
  vi.stubGlobal('indexedDB', new IDBFactory());
  const ledger = aLedger();
  expect(await restoreLostRows(ledger, 'jonas', 100)).toEqual(['fog', 'tug']);
  expect((await ledger.itemsOf(account)).map(summary)).toEqual([
    'ebb: failed taken-away, person, place 2, pinned',
    'fog: failed taken-away, person, place 2, pinned',
    'tug: queued, trip, place 1',
  ]);
  expect([await ledger.policiesOf(account), await ledger.tripsOf(account), await ledger.revisionsOf(account)]).toEqual([[policy], [trip], []]);
  expect(await ledger.preferences(account)).toMatchObject({ account, isWifiOnly: true });
});

test('a video that is removed while the hashes of copies are read is not listed', async () => {
  const ledger = aLedger();
  await ledger.change(itemKeyOf(wholeItem), () => wholeItem);
  await ledger.commit(await ledger.claim('saver'), { itemKey: itemKeyOf(wholeItem), revision: aRevision({ videoId: 'fog', revision: 7, totalBytes: 9 }) });
  await ledger.putTrip(trip);
  await ledger.changePreferences(account, {});
  const { digestsOf } = ledger;
  vi.spyOn(ledger, 'digestsOf').mockImplementationOnce(async (key) => {
    await ledger.change(itemKeyOf(wholeItem), (row) => (row ? { ...row, removedAtMs: 6 } : null));
    return digestsOf(key);
  });
  await writeKeptList(ledger, account);
  expect(storedValues.get(`stowaway.kept ${account}`)).toMatch(/^\{"items":\[\],/);
});

test('no list is stored when nothing is kept', async () => {
  const ledger = aLedger();
  await ledger.changePreferences(account, { isWifiOnly: true });
  await writeKeptList(ledger, account);
  expect(storedValues).toEqual(new Map());
});

function aLedger(): Ledger {
  const ledger = openLedger();
  onTestFinished(() => ledger.close());
  return ledger;
}

async function keepEverything(): Promise<Ledger> {
  const ledger = aLedger();
  for (const item of [wholeItem, waitingItem, removedItem]) await ledger.change(itemKeyOf(item), () => item);
  await ledger.putPolicy(policy);
  await ledger.putTrip(trip);
  await ledger.changePreferences(account, { isWifiOnly: true });
  await writeKeptList(ledger, account);
  return ledger;
}

function summary({ videoId, status, keptFor, place, isPinned }: SavedItem): string {
  return `${videoId}: ${status.state}${status.reason === null ? '' : ` ${status.reason}`}, ${keptFor}, place ${place}${isPinned ? ', pinned' : ''}`;
}
