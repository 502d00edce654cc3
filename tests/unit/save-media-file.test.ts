// One media file is saved window by window, from a body to a disk that the test provides.
import { expect, test } from 'vitest';
import { ClaimLost } from '../../src/saved-media/ledger/ledger.ts';
import { windowBytes, type Revision } from '../../src/saved-media/ledger/rows.ts';
import { createPressPause, pressPauseMs } from '../../src/saved-media/saver/press-pause.ts';
import { pieceBytes, readAheadBytes, saveMediaFile, stepBytes, stepMs } from '../../src/saved-media/saver/save-media-file.ts';
import { stalledAfterMs } from '../../src/saved-media/saver/stall.ts';
import type { PartWriter } from '../../src/saved-media/store/part-writer.ts';
import { createManualClock } from '../doubles/manual-clock.ts';
import { casesToRun } from '../long-test.ts';

const totalBytes = 2 * windowBytes + 1000;
const revision: Revision = {
  account: 'a',
  videoId: 'fog',
  rendition: 'original',
  revision: 1,
  url: '/media/fog.mp4',
  validator: '"one"',
  contentType: 'video/mp4',
  totalBytes,
  partBytes: windowBytes,
  committedBytes: 0,
};
const byteAt = (offset: number): number => (offset * 7 + (offset >> 13)) & 255;

/** Returns a body of the file's bytes `from` to `until`, in chunks that are not aligned with windows. */
function bodyOf({ from = 0, until = totalBytes, isByteStream = true, end = 'close' as 'close' | 'error' | 'hang' } = {}): ReadableStream<
  Uint8Array<ArrayBuffer>
> {
  let offset = from;
  const pull = (controller: ReadableByteStreamController | ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): void => {
    if (offset >= until) {
      if (end === 'close') {
        controller.close();
        if ('byobRequest' in controller) controller.byobRequest?.respond(0); // a pending read is answered only this way
      }
      if (end === 'error') controller.error(new TypeError('cut'));
      return;
    }
    const bytes = new Uint8Array(Math.min(700_001, until - offset));
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = byteAt(offset + index);
    offset += bytes.length;
    controller.enqueue(bytes);
  };
  return (isByteStream ? new ReadableStream({ type: 'bytes', pull }) : new ReadableStream({ pull })) as ReadableStream<Uint8Array<ArrayBuffer>>;
}

function setUp(write: PartWriter['write'] = async () => {}, beforeCommit: (committedBytes: number) => Promise<void> = async () => {}) {
  const disk = new Uint8Array(totalBytes);
  const commits: number[] = [];
  const cutOffs: number[] = [];
  const digests: Uint8Array[] = [];
  const fetchedTotal = { bytes: 0 };
  const clock = createManualClock();
  const pressPause = createPressPause(clock);
  const abortController = new AbortController();
  const run = (row: Revision, body: ReadableStream<Uint8Array<ArrayBuffer>>, begunWindow = new ArrayBuffer(0)) =>
    saveMediaFile(
      row,
      { ...row, body },
      begunWindow,
      {
        clock,
        writer: {
          async writeAhead(_row, offset, bytes) {
            disk.set(bytes, offset);
            return true;
          },
          async write(row, offset, bytes) {
            await write(row, offset, bytes);
            disk.set(bytes, offset);
          },
          cutOff: (offset) => void cutOffs.push(offset),
          close() {},
        },
        onFetched: (bytes) => void (fetchedTotal.bytes += bytes),
        pause: pressPause.pause,
        async commit(committedRow, window, sha256) {
          await beforeCommit(committedRow.committedBytes);
          commits.push(committedRow.committedBytes);
          digests[window] = new Uint8Array(sha256);
        },
      },
      abortController.signal,
    );
  return { run, disk, commits, cutOffs, digests, fetchedTotal, clock, pressPause, abortController };
}

test.each([true, false])('every window is written, then counted, with its hash (byte stream: %s)', async (isByteStream) => {
  const { run, disk, commits, digests } = setUp();
  expect(await run(revision, bodyOf({ isByteStream }))).toMatchObject({ ok: true, value: { committedBytes: totalBytes } });
  expect(commits).toEqual([windowBytes, 2 * windowBytes, totalBytes]);
  expect(disk.every((byte, offset) => byte === byteAt(offset))).toBe(true);
  expect(digests[2]).toEqual(await sha256Of(disk.subarray(2 * windowBytes)));
});

test.each([
  ['ends early', 'close'],
  ['breaks off', 'error'],
] as const)('a body that %s counts as cut, whole windows are kept, and the next save continues after them', async (_how, end) => {
  const { run, disk, commits } = setUp();
  expect(await run(revision, bodyOf({ until: windowBytes + 1, end }))).toEqual({ ok: false, error: { kind: 'cut' } });
  expect(commits).toEqual([windowBytes]);
  await run({ ...revision, committedBytes: windowBytes }, bodyOf({ from: windowBytes }));
  expect(commits.at(-1)).toBe(totalBytes);
  expect(disk.every((byte, offset) => byte === byteAt(offset))).toBe(true);
});

test.each(casesToRun([true, false], 1))(
  'every received byte is counted, including those of a window that is fetched again (byte stream: %s)',
  async (isByteStream) => {
    const { run, fetchedTotal } = setUp();
    await run(revision, bodyOf({ until: windowBytes + 1000, isByteStream }));
    await run({ ...revision, committedBytes: windowBytes }, bodyOf({ from: windowBytes, isByteStream }));
    expect(fetchedTotal.bytes).toBe(totalBytes + 1000);
  },
);

test.each(casesToRun([true, false], 1))(
  'a slow window is counted in steps, and a save that continues from a step still hashes the whole window (byte stream: %s)',
  async (isByteStream) => {
    const { run, disk, commits, digests, clock } = setUp();
    const largeRevision = { ...revision, partBytes: 8 * windowBytes };
    const slowBody = bodyOf({ until: windowBytes - 1, isByteStream }).pipeThrough(
      new TransformStream({ transform: (chunk, controller) => (clock.pass(stepMs / 2), controller.enqueue(chunk)) }),
    );
    expect(await run(largeRevision, slowBody)).toEqual({ ok: false, error: { kind: 'cut' } });
    expect(commits.length).toBeGreaterThanOrEqual(2);
    expect(commits.every((bytes, index) => bytes - (commits[index - 1] ?? 0) >= stepBytes)).toBe(true);
    const committedBytes = commits.at(-1) ?? 0;
    expect(windowBytes - committedBytes).toBeLessThan(stepBytes + 700_001);
    expect(digests).toEqual([await sha256Of(disk.subarray(0, committedBytes))]);
    await run({ ...largeRevision, committedBytes }, bodyOf({ from: committedBytes, isByteStream }), disk.slice(0, committedBytes).buffer);
    expect(commits.slice(-3)).toEqual([windowBytes, 2 * windowBytes, totalBytes]);
    expect(digests[0]).toEqual(await sha256Of(disk.subarray(0, windowBytes)));
    expect(disk.every((byte, offset) => byte === byteAt(offset))).toBe(true);
  },
);

test('bytes are written as they arrive, and those of an incomplete window are cut off when the save ends', async () => {
  const { run, disk, commits, cutOffs, digests, abortController } = setUp();
  const largeRevision = { ...revision, partBytes: 8 * windowBytes };
  const receivedBytes = windowBytes + 3 * pieceBytes;
  const pendingSave = run(largeRevision, bodyOf({ until: receivedBytes, end: 'hang' }));
  await expect.poll(() => disk[windowBytes + 2 * pieceBytes - 1]).toBe(byteAt(windowBytes + 2 * pieceBytes - 1));
  expect(disk.subarray(0, windowBytes + 2 * pieceBytes).every((byte, offset) => byte === byteAt(offset))).toBe(true);
  expect(digests).toEqual([await sha256Of(disk.subarray(0, windowBytes))]);
  abortController.abort();
  expect(await pendingSave).toEqual({ ok: false, error: { kind: 'aborted' } });
  expect([commits, cutOffs]).toEqual([[windowBytes], [windowBytes]]);
});

test('20 s without a byte count as a stall', async () => {
  const { run, commits, clock } = setUp();
  const pendingSave = run(revision, bodyOf({ until: windowBytes, end: 'hang' }));
  await expect.poll(() => commits).toEqual([windowBytes]);
  let hasEnded = false;
  void pendingSave.then(() => (hasEnded = true));
  await expect.poll(() => (clock.pass(stalledAfterMs / 4), hasEnded)).toBe(true);
  expect(await pendingSave).toEqual({ ok: false, error: { kind: 'stalled' } });
});

test('a full disk is reported as such, and the window that did not fit is not counted', async () => {
  const { run, commits } = setUp(async (_row, offset) => {
    if (offset > 0) throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await run(revision, bodyOf())).toEqual({ ok: false, error: { kind: 'storage-full' } });
  expect(commits).toEqual([windowBytes]);
});

test('on a full disk the bytes that are not counted are cut off again, even if the ledger has no space for the count', async () => {
  const failFull = async (): Promise<never> => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  const onFullDisk = setUp((_row, offset) => (offset > 0 ? failFull() : Promise.resolve()));
  await onFullDisk.run(revision, bodyOf());
  expect(onFullDisk.cutOffs).toEqual([windowBytes]);
  const onFullLedger = setUp(undefined, (committedBytes) => (committedBytes > windowBytes ? failFull() : Promise.resolve()));
  expect(await onFullLedger.run(revision, bodyOf())).toEqual({ ok: false, error: { kind: 'storage-full' } });
  expect(onFullLedger.cutOffs).toEqual([windowBytes]);
});

test('a stopped saver stops reading', async () => {
  const { run, abortController, commits } = setUp();
  const pendingSave = run(revision, bodyOf({ until: windowBytes, end: 'hang' }));
  await expect.poll(() => commits).toEqual([windowBytes]);
  abortController.abort();
  expect(await pendingSave).toEqual({ ok: false, error: { kind: 'aborted' } });
});

test.each(casesToRun([true, false], 1))(
  'a press pauses reading for a moment, and constant presses do not stop the reading (byte stream: %s)',
  async (isByteStream) => {
    const { run, fetchedTotal, commits, clock, pressPause } = setUp();
    pressPause.onPress();
    const pendingSave = run(revision, bodyOf({ isByteStream }));
    await expect.poll(() => fetchedTotal.bytes).toBe(700_001);
    clock.pass(pressPauseMs - 1);
    await waitSomeTurns();
    expect(fetchedTotal.bytes).toBe(700_001);
    pressPause.onPress();
    clock.pass(1);
    await expect.poll(() => fetchedTotal.bytes).toBe(1_400_002);
    clock.pass(pressPauseMs);
    expect(await pendingSave).toMatchObject({ ok: true });
    expect(commits.at(-1)).toBe(totalBytes);
  },
);

test.each([pressPauseMs, -60_000])('a press delays nothing once the clock has moved by %i ms (negative: the clock was set back)', (movedMs) => {
  const clock = createManualClock();
  const pressPause = createPressPause(clock);
  pressPause.onPress();
  clock.adjust(movedMs);
  expect(pressPause.pause()).toBeNull();
});

test('while a window is stored, only the beginning of the next window is read', async () => {
  let finishWrite = (): void => {};
  const writeFinished = new Promise<void>((resolve) => (finishWrite = resolve));
  const { run, disk, commits, digests, fetchedTotal } = setUp(() => writeFinished);
  const pendingSave = run(revision, bodyOf());
  await expect.poll(() => fetchedTotal.bytes).toBe(windowBytes + readAheadBytes);
  await waitSomeTurns();
  expect([fetchedTotal.bytes, commits]).toEqual([windowBytes + readAheadBytes, []]);
  finishWrite();
  expect(await pendingSave).toMatchObject({ ok: true });
  expect(commits).toEqual([windowBytes, 2 * windowBytes, totalBytes]);
  expect(disk.every((byte, offset) => byte === byteAt(offset))).toBe(true);
  expect(digests[1]).toEqual(await sha256Of(disk.subarray(windowBytes, 2 * windowBytes)));
});

test.each([
  ['at its first window', bodyOf()],
  ['while the body hangs', bodyOf({ until: windowBytes, end: 'hang' })],
])('a lost claim ends a save: %s', async (_when, body) => {
  const { run } = setUp(async () => {
    throw new ClaimLost();
  });
  await expect(run(revision, body)).rejects.toBeInstanceOf(ClaimLost);
});

/** As an array, because `toEqual` does not compare the contents of buffers. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** Waits for several times as many turns of the event loop as a read needs. */
async function waitSomeTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
