import { deleteDB, openDB } from 'idb';
import { expect, onTestFinished, test } from 'vitest';
import { createLedgerDatabase } from '../../src/saved-media/ledger/database.ts';
import { ClaimLost, openLedger } from '../../src/saved-media/ledger/ledger.ts';
import type { Ledger } from '../../src/saved-media/ledger/ledger-port.ts';
import { itemKeyOf, revisionKeyOf, type ItemKey, type SavePolicy, type Trip } from '../../src/saved-media/ledger/rows.ts';
import { aRevision, aSavedItem } from '../builders/saved-items.ts';

let databaseCount = 0;

function newLedger(): Ledger {
  const ledger = openLedger(`ledger-of-test-${++databaseCount}`);
  onTestFinished(() => ledger.close());
  return ledger;
}

const fogKey = itemKeyOf(aSavedItem());
const digest = { account: 'mara', videoId: 'fog', rendition: 'original' as const, revision: 1, window: 0, sha256: new ArrayBuffer(32) };

async function ledgerWithFog(): Promise<Ledger> {
  const ledger = newLedger();
  await ledger.change(fogKey, () => aSavedItem());
  return ledger;
}

async function removeItem(ledger: Ledger, key: ItemKey): Promise<void> {
  await ledger.change(key, (row) => (row ? { ...row, removedAtMs: 1 } : null));
}

test('one transaction stores the saved data, and records it in the item', async () => {
  const ledger = await ledgerWithFog();
  const claim = await ledger.claim('one tab');
  await ledger.commit(claim, { itemKey: fogKey, revision: aRevision(), digest, item: (row) => ({ ...row, savedBytes: 1000 }) });
  expect(await ledger.revision(revisionKeyOf(aRevision()))).toEqual(aRevision());
  expect(await ledger.digestsOf(revisionKeyOf(aRevision()))).toEqual([digest]);
  expect((await ledger.item(fogKey))?.savedBytes).toBe(1000);
});

test('a commit under an older claim is refused completely', async () => {
  const ledger = await ledgerWithFog();
  const oldClaim = await ledger.claim('one tab');
  await ledger.claim('another');
  await expect(ledger.commit(oldClaim, { itemKey: fogKey, revision: aRevision(), item: (row) => ({ ...row, savedBytes: 1 }) })).rejects.toBeInstanceOf(
    ClaimLost,
  );
  expect(await ledger.revision(revisionKeyOf(aRevision()))).toBeUndefined();
  expect((await ledger.item(fogKey))?.savedBytes).toBe(0);
});

test('a change of a policy or a trip gets the stored row, and does nothing if the row was deleted meanwhile', async () => {
  const ledger = newLedger();
  const policy: SavePolicy = { account: 'mara', policyId: 'continue', source: { kind: 'continue' }, order: 'next', count: 2, addedAtMs: 0 };
  const trip: Trip = { account: 'mara', tripId: 't', name: 'Bergen', departsAt: null, days: 1, hoursADay: 6, sources: [], videoIds: ['fog'], packedAtMs: 0 };
  const change = async (): Promise<void> => {
    await ledger.changePolicy('mara', 'continue', (row) => ({ ...row, count: row.count + 1 }));
    await ledger.changeTrip('mara', 't', (row) => ({ ...row, days: row.days + 1 }));
    await ledger.changeTrip('mara', 't', () => null);
  };
  await ledger.putPolicy(policy);
  await ledger.putTrip(trip);
  await change();
  expect([await ledger.policiesOf('mara'), await ledger.tripsOf('mara')]).toEqual([[{ ...policy, count: 3 }], [{ ...trip, days: 2 }]]);
  await ledger.deletePolicy('mara', 'continue');
  await ledger.deleteTrip('mara', 't');
  await change();
  expect([await ledger.policiesOf('mara'), await ledger.tripsOf('mara')]).toEqual([[], []]);
});

test('a video saved for policies is added to those that still exist, and is not saved if none exists', async () => {
  const ledger = newLedger();
  const policy: SavePolicy = { account: 'mara', policyId: 'continue', source: { kind: 'continue' }, order: 'next', count: 2, addedAtMs: 0 };
  await ledger.putPolicy({ ...policy, askedIds: ['tug'] });
  await ledger.putPolicy({ ...policy, policyId: 'other' });
  await ledger.changeForPolicies(fogKey, ['continue', 'deleted'], () => aSavedItem());
  expect((await ledger.policiesOf('mara')).map(({ askedIds }) => askedIds)).toEqual([['tug', 'fog'], undefined]);
  expect(await ledger.itemsOf('mara')).toEqual([aSavedItem()]);
  await ledger.changeForPolicies(itemKeyOf(aSavedItem({ videoId: 'ice' })), ['deleted'], () => aSavedItem({ videoId: 'ice' }));
  expect(await ledger.itemsOf('mara')).toEqual([aSavedItem()]);
});

test('a saver of an account that was left, is unknown or is no longer the open account cannot claim the ledger', async () => {
  const ledger = await ledgerWithFog();
  await ledger.setOpenAccount('jonas', 'his tab');
  await expect(ledger.claim('his early saver', 'jonas'), 'his account is unknown, so its rows may be lost').rejects.toBeInstanceOf(ClaimLost);
  await ledger.changePreferences('jonas', {});
  const hisClaim = await ledger.claim('his saver', 'jonas');
  await expect(ledger.claim('her saver', 'mara')).rejects.toBeInstanceOf(ClaimLost);
  await ledger.commit(hisClaim, { itemKey: fogKey });
  await ledger.leaveAccount('jonas');
  await expect(ledger.claim('his other saver', 'jonas')).rejects.toBeInstanceOf(ClaimLost);
});

test('a commit does not bring back a video that was removed meanwhile', async () => {
  const ledger = await ledgerWithFog();
  const claim = await ledger.claim('one tab');
  await ledger.commit(claim, { itemKey: fogKey, revision: aRevision() });
  await removeItem(ledger, fogKey);
  expect(await ledger.forget(fogKey)).toEqual([aRevision()]);
  await ledger.commit(claim, { itemKey: fogKey, revision: aRevision({ revision: 2 }), digest, item: (row) => row });
  expect(await ledger.itemsOf('mara')).toEqual([]);
  expect(await ledger.revisionsOf('mara')).toEqual([]);
  expect(await ledger.digestsOf(revisionKeyOf(aRevision()))).toEqual([]);
});

test('a picture that two videos share is removed with the second video', async () => {
  const ledger = await ledgerWithFog();
  const tugKey = itemKeyOf(aSavedItem({ videoId: 'tug' }));
  await ledger.change(tugKey, () => aSavedItem({ videoId: 'tug' }));
  const claim = await ledger.claim('one tab');
  const picture = { account: 'mara', url: '/cache/harbour.webp', contentType: 'image/webp', body: new Blob(['harbour']) };
  await ledger.commit(claim, { itemKey: fogKey, smallFile: { ...picture, videoId: 'fog' } });
  await ledger.commit(claim, { itemKey: tugKey, smallFile: { ...picture, videoId: 'tug' } });
  await removeItem(ledger, fogKey);
  await ledger.forget(fogKey);
  expect((await ledger.smallFile('mara', picture.url))?.videoId).toBe('tug');
  await removeItem(ledger, tugKey);
  await ledger.forget(tugKey);
  expect(await ledger.smallFile('mara', picture.url)).toBeUndefined();
});

test('rows that belong to no saved video are removed, and rows of saved videos and of other accounts stay', async () => {
  const ledger = await ledgerWithFog();
  const otherItem = aSavedItem({ account: 'mar' });
  await ledger.change(itemKeyOf(otherItem), () => otherItem);
  const claim = await ledger.claim('one tab');
  const fileOf = (account: string, videoId: string) => ({ account, videoId, url: '/media/a.vtt', contentType: 'text/vtt', body: new Blob(['a']) });
  await ledger.commit(claim, { itemKey: fogKey, revision: aRevision(), digest, smallFile: fileOf('mara', 'fog') });
  expect(await ledger.dropOrphans('mara'), 'nothing is wrong').toBe(0);
  await ledger.commit(claim, { itemKey: fogKey, digest: { ...digest, revision: 2 } });
  await ledger.commit(claim, { itemKey: fogKey, smallFile: fileOf('mara', 'nobody') });
  await ledger.commit(claim, { itemKey: fogKey, smallFile: fileOf('mar', 'nobody') });
  expect(await ledger.dropOrphans('mara')).toBe(2);
  expect(await ledger.digestsOf([...fogKey, 1])).toEqual([digest]);
  expect(await ledger.digestsOf([...fogKey, 2])).toEqual([]);
  expect([await ledger.smallFilesOf('mara', 'fog'), await ledger.smallFilesOf('mara', 'nobody'), await ledger.smallFilesOf('mar', 'nobody')]).toMatchObject([
    [{ videoId: 'fog' }],
    [],
    [{ videoId: 'nobody' }],
  ]);
});

test('an account sees no items of another account', async () => {
  const ledger = await ledgerWithFog();
  const otherItem = aSavedItem({ account: 'mar' });
  await ledger.change(itemKeyOf(otherItem), () => otherItem);
  expect(await ledger.itemsOf('mara')).toEqual([aSavedItem()]);
  expect(await ledger.itemsOf('mar')).toEqual([otherItem]);
});

test('a ledger of version 1 keeps its items, as saved by a person', async () => {
  const name = `ledger-of-test-${++databaseCount}`;
  const oldDatabase = await openDB(name, 1, {
    upgrade(db) {
      for (const store of ['items', 'revisions', 'digests', 'smallFiles']) db.createObjectStore(store, { keyPath: ['account', 'videoId', 'rendition'] });
      for (const store of ['claim', 'settings']) db.createObjectStore(store);
    },
  });
  const { keptFor: _, ...oldRow } = aSavedItem();
  await oldDatabase.put('items', oldRow);
  oldDatabase.close();
  const ledger = openLedger(name);
  onTestFinished(() => ledger.close());
  expect(await ledger.item(fogKey)).toEqual(aSavedItem());
  expect(await ledger.preferences('mara')).toEqual({ account: 'mara', budgetBytes: null, isWifiOnly: false, isPaused: false });
});

test.each([
  ['without a revision count gives no number that a removed video may have had', undefined, 1001],
  ['continues with its count', 4321, 4322],
])('a ledger of version 2 %s', async (_what, storedCount, nextRevision) => {
  const name = `ledger-of-test-${++databaseCount}`;
  const oldDatabase = await openDB(name, 2, {
    upgrade(db) {
      for (const store of ['items', 'revisions', 'digests', 'smallFiles']) db.createObjectStore(store, { keyPath: ['account', 'videoId', 'rendition'] });
      for (const store of ['claim', 'settings']) db.createObjectStore(store);
      db.createObjectStore('preferences', { keyPath: 'account' });
      for (const [store, id] of [
        ['policies', 'policyId'],
        ['trips', 'tripId'],
      ] as const)
        db.createObjectStore(store, { keyPath: ['account', id] });
    },
  });
  await oldDatabase.put('items', aSavedItem({ wholeRevision: 7, keptFor: 'policy' }));
  if (storedCount !== undefined) await oldDatabase.put('settings', storedCount, 'last-revision');
  oldDatabase.close();
  const ledger = openLedger(name);
  onTestFinished(() => ledger.close());
  expect(await ledger.item(fogKey)).toEqual(aSavedItem({ wholeRevision: 7, keptFor: 'policy' }));
  expect(await ledger.nextRevision()).toBe(nextRevision);
});

test('the next commit adds the fetched bytes to the total of its account, which can be reset and is removed with the account', async () => {
  const ledger = await ledgerWithFog();
  const claim = await ledger.claim('one tab');
  await ledger.changePreferences('mara', { isWifiOnly: true });
  const readFetchedTotal = async () => (await ledger.preferences('mara')).fetched;
  ledger.countFetched(100, 1);
  ledger.countFetched(20, 2);
  expect(await readFetchedTotal()).toBeUndefined();
  await ledger.commit(claim, { itemKey: fogKey });
  await ledger.commit(claim, { itemKey: fogKey });
  expect(await readFetchedTotal()).toEqual({ bytes: 120, sinceMs: 1 });
  ledger.countFetched(5, 3);
  await Promise.all([ledger.commit(claim, { itemKey: fogKey }), ledger.commit(claim, { itemKey: fogKey })]);
  expect(await readFetchedTotal()).toEqual({ bytes: 125, sinceMs: 1 });
  expect((await ledger.preferences('mara')).isWifiOnly).toBe(true);
  expect((await ledger.preferences('mara2')).fetched).toBeUndefined();
  await ledger.changePreferences('mara', { fetched: { bytes: 0, sinceMs: 4 } });
  ledger.countFetched(7, 5);
  await ledger.commit(claim, { itemKey: fogKey });
  expect(await readFetchedTotal()).toEqual({ bytes: 7, sinceMs: 4 });
  await ledger.forgetAccount('mara');
  expect(await readFetchedTotal()).toBeUndefined();
});

test('each account has its own plans, which are removed with the account', async () => {
  const ledger = newLedger();
  const trip = { tripId: 't', name: 'Bergen', departsAt: null, days: 1, hoursADay: 6, sources: [], videoIds: ['fog'], packedAtMs: 0 };
  const policy = { policyId: 'p', source: { kind: 'continue' as const }, order: 'newest' as const, count: 5, addedAtMs: 0 };
  for (const account of ['mara', 'mara2']) {
    await ledger.putTrip({ account, ...trip });
    await ledger.putPolicy({ account, ...policy });
    await ledger.changePreferences(account, { isWifiOnly: true });
  }
  await ledger.forgetAccount('mara');
  const plansOf = async (account: string) => [await ledger.tripsOf(account), await ledger.policiesOf(account), (await ledger.preferences(account)).isWifiOnly];
  expect(await plansOf('mara')).toEqual([[], [], false]);
  expect(await plansOf('mara2')).toEqual([[{ account: 'mara2', ...trip }], [{ account: 'mara2', ...policy }], true]);
});

test('a database that was deleted under an open ledger is opened again', async () => {
  const name = `ledger-of-test-${++databaseCount}`;
  const ledger = openLedger(name);
  onTestFinished(() => ledger.close());
  await ledger.change(fogKey, () => aSavedItem());
  await deleteDB(name);
  expect(await ledger.item(fogKey)).toBeUndefined();
});

test('an older database that another tab keeps open causes an error after a while, and is opened once that tab closes it', async () => {
  const name = `ledger-of-test-${++databaseCount}`;
  const frozenDatabase = await openDB(name, 1, {
    upgrade(db) {
      db.createObjectStore('items', { keyPath: ['account', 'videoId', 'rendition'] });
      db.createObjectStore('settings');
    },
  });
  const { open, close } = createLedgerDatabase(name, { timeoutMs: 10 });
  onTestFinished(close);
  await expect(open()).rejects.toThrow('another tab');
  await expect(open()).rejects.toThrow('another tab');
  frozenDatabase.close();
  await expect.poll(() => open().then(({ version }) => version, String)).toBe(3);
});

test('no revision number is given twice, even to two tabs at the same time or after "clear this device"', async () => {
  const ledger = await ledgerWithFog();
  const [firstRevision, secondRevision] = await Promise.all([ledger.nextRevision(), ledger.nextRevision()]);
  await ledger.forgetAccount('mara');
  expect([firstRevision, secondRevision, await ledger.nextRevision()]).toEqual([1, 2, 3]);
});

test('a ledger reports when another tab deletes it or a later version upgrades it', async () => {
  const name = `ledger-of-test-${++databaseCount}`;
  const reports: string[] = [];
  const ledger = openLedger(name, (event) => reports.push(event));
  onTestFinished(() => ledger.close());
  await ledger.item(fogKey);
  await deleteDB(name);
  await ledger.item(fogKey);
  expect(reports).toEqual(['deleted']);
  (await openDB(name, 99)).close();
  expect(reports).toEqual(['deleted', 'outdated']);
});

test('the playlists of a stream are removed with its revision, and the playlists of the next revision stay', async () => {
  const ledger = await ledgerWithFog();
  const claim = await ledger.claim('one tab');
  const list = { account: 'mara', videoId: 'fog', contentType: 'application/vnd.apple.mpegurl', body: new Blob(['#EXTM3U']) };
  const urls = ['/_saved/fog/original/1/main.m3u8', '/_saved/fog/original/1/video.m3u8', '/_saved/fog/original/12/main.m3u8', '/cache/fog.webp'];
  for (const url of urls) await ledger.commit(claim, { itemKey: fogKey, smallFile: { ...list, url } });
  await ledger.commit(claim, { itemKey: fogKey, dropRevisions: [revisionKeyOf(aRevision())] });
  expect((await ledger.smallFilesOf('mara', 'fog')).map(({ url }) => url)).toEqual(urls.slice(2));
  await ledger.dropCopy(revisionKeyOf(aRevision({ revision: 12 })), (row) => row);
  expect((await ledger.smallFilesOf('mara', 'fog')).map(({ url }) => url)).toEqual(urls.slice(3));
});
