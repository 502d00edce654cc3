// Ledger and files are compared at each start: whatever only one of them has is removed, and copies that the system evicted are reported.
import { expect, onTestFinished, test } from 'vitest';
import { createWebLocks } from '../../src/lib/web-locks.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, revisionKeyOf, windowBytes, type Revision, type SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { videoLockName } from '../../src/saved-media/store/video-lock.ts';
import { accountFolderName, partName, revisionFolder } from '../../src/saved-media/store/part-files.ts';
import { reconcile } from '../../src/saved-media/store/reconcile.ts';
import { aRevision, aSavedItem } from '../builders/saved-items.ts';
import { createMemoryDisk } from '../doubles/memory-disk.ts';

let databases = 0;
const mara = `/saved/${await accountFolderName('mara')}`;
const fogFiles = [`${mara}/fog.original.1/00000`, `${mara}/fog.original.1/00001`, `${mara}/fog.original.1/00002`] as const;

/** A whole copy: parts of 400, 400 and 200 bytes. */
const whole = aSavedItem({ wholeRevision: 1, status: { state: 'ready', reason: null }, totalBytes: 1000, savedBytes: 1000 });

/** Three of its windows are counted, in parts of two windows. */
const open = aSavedItem({ openRevision: 1, status: { state: 'saving', reason: null }, totalBytes: 4 * windowBytes, savedBytes: 3 * windowBytes });
const begun = aRevision({ totalBytes: 4 * windowBytes, partBytes: 2 * windowBytes, committedBytes: 3 * windowBytes });

test('files that match the ledger stay', async () => {
  const { ledger, disk, start, reported, keep } = await setUp();
  await keep(whole, aRevision(), [400, 400, 200]);
  await keep({ ...open, videoId: 'tug' }, { ...begun, videoId: 'tug' }, [2 * windowBytes, windowBytes + 5]);
  await start();
  expect(await ledger.itemsOf('mara')).toEqual([whole, { ...open, videoId: 'tug' }]);
  expect([Object.keys(disk.sizes()).length, reported]).toEqual([5, []]);
});

test.each([
  ['is missing', (disk: Disk) => disk.remove(fogFiles[1])],
  ['is shorter than it was', (disk: Disk) => disk.shorten(fogFiles[2], 199)],
])('a complete copy of which a part %s is gone from this device, and can be saved again', async (_what, harm) => {
  const { ledger, disk, start, reported, keep } = await setUp();
  await keep(whole, aRevision(), [400, 400, 200]);
  harm(disk);
  await start();
  expect(await ledger.item(itemKeyOf(whole))).toMatchObject({ status: { state: 'failed', reason: 'taken-away' }, wholeRevision: null, savedBytes: 0 });
  expect([await ledger.revisionsOf('mara'), disk.sizes(), reported]).toEqual([[], {}, ['fog']]);
});

test('an update continues when the previous copy was removed', async () => {
  const { ledger, start, keep } = await setUp();
  const updating = { ...open, wholeRevision: 2 };
  await keep(updating, begun, [2 * windowBytes, windowBytes]);
  await keep(updating, aRevision({ revision: 2 }), []);
  await start();
  expect(await ledger.item(itemKeyOf(open))).toEqual(open);
});

test.each([
  ['of which a part is missing', 1, 0, 0],
  ['of which a part is shorter', 0, windowBytes + 7, windowBytes],
  ['of which the last part is shorter', 1, windowBytes - 1, 2 * windowBytes],
])('a half-saved video %s continues from the last window that is there', async (_what, part, size, here) => {
  const { ledger, disk, start, reported, keep } = await setUp();
  await keep(open, begun, [2 * windowBytes, windowBytes]);
  if (size === 0) disk.remove(fogFiles[0]);
  else disk.shorten(fogFiles[part] ?? '', size);
  await start();
  expect((await ledger.item(itemKeyOf(open)))?.savedBytes).toBe(here);
  expect((await ledger.revision(revisionKeyOf(begun)))?.committedBytes).toBe(here);
  expect((await ledger.digestsOf(revisionKeyOf(begun))).map(({ window }) => window)).toEqual([0, 1, 2].slice(0, here / windowBytes));
  expect(reported).toEqual(['fog']);
});

test('a partly counted window stays, and is dropped if the file is too short for it', async () => {
  const { ledger, disk, start, reported, keep } = await setUp();
  const inPart = 3 * windowBytes + 4321;
  await keep({ ...open, savedBytes: inPart }, { ...begun, committedBytes: inPart }, [2 * windowBytes, windowBytes + 9999]);
  await start();
  expect([(await ledger.revision(revisionKeyOf(begun)))?.committedBytes, reported]).toEqual([inPart, []]);
  disk.shorten(fogFiles[1], windowBytes + 4320);
  await start();
  expect([(await ledger.revision(revisionKeyOf(begun)))?.committedBytes, reported]).toEqual([3 * windowBytes, ['fog']]);
  expect(await ledger.digestsOf(revisionKeyOf(begun))).toHaveLength(3);
});

test('files that no row counts are removed, for this account and for cleared ones; another account keeps its own', async () => {
  const { ledger, disk, start, keep, put } = await setUp();
  await keep(whole, aRevision(), [400, 400, 200]);
  await put(aRevision({ revision: 7 }), [400]);
  await put(aRevision({ account: 'cleared' }), [400]);
  const others = { ...whole, account: 'jonas' };
  await keep(others, aRevision({ account: 'jonas' }), [400, 400, 200]);
  await start();
  const jonas = `/saved/${await accountFolderName('jonas')}/fog.original.1`;
  expect(Object.keys(disk.sizes()).toSorted()).toEqual([...fogFiles, `${jonas}/00000`, `${jonas}/00001`, `${jonas}/00002`].toSorted());
  expect(await ledger.itemsOf('jonas')).toEqual([others]);
});

test('the row of a replaced revision is removed, with its files', async () => {
  const { ledger, disk, start, keep } = await setUp();
  await keep({ ...whole, wholeRevision: 2 }, aRevision({ revision: 2 }), [400, 400, 200]);
  await keep({ ...whole, wholeRevision: 2 }, aRevision(), [400, 400, 200]);
  await start();
  expect((await ledger.revisionsOf('mara')).map(({ revision }) => revision)).toEqual([2]);
  expect(await ledger.digestsOf(revisionKeyOf(aRevision()))).toEqual([]);
  expect(Object.keys(disk.sizes()).every((path) => path.startsWith(`${mara}/fog.original.2/`))).toBe(true);
});

test('a replaced revision that plays in another tab stays until a later start', async () => {
  const { ledger, disk, start, keep, locks } = await setUp();
  await keep({ ...whole, wholeRevision: 2 }, aRevision({ revision: 2 }), [400, 400, 200]);
  await keep({ ...whole, wholeRevision: 2 }, aRevision(), [400, 400, 200]);
  let release = (): void => {};
  const playing = locks.run(videoLockName(whole), () => new Promise<void>((resolve) => (release = resolve)));
  await start();
  expect([(await ledger.revisionsOf('mara')).length, Object.keys(disk.sizes()).length]).toEqual([2, 6]);
  release();
  await playing;
  await start();
  expect([(await ledger.revisionsOf('mara')).length, Object.keys(disk.sizes()).length]).toEqual([1, 3]);
});

test('files that merely could not be read do not count as gone', async () => {
  const { ledger, disk, start, keep } = await setUp();
  await keep(whole, aRevision(), [400, 400, 200]);
  const { root } = disk;
  root.getDirectoryHandle = () => Promise.reject(new DOMException('of the test', 'InvalidStateError'));
  await expect(start()).rejects.toThrow('of the test');
  expect(await ledger.item(itemKeyOf(whole))).toEqual(whole);
});

test('files that another process holds open are left to a later start, and delay nothing', async () => {
  const { disk, start, keep, put } = await setUp();
  await keep(whole, aRevision(), [400, 400, 200]);
  await put(aRevision({ revision: 7 }), [400]);
  await put(aRevision({ revision: 8 }), [400]);
  const release = disk.lock(`${mara}/fog.original.7/00000`);
  await start();
  expect(Object.keys(disk.sizes())).toEqual([...fogFiles, `${mara}/fog.original.7/00000`]);
  release();
  await start();
  expect(Object.keys(disk.sizes())).toEqual([...fogFiles]);
});

type Disk = ReturnType<typeof createMemoryDisk>;

async function setUp() {
  const ledger = openLedger(`reconcile-of-test-${++databases}`);
  onTestFinished(() => ledger.close());
  const disk = createMemoryDisk();
  const claim = await ledger.claim('a tab');
  const locks = createWebLocks(undefined);
  const reported: string[] = [];

  async function put(revision: Revision, sizes: readonly number[]): Promise<void> {
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
    reported,
    locks,
    put,
    start: () => reconcile('mara', claim, { ledger, root: disk.root, locks, onChange: (videoId) => reported.push(videoId) }),
    /** A row, a revision of it with the digests of the counted windows, and parts of `sizes`. */
    async keep(item: SavedItem, revision: Revision, sizes: readonly number[]): Promise<void> {
      const of = itemKeyOf(item);
      await ledger.change(of, () => item);
      await ledger.commit(claim, { itemKey: of, revision });
      const { account, videoId, rendition, revision: number } = revision;
      for (let window = 0; window * windowBytes < revision.committedBytes; window += 1) {
        await ledger.commit(claim, { itemKey: of, digest: { account, videoId, rendition, revision: number, window, sha256: new ArrayBuffer(32) } });
      }
      await put(revision, sizes);
    },
  };
}
