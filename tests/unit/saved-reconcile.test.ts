// Ledger and files are compared at each start. Rows without files and files without rows are removed, and evicted copies are reported.
import { expect, onTestFinished, test } from 'vitest';
import { createWebLocks } from '../../src/lib/web-locks.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, revisionKeyOf, windowBytes, type Revision, type SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { videoLockName } from '../../src/saved-media/store/video-lock.ts';
import { accountFolderName, partName, revisionFolder } from '../../src/saved-media/store/part-files.ts';
import { reconcile, reconcileWithRetries } from '../../src/saved-media/store/reconcile.ts';
import { aRevision, aSavedItem } from '../builders/saved-items.ts';
import { createMemoryDisk } from '../doubles/memory-disk.ts';

let databaseCount = 0;
const maraFolder = `/saved/${await accountFolderName('mara')}`;
const fogFiles = [`${maraFolder}/fog.original.1/00000`, `${maraFolder}/fog.original.1/00001`, `${maraFolder}/fog.original.1/00002`] as const;

/** A complete copy, in parts of 400, 400 and 200 bytes. */
const completeItem = aSavedItem({ wholeRevision: 1, status: { state: 'ready', reason: null }, totalBytes: 1000, savedBytes: 1000 });

/** A copy that is being saved: three of its four windows are committed. A part holds two windows. */
const unfinishedItem = aSavedItem({ openRevision: 1, status: { state: 'saving', reason: null }, totalBytes: 4 * windowBytes, savedBytes: 3 * windowBytes });
const unfinishedRevision = aRevision({ totalBytes: 4 * windowBytes, partBytes: 2 * windowBytes, committedBytes: 3 * windowBytes });

test('files that match the ledger stay', async () => {
  const { ledger, disk, start, reportedIds, store } = await setUp();
  await store(completeItem, aRevision(), [400, 400, 200]);
  await store({ ...unfinishedItem, videoId: 'tug' }, { ...unfinishedRevision, videoId: 'tug' }, [2 * windowBytes, windowBytes + 5]);
  await start();
  expect(await ledger.itemsOf('mara')).toEqual([completeItem, { ...unfinishedItem, videoId: 'tug' }]);
  expect([Object.keys(disk.sizes()).length, reportedIds]).toEqual([5, []]);
});

test.each([
  ['is missing', (disk: Disk) => disk.remove(fogFiles[1])],
  ['is shorter than it was', (disk: Disk) => disk.shorten(fogFiles[2], 199)],
])('if a part of a complete copy %s, the copy becomes failed, and its other parts are deleted', async (_what, damage) => {
  const { ledger, disk, start, reportedIds, store } = await setUp();
  await store(completeItem, aRevision(), [400, 400, 200]);
  damage(disk);
  await start();
  expect(await ledger.item(itemKeyOf(completeItem))).toMatchObject({ status: { state: 'failed', reason: 'taken-away' }, wholeRevision: null, savedBytes: 0 });
  expect([await ledger.revisionsOf('mara'), disk.sizes(), reportedIds]).toEqual([[], {}, ['fog']]);
});

test('files that cannot be read for the moment are compared again', async () => {
  const { ledger, disk, store, claim, locks } = await setUp();
  await store(completeItem, aRevision(), [400, 400, 199]);
  disk.isUnreadable = true;
  const waitsMs: number[] = [];
  function after(delayMs: number, run: () => void): () => void {
    waitsMs.push(delayMs);
    disk.isUnreadable = waitsMs.length < 2;
    run();
    return () => {};
  }
  await reconcileWithRetries('mara', claim, { ledger, root: disk.root, locks, onChange() {} }, { after });
  expect(waitsMs).toEqual([2_000, 2_000]);
  expect(await ledger.item(itemKeyOf(completeItem))).toMatchObject({ status: { state: 'failed', reason: 'taken-away' } });
});

test('an update continues when the files of the previous copy are gone', async () => {
  const { ledger, start, store } = await setUp();
  const updatingItem = { ...unfinishedItem, wholeRevision: 2 };
  await store(updatingItem, unfinishedRevision, [2 * windowBytes, windowBytes]);
  await store(updatingItem, aRevision({ revision: 2 }), []);
  await start();
  expect(await ledger.item(itemKeyOf(unfinishedItem))).toEqual(unfinishedItem);
});

test.each([
  ['without its first part', 1, 0, 0],
  ['with a part that has become shorter', 0, windowBytes + 7, windowBytes],
  ['with a last part that has become shorter', 1, windowBytes - 1, 2 * windowBytes],
])('a half-saved video %s keeps only the complete windows before the missing bytes', async (_what, part, size, presentBytes) => {
  const { ledger, disk, start, reportedIds, store } = await setUp();
  await store(unfinishedItem, unfinishedRevision, [2 * windowBytes, windowBytes]);
  if (size === 0) disk.remove(fogFiles[0]);
  else disk.shorten(fogFiles[part] ?? '', size);
  await start();
  expect((await ledger.item(itemKeyOf(unfinishedItem)))?.savedBytes).toBe(presentBytes);
  expect((await ledger.revision(revisionKeyOf(unfinishedRevision)))?.committedBytes).toBe(presentBytes);
  expect((await ledger.digestsOf(revisionKeyOf(unfinishedRevision))).map(({ window }) => window)).toEqual([0, 1, 2].slice(0, presentBytes / windowBytes));
  expect(reportedIds).toEqual(['fog']);
});

test('a partly saved window stays unless its file is shorter than the ledger says', async () => {
  const { ledger, disk, start, reportedIds, store } = await setUp();
  const committedBytes = 3 * windowBytes + 4321;
  await store({ ...unfinishedItem, savedBytes: committedBytes }, { ...unfinishedRevision, committedBytes }, [2 * windowBytes, windowBytes + 9999]);
  await start();
  expect([(await ledger.revision(revisionKeyOf(unfinishedRevision)))?.committedBytes, reportedIds]).toEqual([committedBytes, []]);
  disk.shorten(fogFiles[1], windowBytes + 4320);
  await start();
  expect([(await ledger.revision(revisionKeyOf(unfinishedRevision)))?.committedBytes, reportedIds]).toEqual([3 * windowBytes, ['fog']]);
  expect(await ledger.digestsOf(revisionKeyOf(unfinishedRevision))).toHaveLength(3);
});

test('files without a row in the ledger are removed, including files of cleared accounts, and other accounts keep their files', async () => {
  const { ledger, disk, start, store, writeParts } = await setUp();
  await store(completeItem, aRevision(), [400, 400, 200]);
  await writeParts(aRevision({ revision: 7 }), [400]);
  await writeParts(aRevision({ account: 'cleared' }), [400]);
  const jonasItem = { ...completeItem, account: 'jonas' };
  await store(jonasItem, aRevision({ account: 'jonas' }), [400, 400, 200]);
  await start();
  const jonasFolder = `/saved/${await accountFolderName('jonas')}/fog.original.1`;
  expect(Object.keys(disk.sizes()).toSorted()).toEqual([...fogFiles, `${jonasFolder}/00000`, `${jonasFolder}/00001`, `${jonasFolder}/00002`].toSorted());
  expect(await ledger.itemsOf('jonas')).toEqual([jonasItem]);
});

test('the row of a replaced revision is removed, with its files', async () => {
  const { ledger, disk, start, store } = await setUp();
  await store({ ...completeItem, wholeRevision: 2 }, aRevision({ revision: 2 }), [400, 400, 200]);
  await store({ ...completeItem, wholeRevision: 2 }, aRevision(), [400, 400, 200]);
  await start();
  expect((await ledger.revisionsOf('mara')).map(({ revision }) => revision)).toEqual([2]);
  expect(await ledger.digestsOf(revisionKeyOf(aRevision()))).toEqual([]);
  expect(Object.keys(disk.sizes()).toSorted()).toEqual(fogFiles.map((file) => file.replace('.original.1/', '.original.2/')));
});

test('a replaced revision that plays in another tab stays until a later start', async () => {
  const { ledger, disk, start, store, locks } = await setUp();
  await store({ ...completeItem, wholeRevision: 2 }, aRevision({ revision: 2 }), [400, 400, 200]);
  await store({ ...completeItem, wholeRevision: 2 }, aRevision(), [400, 400, 200]);
  let release = (): void => {};
  const playback = locks.run(videoLockName(completeItem), () => new Promise<void>((resolve) => (release = resolve)));
  await start();
  expect([(await ledger.revisionsOf('mara')).length, Object.keys(disk.sizes()).length]).toEqual([2, 6]);
  release();
  await playback;
  await start();
  expect([(await ledger.revisionsOf('mara')).length, Object.keys(disk.sizes()).length]).toEqual([1, 3]);
});

test('files that merely could not be read do not count as gone', async () => {
  const { ledger, disk, start, store } = await setUp();
  await store(completeItem, aRevision(), [400, 400, 200]);
  const { root } = disk;
  root.getDirectoryHandle = () => Promise.reject(new DOMException('of the test', 'InvalidStateError'));
  await expect(start()).rejects.toThrow('of the test');
  expect(await ledger.item(itemKeyOf(completeItem))).toEqual(completeItem);
});

test('files that another process holds open are deleted at a later start, and do not keep other files from being deleted', async () => {
  const { disk, start, store, writeParts } = await setUp();
  await store(completeItem, aRevision(), [400, 400, 200]);
  await writeParts(aRevision({ revision: 7 }), [400]);
  await writeParts(aRevision({ revision: 8 }), [400]);
  const release = disk.lock(`${maraFolder}/fog.original.7/00000`);
  await start();
  expect(Object.keys(disk.sizes())).toEqual([...fogFiles, `${maraFolder}/fog.original.7/00000`]);
  release();
  await start();
  expect(Object.keys(disk.sizes())).toEqual([...fogFiles]);
});

type Disk = ReturnType<typeof createMemoryDisk>;

async function setUp() {
  const ledger = openLedger(`reconcile-of-test-${++databaseCount}`);
  onTestFinished(() => ledger.close());
  const disk = createMemoryDisk();
  const claim = await ledger.claim('a tab');
  const locks = createWebLocks(undefined);
  const reportedIds: string[] = [];

  async function writeParts(revision: Revision, sizes: readonly number[]): Promise<void> {
    const folder = await revisionFolder(disk.root, revision, true);
    for (const [part, size] of sizes.entries()) {
      const file = await folder.getFileHandle(partName(part), { create: true });
      const stream = await file.createWritable();
      await stream.write(new Uint8Array(size));
      await stream.close();
    }
  }

  return {
    ledger,
    disk,
    reportedIds,
    claim,
    locks,
    writeParts,
    start: () => reconcile('mara', claim, { ledger, root: disk.root, locks, onChange: (videoId) => reportedIds.push(videoId) }),
    /** Stores an item, its revision with a digest for each window that has committed bytes, and parts of these sizes. */
    async store(item: SavedItem, revision: Revision, sizes: readonly number[]): Promise<void> {
      const itemKey = itemKeyOf(item);
      await ledger.change(itemKey, () => item);
      await ledger.commit(claim, { itemKey, revision });
      const { account, videoId, rendition, revision: revisionNumber } = revision;
      for (let window = 0; window * windowBytes < revision.committedBytes; window += 1) {
        await ledger.commit(claim, { itemKey, digest: { account, videoId, rendition, revision: revisionNumber, window, sha256: new ArrayBuffer(32) } });
      }
      await writeParts(revision, sizes);
    },
  };
}
