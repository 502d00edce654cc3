// When a saved revision is verified, every window is compared with its hash, and unreadable bytes do not count as damage.
import { expect, onTestFinished, test, vi } from 'vitest';
import { windowBytes, type Revision, type WindowDigest } from '../../src/saved-media/ledger/rows.ts';
import { stalledAfterMs } from '../../src/saved-media/saver/stall.ts';
import { hashOfWindows } from '../../src/saved-media/saver/windows-hash.ts';
import { matchesDigests, readPartialWindow } from '../../src/saved-media/saver/verify-revision.ts';
import { partName, revisionFolder } from '../../src/saved-media/store/part-files.ts';
import { syncPartBytes } from '../../src/saved-media/store/part-writer.ts';
import { aRevision } from '../builders/saved-items.ts';
import { createManualClock } from '../doubles/manual-clock.ts';
import { createMemoryDisk } from '../doubles/memory-disk.ts';

const totalBytes = 2 * windowBytes + 1000;
const revision: Revision = aRevision({ totalBytes, committedBytes: totalBytes, partBytes: syncPartBytes });

/** Stores a revision of three windows, and the hashes of its bytes. The disk stores the byte at `flippedOffset` differently. */
async function setUp(flippedOffset: number | null = null, clock = createManualClock()) {
  const disk = createMemoryDisk();
  const bytes = new Uint8Array(totalBytes);
  for (let window = 0; window < 3; window += 1) bytes.fill(window + 1, window * windowBytes);
  bytes.set(new TextEncoder().encode('ftyp'), 4);
  const digests: WindowDigest[] = [];
  for (let window = 0; window < 3; window += 1) {
    const sha256 = await crypto.subtle.digest('SHA-256', bytes.subarray(window * windowBytes, (window + 1) * windowBytes));
    const { account, videoId, rendition } = revision;
    digests.push({ account, videoId, rendition, revision: revision.revision, window, sha256 });
  }
  if (flippedOffset !== null) bytes[flippedOffset] = (bytes[flippedOffset] ?? 0) ^ 1;
  const stream = await (await (await revisionFolder(disk.root, revision, true)).getFileHandle(partName(0), { create: true })).createWritable();
  await stream.write(bytes);
  await stream.close();
  const ports = { ledger: { digestsOf: async () => digests }, root: disk.root, clock };
  const partialRevision = { ...revision, committedBytes: totalBytes - 1 };
  return {
    disk,
    digests,
    readPartial: () => readPartialWindow(partialRevision, ports, new AbortController().signal),
    matches: (signal = new AbortController().signal) => matchesDigests(revision, ports, signal),
    matchesHash: (windowsHash: string) =>
      matchesDigests({ ...revision, windowsHash }, { ...ports, ledger: { digestsOf: async () => [] } }, new AbortController().signal),
  };
}

/** Replaces the result of `stream()` of every Blob until the test ends. */
function replaceStreams(replace: (blob: Blob) => ReadableStream): void {
  const streamSpy = vi.spyOn(Blob.prototype, 'stream').mockImplementation(function (this: Blob) {
    return replace(this) as ReturnType<Blob['stream']>;
  });
  onTestFinished(() => streamSpy.mockRestore());
}

test.each([null, 5000, windowBytes + 5000, totalBytes - 1])(
  'a copy matches only if every byte of every window is stored unchanged (changed byte: %s)',
  async (flippedOffset) => {
    expect(await (await setUp(flippedOffset)).matches()).toBe(flippedOffset === null);
  },
);

test.each([null, 5000, totalBytes - 1])('a copy whose ledger was lost is compared with the hash of its windows (byte %s)', async (flippedOffset) => {
  const { digests, matchesHash } = await setUp(flippedOffset);
  expect(await matchesHash(await hashOfWindows(digests.map(({ sha256 }) => sha256)))).toBe(flippedOffset === null);
});

test.each([null, totalBytes - 1])(
  'a byte stored differently is noticed even if the browser reads files in chunks of another size (byte %s)',
  async (flippedOffset) => {
    const { matches } = await setUp(flippedOffset);
    replaceStreams(
      (blob) =>
        new ReadableStream({
          async start(controller) {
            const bytes = new Uint8Array(await blob.arrayBuffer());
            for (let offset = 0; offset < bytes.length; offset += 65_521) controller.enqueue(bytes.slice(offset, offset + 65_521));
            controller.close();
          },
        }),
    );
    expect(await matches()).toBe(flippedOffset === null);
  },
);

test.each([
  ['fails', (controller: ReadableStreamDefaultController) => controller.error(new DOMException('of the test', 'NotReadableError'))],
  ['ends early', (controller: ReadableStreamDefaultController) => controller.close()],
])('a read that %s is an error, not damage', async (_what, start) => {
  const { matches } = await setUp();
  replaceStreams(() => new ReadableStream({ start }));
  await expect(matches()).rejects.toThrow('The bytes could not be read back');
});

test.each([
  [1, true],
  [2, true],
  [3, 'The bytes could not be read back'],
])('after %i reads that the browser never answers, the outcome is %s', async (silentCount, outcome) => {
  const clock = createManualClock();
  const { matches } = await setUp(null, clock);
  const readStream = Blob.prototype.stream;
  let readCount = 0;
  replaceStreams((blob) => {
    readCount += 1;
    // The first read succeeds. The next `silentCount` reads are never answered.
    return readCount > 1 && readCount <= 1 + silentCount ? new ReadableStream({ type: 'bytes' }) : (readStream.call(blob) as ReadableStream);
  });
  const matchOutcome = matches().catch((reason: Error) => reason.message);
  for (let readNumber = 1; readNumber <= silentCount; readNumber += 1) {
    await expect.poll(() => readCount).toBe(1 + readNumber);
    clock.pass(stalledAfterMs);
  }
  expect(await matchOutcome).toBe(outcome);
});

test.each(['matches', 'readPartial'] as const)('a short read that the browser never answers is repeated, and finally given up: %s', async (method) => {
  const clock = createManualClock();
  const revisionSetup = await setUp(null, clock);
  let readCount = 0;
  const silentSpy = vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(() => ((readCount += 1), new Promise(() => {})));
  onTestFinished(() => silentSpy.mockRestore());
  const outcome = revisionSetup[method]().catch((reason: Error) => reason.message);
  for (let readNumber = 1; readNumber <= 3; readNumber += 1) {
    await expect.poll(() => readCount).toBe(readNumber);
    clock.pass(stalledAfterMs);
  }
  expect(await outcome).toBe('The bytes could not be read back');
});

test('a copy does not match if the hash of one of its windows is missing', async () => {
  const { digests, matches } = await setUp();
  digests.pop();
  expect(await matches()).toBe(false);
});

test('a shorter file does not match, and neither does a file whose comparison is aborted', async () => {
  const { disk, matches } = await setUp();
  expect(await matches(AbortSignal.abort())).toBe(false);
  disk.shorten(Object.keys(disk.sizes())[0] ?? '', totalBytes - 1);
  expect(await matches()).toBe(false);
});
