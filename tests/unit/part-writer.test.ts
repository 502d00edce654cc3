// Both file APIs of browsers write a file window by window, and cope with a crash, a full disk and a file that another process holds open.
import { expect, test } from 'vitest';
import { windowBytes } from '../../src/saved-media/ledger/rows.ts';
import { LockedFile } from '../../src/saved-media/store/locked-file.ts';
import { readBytes } from '../../src/saved-media/store/part-files.ts';
import { createPartWriter, isDiskFull, syncPartBytes } from '../../src/saved-media/store/part-writer.ts';
import { aRevision } from '../builders/saved-items.ts';
import { createManualClock } from '../doubles/manual-clock.ts';
import { createMemoryDisk } from '../doubles/memory-disk.ts';

const totalBytes = 2 * windowBytes + 1000;
const media = new Uint8Array(totalBytes);
for (let index = 0; index < totalBytes; index += 1) media[index] = index * 7 + (index >> 13);
/** Each poll advances the manual clock, so no poll has to wait. */
const fastPolling = { interval: 1 };
const fileApis = [
  ['sync handles', syncPartBytes],
  ['createWritable', windowBytes],
] as const;

function setUp(partBytes: number) {
  const disk = createMemoryDisk();
  const clock = createManualClock();
  const revision = aRevision({ totalBytes, partBytes });
  const writer = createPartWriter(disk.root, partBytes, clock);
  return {
    disk,
    clock,
    revision,
    writer,
    write: (window: number) => writer.write(revision, window * windowBytes, media.slice(window * windowBytes, (window + 1) * windowBytes)),
    isMedia: async () => Buffer.compare(new Uint8Array(await (await readBytes(disk.root, revision, 0, totalBytes)).arrayBuffer()), media) === 0,
    path: (part: number) => Object.keys(disk.sizes()).find((path) => path.endsWith(`/fog.original.1/0000${part}`)) ?? '',
  };
}

test.each(fileApis)('%s: a file written window by window is read as a whole', async (_kind, partBytes) => {
  const { disk, write, isMedia } = setUp(partBytes);
  for (const window of [0, 1, 2]) await write(window);
  expect(await isMedia()).toBe(true);
  expect(Object.values(disk.sizes())).toEqual(partBytes === windowBytes ? [windowBytes, windowBytes, 1000] : [totalBytes]);
});

test('parts of one window are written without sync handles, because another process may hold such a handle open', async () => {
  const { disk, write } = setUp(windowBytes);
  disk.hasSyncHandles = false;
  await write(0);
  expect(Object.values(disk.sizes())).toEqual([windowBytes]);
});

test('a window is written completely even if the sync handle accepts few bytes at a time', async () => {
  const { disk, write, isMedia } = setUp(syncPartBytes);
  disk.maxWriteBytes = 3_000_001;
  for (const window of [0, 1, 2]) await write(window);
  expect(await isMedia()).toBe(true);
});

test.each(fileApis)('%s: bytes that a crash left beyond the counted bytes are cut off and overwritten', async (_kind, partBytes) => {
  const { disk, writer, write, isMedia, path } = setUp(partBytes);
  for (const window of [0, 1, 2]) await write(window);
  writer.close();
  await write(1);
  expect(disk.sizes()[path(0)]).toBe(partBytes === windowBytes ? windowBytes : 2 * windowBytes);
  await write(2);
  expect(await isMedia()).toBe(true);
});

test.each([
  ['sync handles', syncPartBytes, 'QuotaExceededError'],
  ['createWritable', windowBytes, 'QuotaExceededError'],
  ['createWritable that breaks off', windowBytes, 'AbortError'],
] as const)(
  '%s: a disk that fills up in the middle of a window is reported, and the window is completed once there is space',
  async (_kind, partBytes, fullError) => {
    const { disk, writer, write, isMedia } = setUp(partBytes);
    Object.assign(disk, { fullError, freeBytes: windowBytes + 4096 });
    await write(0);
    const reason = await write(1).catch((error: unknown) => error);
    expect(isDiskFull(reason)).toBe(true);
    // `cutOff` frees the space that the ledger needs for the row that reports the full disk.
    writer.cutOff(windowBytes);
    expect(Object.values(disk.sizes()).reduce((sum, size) => sum + size, 0)).toBe(windowBytes);
    writer.close();
    disk.freeBytes = Infinity;
    for (const window of [1, 2]) await write(window);
    expect(await isMedia()).toBe(true);
  },
);

test.each(fileApis)('%s: bytes that were written ahead and the rest of their window are read as a whole', async (_kind, partBytes) => {
  const { writer, write, isMedia, revision } = setUp(partBytes);
  await write(0);
  let writtenBytes = windowBytes;
  for (const end of [windowBytes + 1000, windowBytes + 5000]) {
    if (await writer.writeAhead(revision, writtenBytes, media.slice(writtenBytes, end))) writtenBytes = end;
  }
  expect(writtenBytes).toBe(partBytes === windowBytes ? windowBytes : windowBytes + 5000);
  await writer.write(revision, writtenBytes, media.slice(writtenBytes, 2 * windowBytes));
  await write(2);
  expect(await isMedia()).toBe(true);
});

test('the space of the last bytes of a file can be freed too, because their commit may find the disk full', async () => {
  const { disk, writer, write } = setUp(syncPartBytes);
  for (const window of [0, 1, 2]) await write(window);
  writer.cutOff(2 * windowBytes);
  expect(Object.values(disk.sizes())).toEqual([2 * windowBytes]);
});

test('a write waits for a file that another process holds open', async () => {
  const { disk, clock, writer, write, path } = setUp(syncPartBytes);
  await write(0);
  writer.close();
  const unlock = disk.lock(path(0));
  const pendingWrite = write(1);
  await expect.poll(() => (clock.pass(250), clock.now()), fastPolling).toBeGreaterThan(1_000_000 + 4_000);
  unlock();
  await expect.poll(() => (clock.pass(250), disk.sizes()[path(0)]), fastPolling).toBe(2 * windowBytes);
  await pendingWrite;
});

test('a write gives up after five seconds if another process still holds the file open', async () => {
  const { disk, clock, writer, write, path } = setUp(syncPartBytes);
  await write(0);
  writer.close();
  disk.lock(path(0));
  const failures: unknown[] = [];
  void write(1).catch((reason: unknown) => failures.push(reason));
  await expect.poll(() => (clock.pass(250), failures.length), fastPolling).toBe(1);
  expect(failures[0]).toBeInstanceOf(LockedFile);
  expect(clock.now() - 1_000_000).toBeGreaterThanOrEqual(5_000);
});
