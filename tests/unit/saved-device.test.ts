// The page's side of saving makes requests, starts the saver's worker, follows changes of account, and clears the device.
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ClaimLost, openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, type SavedItem, type SavePlans } from '../../src/saved-media/ledger/rows.ts';
import { savedChannelName, type SavedMessage, type SaverEnded, type StartSaver } from '../../src/saved-media/messages.ts';
import { packTrip } from '../../src/saved-media/plan/pack-trip.ts';
import { tripStateOf, type TripState } from '../../src/saved-media/plan/trip-state.ts';
import { openSavedDevice } from '../../src/saved-media/saved-device.ts';
import { startSaver } from '../../src/saved-media/saver/saver.ts';
import { revisionFolder } from '../../src/saved-media/store/part-files.ts';
import { settled, sharedLocks } from '../builders/mirror-copy.ts';
import { aRevision, aSavedItem } from '../builders/saved-items.ts';
import { createManualClock } from '../doubles/manual-clock.ts';
import { createMemoryDisk, type MemoryDisk } from '../doubles/memory-disk.ts';
import { stubLocalStorage } from '../doubles/memory-storage.ts';

interface Saver {
  start: StartSaver | null;
  isEnded: boolean;
  breakDown(): void;
  post(ended: SaverEnded): void;
}

let savers: Saver[];
let disk: MemoryDisk;
let accountCount = 0;
let page: EventTarget;
/** The contents of localStorage. */
let storedValues: Map<string, string>;
const persist = vi.fn(async () => true);
const fastPolling = { interval: 20 };

beforeEach(() => {
  savers = [];
  disk = createMemoryDisk();
  persist.mockClear();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  storedValues = stubLocalStorage();
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => disk.root, persist } });
  vi.stubGlobal(
    'Worker',
    class {
      onerror = (): void => {};
      onmessage: (event: Pick<MessageEvent<SaverEnded>, 'data'>) => void = () => {};
      readonly saver: Saver = { start: null, isEnded: false, breakDown: () => this.onerror(), post: (data) => this.onmessage({ data }) };
      constructor() {
        savers.push(this.saver);
      }
      postMessage(start: StartSaver): void {
        this.saver.start = start;
      }
      terminate(): void {
        this.saver.isEnded = true;
      }
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

test('a person’s first save asks the browser to protect the storage, and a policy’s save does not', async () => {
  const { device } = await setUp();
  await device.save('fog', 'policy');
  expect(persist).not.toHaveBeenCalled();
  await device.save('tug');
  await device.save('ice');
  expect(persist).toHaveBeenCalledTimes(1);
});

test('a save succeeds even if the data of the video’s page cannot be requested', async () => {
  const warnSpy = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => warnSpy.mockRestore());
  const { device, ledger, account } = await setUp(undefined, undefined, undefined, () => Promise.reject(new Error('of the test')));
  await device.save('fog');
  expect(await ledger.itemsOf(account)).toMatchObject([{ videoId: 'fog' }]);
});

test('a change that is under way when the device is closed is stored, and every tab is notified', async () => {
  const { device, ledger, account } = await setUp();
  const receivedKinds: SavedMessage['kind'][] = [];
  const channel = new BroadcastChannel(savedChannelName);
  onTestFinished(() => channel.close());
  channel.onmessage = ({ data }: MessageEvent<SavedMessage>) => void receivedKinds.push(data.kind);
  const pendingChanges = [device.save('fog'), device.changePreferences({ isPaused: true })];
  device.close();
  await Promise.all(pendingChanges);
  expect(await ledger.itemsOf(account)).toMatchObject([{ videoId: 'fog' }]);
  expect(await ledger.preferences(account)).toMatchObject({ isPaused: true });
  await expect.poll(() => receivedKinds).toEqual(expect.arrayContaining(['changed', 'plans-changed', 'wake']));
  expect(savers).toEqual([]);
});

test('a saver writes nothing for an account once another account has been opened', async () => {
  const mara = await setUp();
  await mara.device.save('fog');
  await expect.poll(() => savers[0]?.start?.account).toBe(mara.account);
  const claim = await mara.ledger.claim(savers[0]?.start?.owner ?? '');
  mara.device.close();
  await expect.poll(() => savers[0]?.isEnded).toBe(true);

  const jonas = await setUp();
  await jonas.device.save('tug');
  await expect.poll(() => savers[1]?.start?.account).toBe(jonas.account);
  await jonas.ledger.claim(savers[1]?.start?.owner ?? '');
  const key = itemKeyOf(aSavedItem({ account: mara.account }));
  await expect(mara.ledger.commit(claim, { itemKey: key, revision: aRevision({ account: mara.account }) })).rejects.toBeInstanceOf(ClaimLost);
  expect(await mara.ledger.readOpenAccount()).toBe(jonas.account);
  expect([await jonas.ledger.revisionsOf(mara.account), await jonas.ledger.revisionsOf(jonas.account)]).toEqual([[], []]);
  expect((await jonas.ledger.itemsOf(jonas.account)).map(({ videoId }) => videoId)).toEqual(['tug']);
});

test('the saver asks the archive in the name of its account, so that the answers of another archive at the same address do not count', async () => {
  const { device } = await setUp();
  await device.save('fog');
  await expect.poll(() => savers[0]?.start?.sessionOwner).toEqual({ userId: 7, archiveId: 'harbour' });
});

test('a start with nothing saved starts no saver, unless files are left over', async () => {
  await setUp();
  expect(savers).toEqual([]);
  await revisionFolder(disk.root, aRevision(), true);
  await setUp();
  await expect.poll(() => savers.length).toBe(1);
});

test('clearing removes everything of the account, even files that a saver still holds open for a moment, and nothing of other accounts', async () => {
  const jonas = await setUp();
  await jonas.device.save('tug');
  const { device, ledger, account, clock } = await setUp();
  await device.save('fog');
  await writePart(account);
  const [path = ''] = Object.keys(disk.sizes());
  const release = disk.lock(path);
  const pendingClear = device.clear();
  await expect.poll(() => ledger.itemsOf(account)).toEqual([]);
  expect(await ledger.readOpenAccount()).toBeUndefined();
  release();
  await expect.poll(() => (clock.pass(250), disk.sizes()), { interval: 5 }).toEqual({});
  await pendingClear;
  expect(await ledger.itemsOf(jonas.account)).toHaveLength(1);
});

test('a clearing that is interrupted has already removed every row, so nothing is listed or played', async () => {
  const { device, ledger, account } = await setUp();
  await device.save('fog');
  await writePart(account);
  const claim = await ledger.claim('a saver of another tab');
  await ledger.commit(claim, { itemKey: itemKeyOf(aSavedItem({ account })), revision: aRevision({ account }) });
  disk.root.getDirectoryHandle = () => new Promise(() => {});
  void device.clear();
  await expect.poll(() => ledger.itemsOf(account)).toEqual([]);
  expect(await ledger.revisionsOf(account)).toEqual([]);
  await expect(ledger.commit(claim, { itemKey: itemKeyOf(aSavedItem({ account })) })).rejects.toBeInstanceOf(ClaimLost);
});

test('saved videos and preferences are also listed outside the ledger, until they are removed or the device is cleared', async () => {
  const { device, account, clock } = await setUp();
  const readListedNames = (): unknown => (clock.pass(500), storedValues.get(`stowaway.kept ${account}`)?.match(/fog|tug|"isPaused":true/g) ?? []);
  await device.save('fog');
  await device.save('tug');
  await device.changePreferences({ isPaused: true });
  await expect.poll(readListedNames).toEqual(['fog', 'tug', '"isPaused":true']);
  await device.remove('tug');
  await expect.poll(readListedNames).toEqual(['fog', '"isPaused":true']);
  await device.clear();
  expect(readListedNames()).toEqual([]);
  await expect.poll(readListedNames).toEqual([]);
});

test('a ledger that is lost while the device is open is restored from the list before a choice is stored', async () => {
  const loseLedger = prepareLoss();
  const { device, ledger, account, clock } = await setUp();
  const readList = (): string => (clock.pass(500), storedValues.get(`stowaway.kept ${account}`) ?? '');
  await device.save('fog');
  await expect.poll(readList).toMatch(/fog/);
  await loseLedger();
  await device.changePreferences({ isPaused: true });
  expect((await ledger.itemsOf(account)).map(({ videoId }) => videoId)).toEqual(['fog']);
  await expect.poll(readList).toMatch(/fog.*"isPaused":true/);
});

test('a ledger that is lost while the device is open is restored before a video is removed, so that the video does not come back', async () => {
  const loseLedger = prepareLoss();
  const { device, ledger, account, clock } = await setUp();
  const readList = (): string => (clock.pass(500), storedValues.get(`stowaway.kept ${account}`) ?? '');
  await device.save('fog');
  await device.save('tug');
  await expect.poll(readList).toMatch(/fog.*tug/);
  await loseLedger();
  await device.remove('fog');
  expect((await ledger.itemsOf(account)).map(({ videoId, removedAtMs }) => [videoId, removedAtMs === null])).toEqual([
    ['fog', false],
    ['tug', true],
  ]);
  await expect.poll(readList).not.toMatch(/fog/);
});

test('a full device plays its saved videos even if the first start with this ledger cannot store the account’s preferences', async () => {
  const earlierLedger = openLedger();
  onTestFinished(() => earlierLedger.close());
  const item = aSavedItem({ account: `account-${accountCount + 1}`, wholeRevision: 1, status: { state: 'ready', reason: null } });
  await earlierLedger.change(itemKeyOf(item), () => item);
  const { put } = IDBObjectStore.prototype;
  const putSpy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (this.name === 'preferences') throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, row);
  });
  onTestFinished(() => putSpy.mockRestore());
  const reportedIds: string[] = [];
  const { device } = await setUp((videoId) => reportedIds.push(videoId));
  expect(reportedIds).toEqual(['fog']);
  // No saver is started, because it would delete the files of rows that can still be restored.
  await expect(device.updateItem('fog', { isPinned: true })).rejects.toThrow('full');
  expect(savers).toEqual([]);
  putSpy.mockRestore();
  await device.updateItem('fog', { isPinned: true });
  await expect.poll(() => savers.length).toBe(1);
});

test('a video that a policy saves is in the policy’s list before any page shows the video', async () => {
  let shownPlans: SavePlans | null = null;
  const unlistedIds: string[] = [];
  const onItem = (videoId: string, item: SavedItem | null): void => {
    if (item && shownPlans?.policies.every(({ askedIds }) => askedIds?.includes(videoId) !== true)) unlistedIds.push(videoId);
  };
  const { device } = await setUp(onItem, undefined, (plans) => (shownPlans = plans));
  await device.putPolicy(keptPolicy);
  await device.saveForPolicies('fog', ['p']);
  await device.saveForPolicies('tug', ['deleted']);
  expect([unlistedIds, shownPlans]).toMatchObject([[], { policies: [{ policyId: 'p', askedIds: ['fog'] }] }]);
});

const bergenTrip = { tripId: 't', name: 'Bergen', departsAt: null, days: 1, hoursADay: 6, sources: [], packedAtMs: 0 };

test('unpacking a trip removes the videos that only the trip keeps, and one that a policy has requested is kept for the policy', async () => {
  const { device, ledger, account } = await setUp();
  for (const videoId of ['fog', 'tug', 'ice']) await device.save(videoId, videoId === 'ice' ? 'person' : 'trip');
  await device.putPolicy({ ...keptPolicy, askedIds: ['tug'] });
  await device.putTrip({ ...bergenTrip, videoIds: ['fog', 'tug', 'ice'] });
  expect(await device.unpackTrip('t')).toEqual(['fog']);
  const items = await ledger.itemsOf(account);
  expect(items.map(({ videoId, keptFor, removedAtMs }) => [videoId, keptFor, removedAtMs === null])).toEqual([
    ['fog', 'trip', false],
    ['ice', 'person', true],
    ['tug', 'policy', true],
  ]);
  expect(await ledger.tripsOf(account)).toEqual([]);
  await device.undoRemove('fog');
  expect((await ledger.itemsOf(account)).map(({ removedAtMs }) => removedAtMs)).toEqual([null, null, null]);
});

test('a trip of 40 videos and 60 GB fills the budget in the trip’s order, and is short of space for a 41st video until the budget is raised', async () => {
  const videoBytes = 1_500_000_000;
  // The order of the trip is not that of the ids.
  const videoIds = Array.from({ length: 41 }, (_none, index) => `v${50 - index}`);
  const items = new Map<string, SavedItem>();
  let plans: SavePlans | null = null;
  const { device, ledger, account, clock } = await setUp(
    (videoId, item) => void (item ? items.set(videoId, item) : items.delete(videoId)),
    undefined,
    (newPlans) => (plans = newPlans),
  );
  await device.changePreferences({ budgetBytes: 40 * videoBytes });
  await packTrip({ items: () => [...items.values()], plans: () => plans, actions: device }, { ...bergenTrip, videoIds });
  const tripState = async (): Promise<TripState | undefined> => {
    const [trip] = await ledger.tripsOf(account);
    return trip && tripStateOf(trip, { items: await ledger.itemsOf(account), isAllPaused: false, nowMs: clock.now() });
  };
  expect(await tripState()).toMatchObject({ stage: 'packing', packedCount: 0, totalCount: 41 });

  const begunIds: string[] = [];
  const saver = startSaver(account, await ledger.claim('a saver'), {
    ledger,
    clock,
    random: () => 1,
    network: { isMetered: () => false, kind: () => 'wifi', subscribe: () => () => {} },
    space: async () => null,
    reconcile: async () => {},
    // Commits the rows of a complete copy, without any bytes.
    async saveItem({ videoId }, claim, _signal, reserve) {
      begunIds.push(videoId);
      if (!(await reserve(videoBytes))) return { event: 'storage-full' };
      await ledger.commit(claim, {
        itemKey: [account, videoId, 'original'],
        revision: aRevision({ account, videoId, totalBytes: videoBytes, committedBytes: videoBytes }),
        item: (row) => ({ ...row, status: { state: 'ready', reason: null }, wholeRevision: 1, savedBytes: videoBytes }),
      });
      return 'done';
    },
    removeItem: async () => true,
    dropUpdate: async () => {},
    onChange() {},
    onLost() {},
  });
  onTestFinished(() => saver.stop());
  await expect.poll(tripState, fastPolling).toMatchObject({ stage: 'short', packedCount: 40, savedBytes: 40 * videoBytes, missingIds: [] });
  expect(begunIds.slice(0, 40)).toEqual(videoIds.slice(0, 40)); // the last one may begin until its size is known
  await device.changePreferences({ budgetBytes: 41 * videoBytes });
  saver.wake();
  await expect.poll(tripState, fastPolling).toMatchObject({ stage: 'ready', packedCount: 41, savedBytes: 41 * videoBytes });
});

test('an interruption while a trip is unpacked leaves the trip with all of its videos', async () => {
  const { device, ledger, account } = await setUp();
  for (const videoId of ['fog', 'tug']) await device.save(videoId, 'trip');
  await device.putTrip({ ...bergenTrip, videoIds: ['fog', 'tug'] });
  const { put } = IDBObjectStore.prototype;
  const putSpy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if ((row[0] as SavedItem).videoId === 'tug') this.transaction.abort();
    return put.apply(this, row);
  });
  await expect(device.unpackTrip('t')).rejects.toThrow();
  putSpy.mockRestore();
  expect((await ledger.itemsOf(account)).map(({ removedAtMs }) => removedAtMs)).toEqual([null, null]);
  expect(await ledger.tripsOf(account)).toHaveLength(1);
});

test('a full device unpacks a trip, and deletes the files of its videos once the time for Undo is over', async () => {
  const { device, ledger, account, clock } = await setUp();
  await device.save('fog', 'trip');
  await device.putTrip({ ...bergenTrip, videoIds: ['fog'] });
  const freeSpace = fillDevice(['items']);
  onTestFinished(freeSpace);
  expect(await device.unpackTrip('t')).toEqual(['fog']);
  expect(await ledger.tripsOf(account)).toEqual([]);
  clock.pass(10_000);
  await expect.poll(() => ledger.itemsOf(account)).toEqual([]);
});

const keptPolicy = { policyId: 'p', source: { kind: 'continue' }, order: 'next', count: 5, addedAtMs: 3 } as const;

test('once there is space, a lost ledger is restored before a video is saved or a policy is changed, so the copy and the change both stay', async () => {
  const { device, ledger, account, freeSpace } = await setUpFullDevice();
  expect(await ledger.itemsOf(account)).toEqual([]);
  freeSpace();
  await Promise.all([device.save('fog'), device.putPolicy({ ...keptPolicy, count: 2 })]);
  expect(await ledger.itemsOf(account)).toMatchObject([{ videoId: 'fog', wholeRevision: 1, status: { state: 'ready' } }]);
  expect(await ledger.policiesOf(account)).toMatchObject([{ policyId: 'p', count: 2 }]);
});

test('a change is refused while a lost ledger cannot be restored, because the restoration would overwrite the change', async () => {
  const { device, ledger, account, freeSpace } = await setUpFullDevice();
  await expect(device.putPolicy({ ...keptPolicy, count: 2 })).rejects.toThrow('full');
  await expect(device.deletePolicy('p')).rejects.toThrow('full');
  expect(await ledger.policiesOf(account)).toEqual([]);
  freeSpace();
  await device.deletePolicy('p');
  expect(await ledger.policiesOf(account)).toEqual([]);
  expect(await ledger.itemsOf(account)).toMatchObject([{ videoId: 'fog', status: { state: 'ready' } }]);
});

test('a full device that lost its ledger shows what it cannot restore, and a removal deletes the files, so that the rest can be restored', async () => {
  const reportedItems = new Map<string, SavedItem | null>();
  const account = `account-${accountCount + 1}`;
  await writePart(account);
  await writePart(account, 'tug');
  const { device, ledger, clock, freeSpace } = await setUpFullDevice(undefined, (videoId, item) => reportedItems.set(videoId, item), ['fog', 'tug']);
  const unrestoredFields = { status: { state: 'paused', reason: 'storage-full' }, totalBytes: 1000, wholeRevision: null, keptFor: 'person' };
  expect([...reportedItems.values()]).toMatchObject([unrestoredFields, unrestoredFields]);
  await device.remove('fog');
  expect([reportedItems.get('fog'), Object.keys(disk.sizes()).length]).toEqual([null, 2]);
  clock.pass(10_000);
  await expect.poll(() => Object.keys(disk.sizes())).toEqual([expect.stringContaining('/tug.original.1/')]);
  await expect.poll(() => storedValues.get(`stowaway.kept ${account}`)).not.toMatch('"videoId":"fog"');
  freeSpace();
  await expect.poll(async () => (clock.pass(2_000), (await ledger.itemsOf(account)).map(({ videoId }) => videoId))).toEqual(['tug']);
  await expect.poll(() => reportedItems.get('tug')).toMatchObject({ status: { state: 'ready' }, wholeRevision: 1 });
  expect([reportedItems.get('fog'), await ledger.readOpenAccount()]).toEqual([null, account]);
});

test('a full device deletes a removed video although it cannot record the removal, unless the removal is undone in time or the video is saved again', async () => {
  const reportedItems = new Map<string, SavedItem | null>();
  const { device, ledger, account, clock } = await setUp((videoId, item) => reportedItems.set(videoId, item));
  await putCompleteCopy(ledger, account);
  await writePart(account);
  onTestFinished(fillDevice());
  for (const keep of [() => device.undoRemove('fog'), () => device.save('fog')]) {
    await device.remove('fog');
    expect(reportedItems.get('fog')).toBeNull();
    await keep();
    expect(reportedItems.get('fog')).toMatchObject({ wholeRevision: 1, removedAtMs: null });
    clock.pass(10_000);
    expect(Object.keys(disk.sizes())).toHaveLength(1);
  }
  await device.remove('fog');
  clock.pass(10_000);
  await expect.poll(() => disk.sizes()).toEqual({});
  await expect.poll(() => ledger.itemsOf(account)).toEqual([]);
  expect([await ledger.revisionsOf(account), reportedItems.get('fog')]).toEqual([[], null]);
});

test('the bytes of a removed video are counted until they are deleted, even if a full device could not record the removal', async () => {
  const { device, ledger, account } = await setUp();
  await putCompleteCopy(ledger, account);
  await device.remove('fog');
  expect(await device.bytesOfRemoved()).toBe(1000);
  await device.undoRemove('fog');
  expect(await device.bytesOfRemoved()).toBe(0);
  onTestFinished(fillDevice());
  await device.remove('fog');
  expect(await device.bytesOfRemoved()).toBe(1000);
});

test('a removal that a full device could not record deletes nothing if the removal is undone while the deletion waits for its turn', async () => {
  const { device, ledger, account, clock, locks } = await setUp();
  await putCompleteCopy(ledger, account);
  await writePart(account);
  onTestFinished(fillDevice());
  await device.remove('fog');
  clock.pass(10_000);
  await device.save('fog');
  await locks.run(`stowaway-film ${account} fog`, async () => {}); // after the deletion's turn
  expect([Object.keys(disk.sizes()).length, (await ledger.itemsOf(account)).length]).toEqual([1, 1]);
});

test('an undo while the files are being deleted waits until the files are gone, and then requests the video again', async () => {
  const { device, ledger, account, clock } = await setUp();
  await putCompleteCopy(ledger, account, { keptFor: 'policy' });
  await writePart(account);
  const freeSpace = fillDevice();
  onTestFinished(freeSpace);
  const release = disk.lock(Object.keys(disk.sizes())[0] ?? '');
  await device.remove('fog');
  clock.pass(10_000);
  await expect.poll(() => ledger.itemsOf(account)).toEqual([]);
  freeSpace();
  const pendingUndo = device.undoRemove('fog');
  await settled();
  expect(await ledger.itemsOf(account)).toEqual([]);
  release();
  await expect.poll(() => (clock.pass(250), disk.sizes()), { interval: 5 }).toEqual({});
  await pendingUndo;
  expect(await ledger.itemsOf(account)).toMatchObject([{ status: { state: 'queued' }, keptFor: 'policy', removedAtMs: null }]);
});

test('an undo while the files are being deleted also waits if the rows still exist, because they are then deleted after the files', async () => {
  const { device, ledger, account, clock } = await setUp();
  await putCompleteCopy(ledger, account);
  await writePart(account);
  const freeSpace = fillDevice();
  onTestFinished(freeSpace);
  const release = disk.lock(Object.keys(disk.sizes())[0] ?? '');
  await device.remove('fog');
  const deleteSpy = failFirstDeletion();
  clock.pass(10_000);
  await expect.poll(() => deleteSpy.mock.calls.length).toBeGreaterThan(0);
  freeSpace();
  const pendingUndo = device.undoRemove('fog');
  await settled();
  release();
  await expect.poll(() => (clock.pass(250), disk.sizes()), { interval: 5 }).toEqual({});
  await pendingUndo;
  expect(await ledger.itemsOf(account)).toMatchObject([{ status: { state: 'queued' }, removedAtMs: null }]);
});

test('rows that a full device could not delete with the files are deleted once the files are gone', async () => {
  const { device, ledger, account, clock } = await setUp();
  await putCompleteCopy(ledger, account);
  await writePart(account);
  onTestFinished(fillDevice());
  await device.remove('fog');
  failFirstDeletion();
  clock.pass(10_000);
  await expect.poll(() => disk.sizes()).toEqual({});
  await expect.poll(() => ledger.itemsOf(account)).toEqual([]);
  expect(await ledger.revisionsOf(account)).toEqual([]);
});

test('a full device does not delete a removed video that is playing, and shows it again', async () => {
  const reportedItems = new Map<string, SavedItem | null>();
  const { device, ledger, account, clock, locks } = await setUp((videoId, item) => reportedItems.set(videoId, item));
  await putCompleteCopy(ledger, account);
  await writePart(account);
  let endPlayback = (): void => {};
  void locks.run(`stowaway-film ${account} fog`, () => new Promise<void>((resolve) => (endPlayback = resolve)));
  onTestFinished(fillDevice());
  await device.remove('fog');
  clock.pass(10_000);
  await expect.poll(() => reportedItems.get('fog')).toMatchObject({ wholeRevision: 1 });
  expect(Object.keys(disk.sizes())).toHaveLength(1);
  endPlayback();
});

function failFirstDeletion() {
  const deleteSpy = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => deleteSpy.mockRestore());
  return deleteSpy;
}

test('a full device that could not record a removal deletes nothing if it is closed while the removal can still be undone', async () => {
  const { device, ledger, account, clock } = await setUp();
  await putCompleteCopy(ledger, account);
  await writePart(account);
  onTestFinished(fillDevice());
  await device.remove('fog');
  device.close();
  clock.pass(10_000);
  await settled();
  expect([Object.keys(disk.sizes()).length, (await ledger.itemsOf(account)).length]).toEqual([1, 1]);
});

test.each([
  ['left', false],
  ['cleared', true],
] as const)('an account that is %s on a full device is closed in the ledger, and no saver can write for it', async (_what, isCleared) => {
  const { device, ledger, account } = await setUp();
  await putCompleteCopy(ledger, account);
  await writePart(account);
  const claim = await ledger.claim('a saver', account);
  const freeSpace = fillDevice();
  onTestFinished(freeSpace);
  await (isCleared ? device.clear() : device.leave());
  freeSpace();
  expect(await ledger.readOpenAccount()).toBeUndefined();
  await expect(ledger.commit(claim, { itemKey: itemKeyOf(aSavedItem({ account })) })).rejects.toBeInstanceOf(ClaimLost);
  expect([Object.keys(disk.sizes()).length, (await ledger.itemsOf(account)).length]).toEqual(isCleared ? [0, 0] : [1, 1]);
});

test('after a ledger that was lost while the device was open is restored, the account is open in the ledger again, and a saver can claim the ledger', async () => {
  const loseLedger = prepareLoss();
  const { device, ledger, account, clock } = await setUp();
  await device.save('fog');
  await expect.poll(() => (clock.pass(500), storedValues.get(`stowaway.kept ${account}`) ?? '')).toMatch(/fog/);
  await loseLedger();
  await device.updateItem('fog', { isPinned: true });
  expect(await ledger.readOpenAccount()).toBe(account);
  expect(await ledger.claim('a saver', account)).toMatchObject({ owner: 'a saver' });
});

test('a video whose files are gone is saved again if the user saves it, but not if a policy does', async () => {
  const { device, ledger, account } = await setUp();
  const item = aSavedItem({ account, videoId: 'fog', keptFor: 'person', status: { state: 'failed', reason: 'taken-away' } });
  await ledger.change(itemKeyOf(item), () => item);
  await device.save('fog', 'policy');
  expect(await ledger.itemsOf(account)).toMatchObject([{ keptFor: 'person', status: { state: 'failed' } }]);
  await device.save('fog');
  expect(await ledger.itemsOf(account)).toMatchObject([{ keptFor: 'person', status: { state: 'queued', reason: null } }]);
});

test('rows that are being restored or changed while the device is cleared do not come back', async () => {
  const { device, ledger, account, freeSpace } = await setUpFullDevice();
  freeSpace();
  const pendingChange = device.updateItem('fog', { isPinned: true });
  const pendingClear = device.clear();
  await Promise.allSettled([pendingChange, device.save('tug'), pendingClear]);
  await expect(device.putPolicy(keptPolicy)).rejects.toThrow('cleared');
  expect([await ledger.itemsOf(account), await ledger.policiesOf(account), await ledger.hasAccount(account)]).toEqual([[], [], false]);
});

test('plans are reported even if they are restored only when a video is changed', async () => {
  const reportedPlans: SavePlans[] = [];
  const { device, freeSpace } = await setUpFullDevice((plans) => reportedPlans.push(plans));
  expect(reportedPlans.at(-1)?.policies).toEqual([]);
  freeSpace();
  await device.updateItem('fog', { isPinned: true });
  expect(reportedPlans.at(-1)?.policies).toMatchObject([{ policyId: 'p', count: 5 }]);
});

test('a tab learns of the videos and plans that another tab has restored, and of later removals', async () => {
  const [reportedPlans, reportedItems] = [[] as SavePlans[], new Map<string, SavedItem | null>()];
  const { ledger, account, clock, freeSpace } = await setUpFullDevice(
    (plans) => reportedPlans.push(plans),
    (videoId, item) => reportedItems.set(videoId, item),
  );
  expect([reportedPlans.at(-1)?.policies, reportedItems.get('fog')?.status.state]).toEqual([[], 'paused']);
  freeSpace();
  accountCount -= 1;
  await setUp();
  await expect.poll(() => (clock.pass(500), reportedItems.get('fog')?.status.state)).toBe('ready');
  await expect.poll(() => reportedPlans.at(-1)?.policies).toMatchObject([{ policyId: keptPolicy.policyId }]);
  const key = itemKeyOf(aSavedItem({ account }));
  await ledger.change(key, (row) => (row ? { ...row, removedAtMs: clock.now() } : null));
  await ledger.forget(key);
  const otherTab = new BroadcastChannel(savedChannelName);
  onTestFinished(() => otherTab.close());
  otherTab.postMessage({ kind: 'changed', account, videoId: 'fog' } satisfies SavedMessage);
  await expect.poll(() => (clock.pass(500), reportedItems.get('fog'))).toBeNull();
});

test('restored plans are reported even if the account could not be opened in the ledger right after the restoration', async () => {
  const reportedPlans: SavePlans[] = [];
  const { device, freeSpace } = await setUpFullDevice((plans) => reportedPlans.push(plans));
  freeSpace();
  const { put } = IDBObjectStore.prototype;
  const putSpy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (row[1] === 'open-account') throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, row);
  });
  onTestFinished(() => putSpy.mockRestore());
  await expect(device.updateItem('fog', { isPinned: true })).rejects.toThrow('full');
  putSpy.mockRestore();
  await device.updateItem('fog', { isPinned: true });
  expect(reportedPlans.at(-1)?.policies).toMatchObject([{ policyId: keptPolicy.policyId }]);
});

test('a device whose opening fails half-way closes its channel', async () => {
  const closeSpy = vi.spyOn(BroadcastChannel.prototype, 'close');
  onTestFinished(() => closeSpy.mockRestore());
  await expect(setUp(undefined, () => Promise.reject(new Error('of the test')))).rejects.toThrow('of the test');
  expect(closeSpy).toHaveBeenCalledOnce();
});

test.each([
  ['another size makes the copy outdated', { sizeBytes: 1001 }, 'outdated'],
  ['another address makes the copy outdated', { urls: ['/media/other.mp4'] }, 'outdated'],
  ['an unknown size changes nothing', { sizeBytes: null }, 'ready'],
  ['a list that is older than the copy changes nothing', { sizeBytes: 1001, fetchedAtMs: 5 }, 'ready'],
  ['a video without a file makes the copy gone at its source', null, 'gone-at-source'],
] as const)('a copy is compared with what the archive lists: %s', async (_what, source, state) => {
  const { device, ledger, account } = await setUp();
  await putCompleteCopy(ledger, account);
  const unchangedSource = { urls: ['/media/fog.mp4'], sizeBytes: 1000, fetchedAtMs: 11 };
  await device.recordSource('fog', source && { ...unchangedSource, ...source });
  expect((await ledger.item(itemKeyOf(aSavedItem({ account }))))?.status.state).toBe(state);
  await device.recordSource('fog', unchangedSource);
  expect((await ledger.item(itemKeyOf(aSavedItem({ account }))))?.status.state).toBe(state === 'gone-at-source' ? 'ready' : state);
});

test.each([
  ['is dropped if the archive sends the file', () => Promise.resolve(new Response('x', { status: 206, headers: { 'content-type': 'video/mp4' } })), true],
  ['stays if the archive has no such file', () => Promise.resolve(new Response('', { status: 404 })), false],
  ['stays if a portal answers', () => Promise.resolve(new Response('<p>', { headers: { 'content-type': 'text/html' } })), false],
  ['stays if nothing answers', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('a damaged copy %s', async (_what, answer, isDropped) => {
  const { device, ledger, account } = await setUp();
  await putCompleteCopy(ledger, account); // without its files
  vi.stubGlobal('fetch', answer);
  const outcome = { checkedCount: 1, unreadCount: 0, damagedIds: isDropped ? ['fog'] : [], keptIds: isDropped ? [] : ['fog'] };
  expect(await device.check(() => {}, new AbortController().signal)).toEqual(outcome);
});

test('a change at the archive makes a copy outdated even if the copy was saved while the clock was far ahead', async () => {
  const { device, ledger, account, clock } = await setUp();
  await putCompleteCopy(ledger, account, {}, clock.now() + 1_000_000);
  await device.recordSource('fog', { urls: ['/media/fog.mp4'], sizeBytes: 1001, fetchedAtMs: clock.now() });
  expect((await ledger.item(itemKeyOf(aSavedItem({ account }))))?.status.state).toBe('outdated');
});

test('an update is counted from its first byte, while the previous copy stays', async () => {
  const { device, ledger, account } = await setUp();
  await putCompleteCopy(ledger, account, { status: { state: 'outdated', reason: null } });
  await device.applyEvent('fog', 'update');
  expect(await ledger.item(itemKeyOf(aSavedItem({ account })))).toMatchObject({ status: { state: 'queued' }, savedBytes: 0, wholeRevision: 1 });
});

test('a video deleted at the archive is removed, and no other video is', async () => {
  const { device, ledger, account, clock } = await setUp();
  await device.save('fog');
  await device.save('tug');
  await device.onDeleted(['fog', 'never saved']);
  expect((await ledger.itemsOf(account)).map(({ videoId, removedAtMs }) => [videoId, removedAtMs])).toEqual([
    ['fog', clock.now()],
    ['tug', null],
  ]);
});

test('a copy that changes thirty times a second is read twice a second, and its last state is always read', async () => {
  const readBytes: (number | undefined)[] = [];
  const { account, ledger, clock, device } = await setUp((_videoId, item) => readBytes.push(item?.savedBytes));
  await device.save('fog');
  readBytes.length = 0;
  const saver = new BroadcastChannel(savedChannelName);
  onTestFinished(() => saver.close());
  const key = itemKeyOf(aSavedItem({ account }));
  for (let window = 1; window <= 30; window += 1) {
    await ledger.change(key, (row) => (row ? { ...row, savedBytes: window } : null));
    saver.postMessage({ kind: 'changed', account, videoId: 'fog' } satisfies SavedMessage);
  }
  await expect.poll(() => (clock.pass(500), readBytes.at(-1))).toBe(30);
  expect(readBytes.length).toBeLessThanOrEqual(4);
});

test('while something is being saved, presses are passed on to the saver, at most ten a second, until the device is closed', async () => {
  const { account, device, clock } = await setUp();
  const receivedKinds: SavedMessage['kind'][] = [];
  const saver = new BroadcastChannel(savedChannelName);
  onTestFinished(() => saver.close());
  saver.onmessage = ({ data }: MessageEvent<SavedMessage>) => void receivedKinds.push(data.kind);
  page.dispatchEvent(new Event('click'));
  await device.useNetworkOnce();
  await expect.poll(() => receivedKinds).toEqual(['use-network-once']); // without the press, because nothing is being saved
  receivedKinds.length = 0;
  saver.postMessage({ kind: 'changed', account, videoId: 'fog' } satisfies SavedMessage);
  await expect.poll(() => (page.dispatchEvent(new Event('click')), receivedKinds)).toEqual(['pressed']);
  for (const event of ['pointerdown', 'click', 'keydown']) page.dispatchEvent(new Event(event));
  clock.pass(100);
  await expect.poll(() => receivedKinds).toEqual(['pressed', 'pressed']); // one message for the three presses
  clock.pass(1_000);
  device.close();
  page.dispatchEvent(new Event('click'));
  const otherTab = new BroadcastChannel(savedChannelName);
  onTestFinished(() => otherTab.close());
  otherTab.postMessage({ kind: 'wake', isNetworkBack: false } satisfies SavedMessage);
  await expect.poll(() => receivedKinds).toEqual(['pressed', 'pressed', 'wake']);
});

test('a saver that could not start is ended, and the next request or the archive’s return starts another saver', async () => {
  const { device } = await setUp();
  await device.save('fog');
  await expect.poll(() => savers.length).toBe(1);
  savers[0]?.breakDown();
  device.onBack();
  await expect.poll(() => savers.length).toBe(2);
  savers[1]?.breakDown();
  await device.save('tug');
  await expect.poll(() => [savers.length, savers[0]?.isEnded, savers[2]?.isEnded]).toEqual([3, true, false]);
});

test('a saver that has lost its claim to another saver is ended, and the next request starts a new saver', async () => {
  const { device } = await setUp();
  await device.save('fog');
  await expect.poll(() => savers.length).toBe(1);
  savers[0]?.post('lost');
  await expect.poll(() => savers[0]?.isEnded).toBe(true);
  expect(savers).toHaveLength(1);
  await device.save('tug');
  await expect.poll(() => savers.length).toBe(2);
});

test('a saver that is older than the ledger is ended, and no other saver is started', async () => {
  const { device } = await setUp();
  await device.save('fog');
  await expect.poll(() => savers.length).toBe(1);
  savers[0]?.post('outdated');
  await expect.poll(() => savers[0]?.isEnded).toBe(true);
  await device.save('tug');
  device.onBack();
  expect(savers).toHaveLength(1);
});

test('a tab that opens the saved videos of an account while another tab logs out closes the account again, and starts no saver', async () => {
  const { ledger } = await setUp();
  await revisionFolder(disk.root, aRevision(), true);
  const openAccounts: (string | undefined)[] = [];
  // The other tab has recorded its logout. It closed the account in the ledger just before this tab opened the account there again.
  const isOpen = async (): Promise<boolean> => (openAccounts.push(await ledger.readOpenAccount()), false);
  await expect(setUp(undefined, isOpen)).rejects.toThrow('the account was left');
  expect([openAccounts, await ledger.readOpenAccount(), savers]).toEqual([[`account-${accountCount}`], undefined, []]);
});

test('leaving an account does not close an account that was opened later', async () => {
  const mara = await setUp();
  const jonas = await setUp();
  await mara.device.leave();
  expect(await jonas.ledger.readOpenAccount()).toBe(jonas.account);
  await jonas.device.leave();
  expect(await jonas.ledger.readOpenAccount()).toBeUndefined();
});

test('a saver’s late write for an account that was left or replaced is refused', async () => {
  for (const isLeft of [true, false]) {
    const mara = await setUp();
    const claim = await mara.ledger.claim('a saver');
    const key = itemKeyOf(aSavedItem({ account: mara.account }));
    await mara.ledger.commit(claim, { itemKey: key });
    if (isLeft) await mara.device.leave();
    else await setUp();
    await expect(mara.ledger.commit(claim, { itemKey: key })).rejects.toBeInstanceOf(ClaimLost);
  }
});

test('a tab that is notified of another tab’s first save starts a saver once the other tab is gone', async () => {
  const { account, ledger, clock } = await setUp();
  const item = aSavedItem({ account });
  await ledger.change(itemKeyOf(item), () => item);
  const otherTab = new BroadcastChannel(savedChannelName);
  onTestFinished(() => otherTab.close());
  // The lock is free, as when the tab that saved is gone.
  otherTab.postMessage({ kind: 'changed', account, videoId: item.videoId } satisfies SavedMessage);
  await expect.poll(() => (clock.pass(250), savers.map(({ start }) => start?.account))).toEqual([account]);
});

test('trips are reported after the saved videos, so that a packed trip is not announced as incomplete', async () => {
  const ledger = openLedger();
  onTestFinished(() => ledger.close());
  const item = aSavedItem({ account: `account-${accountCount + 1}` });
  await ledger.change(itemKeyOf(item), () => item);
  const reportedNames: string[] = [];
  await setUp(
    (videoId) => reportedNames.push(videoId),
    undefined,
    () => reportedNames.push('plans'),
  );
  expect(reportedNames).toEqual(['fog', 'plans']);
});

test('a change by another tab while this tab opens the device is not missed, and the other tab’s saver is notified of this tab', async () => {
  let proceed = (): void => {};
  const whenProceeding = new Promise<void>((resolve) => (proceed = resolve));
  const whenItemsRead = new Promise<void>((resolve) => {
    navigator.storage.getDirectory = () => (resolve(), whenProceeding.then(() => disk.root));
  });
  const otherTab = new BroadcastChannel(savedChannelName);
  const ledger = openLedger();
  onTestFinished(async () => {
    otherTab.close();
    await ledger.close();
  });
  const reportedIds: string[] = [];
  const pendingOpening = setUp((videoId) => reportedIds.push(videoId));
  await whenItemsRead;
  const item = aSavedItem({ account: `account-${accountCount}` });
  await ledger.change(itemKeyOf(item), () => item);
  otherTab.postMessage({ kind: 'changed', account: item.account, videoId: 'fog' });
  await expect.poll(() => reportedIds).toEqual(['fog']);
  const receivedMessage = new Promise((resolve) => (otherTab.onmessage = ({ data }) => resolve(data)));
  proceed();
  await pendingOpening;
  expect(await receivedMessage).toEqual({ kind: 'wake', isNetworkBack: true });
});

test('several videos are removed at the same moment, however long storing takes, so that one Undo can bring all of them back', async () => {
  const { device, ledger, account, clock } = await setUp();
  const videoIds = ['fog', 'tug', 'ice'];
  for (const videoId of videoIds) await device.save(videoId);
  const { put } = IDBObjectStore.prototype;
  const putSpy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    clock.pass(6_000);
    return put.apply(this, row);
  });
  onTestFinished(() => putSpy.mockRestore());
  await device.removeAll(videoIds);
  const removalTimes = (await ledger.itemsOf(account)).map(({ removedAtMs }) => removedAtMs);
  expect(new Set(removalTimes).size).toBe(1);
  await ledger.forget([account, 'ice', 'original']);
  await device.undoRemoveAll(videoIds);
  expect((await ledger.itemsOf(account)).map(({ videoId, removedAtMs }) => [videoId, removedAtMs])).toEqual(
    videoIds.toSorted().map((videoId) => [videoId, null]),
  );
});

test('if one of several videos cannot be removed, none is', async () => {
  const { device, ledger, account } = await setUp();
  for (const videoId of ['fog', 'tug']) await device.save(videoId);
  const { put } = IDBObjectStore.prototype;
  const putSpy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if ((row[0] as SavedItem).videoId === 'tug') this.transaction.abort();
    return put.apply(this, row);
  });
  onTestFinished(() => putSpy.mockRestore());
  await expect(device.removeAll(['fog', 'tug'])).rejects.toThrow();
  expect((await ledger.itemsOf(account)).map(({ removedAtMs }) => removedAtMs)).toEqual([null, null]);
});

test('a removal that is stored does not fail if the browser closes the database right after it, so that it can be undone', async () => {
  const reportedItems: (SavedItem | null)[] = [];
  const { device, ledger, account } = await setUp((_videoId, item) => reportedItems.push(item));
  await device.save('fog');
  const { get } = IDBObjectStore.prototype;
  let readCount = 0;
  const getSpy = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    // The first read is that of the change.
    if (this.name === 'items' && ++readCount === 2) throw new DOMException('of the test', 'InvalidStateError');
    return get.call(this, key);
  });
  onTestFinished(() => getSpy.mockRestore());
  await device.remove('fog');
  expect(await ledger.itemsOf(account)).toMatchObject([{ removedAtMs: expect.any(Number) as number }]);
  await expect.poll(() => reportedItems.at(-1), fastPolling).toBeNull();
});

test('Undo after the files are gone requests the video again', async () => {
  const { device, ledger, account } = await setUp();
  await device.save('fog');
  await device.remove('fog');
  const key = itemKeyOf(aSavedItem({ account }));
  await ledger.forget(key);
  await device.undoRemove('fog');
  expect(await ledger.item(key)).toMatchObject({ status: { state: 'queued' }, removedAtMs: null, keptFor: 'person' });
});

test('an undo after the files are gone restores a policy’s video with its policy, its pin and its place', async () => {
  const { device, ledger, account } = await setUp();
  await device.save('fog', 'policy');
  await device.updateItem('fog', { isPinned: true, place: 7 });
  await device.remove('fog');
  const key = itemKeyOf(aSavedItem({ account }));
  await ledger.forget(key);
  await device.undoRemove('fog');
  expect(await ledger.item(key)).toMatchObject({ keptFor: 'policy', isPinned: true, place: 7, removedAtMs: null });
});

test.each([
  ['was paused', { state: 'paused', reason: 'user' }],
  ['had failed', { state: 'failed', reason: 'not-found' }],
] as const)('a video that %s when it was removed begins again when it is saved again', async (_what, status) => {
  const { device, ledger, account } = await setUp();
  await device.save('fog');
  const key = itemKeyOf(aSavedItem({ account }));
  await ledger.change(key, (row) => (row ? { ...row, status } : null));
  await device.save('fog');
  expect((await ledger.item(key))?.status, 'a request that exists already changes nothing').toEqual(status);
  await device.remove('fog');
  await device.save('fog');
  expect(await ledger.item(key)).toMatchObject({ status: { state: 'queued' }, removedAtMs: null });
});

test('a device whose ledger cannot be opened leaves no listener behind', async () => {
  const openSpy = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('of the test', 'UnknownError');
  });
  const closeSpy = vi.spyOn(BroadcastChannel.prototype, 'close');
  onTestFinished(() => [openSpy, closeSpy].forEach((spy) => spy.mockRestore()));
  await expect(setUp()).rejects.toThrow('of the test');
  expect(closeSpy).toHaveBeenCalledOnce();
});

async function setUp(
  onItem: (videoId: string, item: SavedItem | null) => void = () => {},
  isOpen = async () => true,
  onPlans: (plans: SavePlans) => void = () => {},
  requestPage = async (_videoId: string): Promise<void> => {},
) {
  const account = `account-${++accountCount}`;
  const clock = createManualClock();
  const ledger = openLedger();
  const locks = sharedLocks();
  let keyCount = 0;
  const device = await openSavedDevice({
    account: { accountKey: account, userId: 7, archiveId: 'harbour' },
    isOpen,
    locks,
    clock,
    newKey: () => `${account} ${++keyCount}`,
    requestPage,
    fetchStreamPlayer: async () => {},
    onItem,
    onPlans,
    onGone() {},
  });
  onTestFinished(async () => {
    device.close();
    await ledger.forgetAccount(account);
    await ledger.close();
  });
  return { account, device, ledger, clock, locks };
}

/**
 * A device that has lost its ledger, and stores no rows of videos until `freeSpace` is called. The kept list names complete copies and a
 * policy.
 */
async function setUpFullDevice(
  onPlans?: (plans: SavePlans) => void,
  onItem?: (videoId: string, item: SavedItem | null) => void,
  videoIds: readonly string[] = ['fog'],
) {
  const account = `account-${accountCount + 1}`;
  const items = videoIds.map((videoId) => {
    const copy = { ...aRevision({ account, videoId }), windowsHash: 'of the copy' };
    return { videoId, keptFor: 'person', isPinned: false, place: 0, isWhole: true, copy };
  });
  const preferences = { account, budgetBytes: null, isWifiOnly: false, isPaused: false };
  const plans: SavePlans = { preferences, policies: [{ ...keptPolicy, account }], trips: [] };
  storedValues.set(`stowaway.kept ${account}`, JSON.stringify({ items, plans }));
  const freeSpace = fillDevice(['items', 'settings']);
  onTestFinished(freeSpace);
  return { ...(await setUp(onItem, undefined, onPlans)), freeSpace };
}

/** Makes these stores of the ledger refuse every row until the returned function is called. */
function fillDevice(stores: readonly string[] = ['items', 'settings', 'claim', 'preferences']): () => void {
  const { put } = IDBObjectStore.prototype;
  const putSpy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (stores.includes(this.name)) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, row);
  });
  return () => putSpy.mockRestore();
}

/** Must be called before the device is opened. Returns a function that replaces all databases with empty ones, and closes the open ones. */
function prepareLoss(): () => Promise<void> {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const openSpy = vi.spyOn(indexedDB, 'open');
  return async () => {
    const databases = openSpy.mock.results.map(({ value }) => (value as IDBOpenDBRequest).result);
    vi.stubGlobal('indexedDB', new IDBFactory());
    // Browsers close a damaged database in this way.
    for (const database of databases) {
      await new Promise((resolve) => {
        database.addEventListener('close', resolve);
        forceCloseDatabase(database as never);
      });
    }
  };
}

async function writePart(account: string, videoId = 'fog'): Promise<void> {
  const file = await (await revisionFolder(disk.root, aRevision({ account, videoId }), true)).getFileHandle('00000', { create: true });
  const stream = await file.createWritable();
  await stream.write(new Uint8Array(400));
  await stream.close();
}

async function putCompleteCopy(ledger: ReturnType<typeof openLedger>, account: string, overrides: Partial<SavedItem> = {}, listedAtMs = 10): Promise<void> {
  const item = aSavedItem({ account, wholeRevision: 1, status: { state: 'ready', reason: null }, totalBytes: 1000, savedBytes: 1000, ...overrides });
  await ledger.change(itemKeyOf(item), () => item);
  const revision = aRevision({ account, listedBytes: 1000, listedAtMs });
  await ledger.commit(await ledger.claim('a saver'), { itemKey: itemKeyOf(item), revision });
}
