// The kept list, in localStorage, names what this device keeps, and restores the rows of a ledger that the browser has lost.
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { deleteKeptList, restoreLostRows, writeKeptList } from '../../src/saved-media/kept-list.ts';
import { openLedger, type Ledger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, type SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import { stubLocalStorage } from '../doubles/memory-storage.ts';

const account = 'mara';
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
const waitingItem = aSavedItem({ videoId: 'tug', keptFor: 'trip', place: 1 });
const removedItem = aSavedItem({ videoId: 'ice', removedAtMs: 5 });
const policy = { account, policyId: 'p', source: { kind: 'channel', id: 'UC1' }, order: 'newest', count: 5, addedAtMs: 3 } as const;
const trip = { account, tripId: 't', name: 'Fjords', departsAt: null, days: 2, hoursADay: 3, sources: [], videoIds: ['tug'], packedAtMs: 4 };

test('after the ledger is lost, complete videos are marked as taken away, others wait again, and plans are as before', async () => {
  await (await keepEverything()).close();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const ledger = aLedger();
  expect(await restoreLostRows(ledger, account, 100)).toEqual(['fog', 'tug']);
  expect((await ledger.itemsOf(account)).map(summary)).toEqual(['fog: failed taken-away, person, place 2, pinned', 'tug: queued, trip, place 1']);
  expect([await ledger.policiesOf(account), await ledger.tripsOf(account)]).toEqual([[policy], [trip]]);
  expect(await ledger.preferences(account)).toMatchObject({ isWifiOnly: true });
  expect(await restoreLostRows(ledger, account, 200), 'rows are restored only once').toEqual([]);
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

test('an existing ledger is left alone, even if the list names a video that it no longer has', async () => {
  const ledger = await keepEverything();
  await ledger.change(itemKeyOf(wholeItem), (row) => (row ? { ...row, removedAtMs: 6 } : null));
  await ledger.forget(itemKeyOf(wholeItem));
  expect(await restoreLostRows(ledger, account, 100)).toEqual([]);
  expect((await ledger.itemsOf(account)).map(({ videoId }) => videoId)).toEqual(['ice', 'tug']);
});

test('a restoration that is interrupted is completed at the next start, and keeps what was changed in between', async () => {
  await (await keepEverything()).close();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const ledger = aLedger();
  const putTrip = vi.spyOn(ledger, 'putTrip').mockRejectedValueOnce(new Error('of the test'));
  await expect(restoreLostRows(ledger, account, 100)).rejects.toThrow('of the test');
  await ledger.change(itemKeyOf(wholeItem), (row) => (row ? { ...row, status: { state: 'queued', reason: null } } : null));
  putTrip.mockRestore();
  expect(await restoreLostRows(ledger, account, 200)).toEqual(['fog', 'tug']);
  expect([(await ledger.item(itemKeyOf(wholeItem)))?.status.state, await ledger.tripsOf(account)]).toEqual(['queued', [trip]]);
});

test('a list is not replaced by a ledger that was lost while it was open', async () => {
  await (await keepEverything()).close();
  const valuesBefore = new Map(storedValues);
  vi.stubGlobal('indexedDB', new IDBFactory());
  await writeKeptList(aLedger(), account);
  expect(storedValues).toEqual(valuesBefore);
});

test('a list restores only its own account, and nothing if it was deleted or cannot be read', async () => {
  await (await keepEverything()).close();
  for (const damage of [
    () => storedValues.set(`stowaway.kept ${account}`, '{"items":1}'),
    () => storedValues.set(`stowaway.kept ${account}`, '{"items":[],"plans":{"policies":1,"trips":[]}}'),
    () => storedValues.set(`stowaway.kept ${account}`, '{"it'),
    () => deleteKeptList(account),
  ]) {
    vi.stubGlobal('indexedDB', new IDBFactory());
    expect(await restoreLostRows(aLedger(), 'jonas', 100)).toEqual([]);
    damage();
    expect(await restoreLostRows(aLedger(), account, 100)).toEqual([]);
  }
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
