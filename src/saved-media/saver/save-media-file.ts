// Saves the media file of one revision from where it stopped: window by window, each flushed before it is committed in the ledger. After a
// crash, a cut or a kill at most one window is fetched again, plus what was in flight or read ahead. Over a slow connection a window is
// committed in steps, so that less than 8 MiB in total is fetched again. Ends at the first obstacle; the caller decides whether and when to
// continue.
import type { Clock } from '../../lib/clock.ts';
import { failed, ok, type Result } from '../../lib/result.ts';
import type { OpenedFile, SourceFailure } from '../../network/byte-source.ts';
import { windowBytes, type Revision } from '../ledger/rows.ts';
import { LockedFile } from '../store/locked-file.ts';
import { isDiskFull, type PartWriter } from '../store/part-writer.ts';
import { createStallWatch } from './stall.ts';
import { createBodyReader, type Pause, type WindowBuffer } from './windows.ts';

/**
 * `storage-full`: the disk is full. `no-room`: no space was granted. `locked`: another context has one of the video's files open for
 * writing.
 */
export type MediaFileFailure = SourceFailure | { kind: 'stalled' | 'storage-full' | 'no-room' | 'locked' | 'cut' };

/**
 * A window that takes longer than `stepMs` is committed in steps of at least `stepBytes`. Smaller steps would cost too many flushes and
 * transactions.
 */
export const stepMs = 250;
export const stepBytes = 2 * 1024 * 1024;

/**
 * This much is read ahead while a window is stored, so that the connection does not wait for hash and disk. A kill loses at most this
 * much more.
 */
export const readAheadBytes = 2 * 1024 * 1024;

/**
 * The bytes of a window are written in pieces of this size, as they arrive. Writing blocks this worker, so the connection would wait if a
 * whole window were written at once; the browser's buffers hold what arrives while a piece is written.
 */
export const pieceBytes = 1024 * 1024;

export interface MediaFilePorts {
  writer: PartWriter;
  clock: Clock;
  /** `sha256` is the hash of the committed part of the window. @throws ClaimLost */
  commit(revision: Revision, window: number, sha256: ArrayBuffer): Promise<void>;
  /** Bytes that arrived from the network, whether or not they are committed. */
  onFetched(bytes: number): void;
  pause: Pause;
}

/**
 * @param openedFile the file, whose body begins after the committed bytes of `revision`
 * @param partialWindow the committed bytes of an incomplete window
 * @throws ClaimLost, and what the store throws except for a full disk
 */
export async function saveMediaFile(
  revision: Revision,
  openedFile: OpenedFile,
  partialWindow: ArrayBuffer,
  ports: MediaFilePorts,
  signal: AbortSignal,
): Promise<Result<Revision, MediaFileFailure>> {
  const { writer, clock, commit, onFetched, pause } = ports;
  let current = revision;
  let { committedBytes } = revision;
  const reader = createBodyReader(openedFile.body, pause);
  const stall = createStallWatch(clock, signal, () => void reader.cancel());
  const onBytes = (count: number): void => {
    stall.watch();
    onFetched(count);
  };
  // A part that holds only one window is written by createWritable, which would copy the part for each step.
  const commitsInSteps = revision.partBytes > windowBytes;
  let writesAhead = commitsInSteps;
  const buffer = new ArrayBuffer(windowBytes);
  new Uint8Array(buffer).set(new Uint8Array(partialWindow));
  let currentWindow: WindowBuffer = { buffer, filledBytes: partialWindow.byteLength };
  let aheadBuffer = new ArrayBuffer(readAheadBytes);

  function whyEnded(): MediaFileFailure {
    if (signal.aborted) return { kind: 'aborted' };
    return { kind: stall.isStalled() ? 'stalled' : 'cut' };
  }

  /** Writes the bytes of the window after the first `writtenInWindow`, which are already written, and commits the window. */
  async function store({ buffer: memory, filledBytes }: WindowBuffer, window: number, writtenInWindow: number): Promise<void> {
    const [sha256] = await Promise.all([
      crypto.subtle.digest('SHA-256', new Uint8Array(memory, 0, filledBytes)),
      writer.write(current, window * windowBytes + writtenInWindow, new Uint8Array(memory, writtenInWindow, filledBytes - writtenInWindow)),
    ]);
    current = { ...current, committedBytes: window * windowBytes + filledBytes };
    await commit(current, window, sha256);
    committedBytes = current.committedBytes;
  }

  /** Reads the first bytes of the next window while `storing` runs. */
  async function readAhead(nextBytes: number, storing: Promise<void>): Promise<Result<WindowBuffer, 'cut'>> {
    let isStored = false;
    storing.then(
      () => (isStored = true),
      () => void reader.cancel(), // later bytes could not be stored
    );
    stall.watch();
    const fillResult = await reader.fill({ buffer: aheadBuffer, filledBytes: 0 }, Math.min(readAheadBytes, nextBytes), onBytes, () => isStored);
    stall.pause();
    return fillResult;
  }

  try {
    while (current.committedBytes < current.totalBytes) {
      const window = Math.floor(current.committedBytes / windowBytes);
      const windowStart = window * windowBytes;
      const windowLength = Math.min(windowBytes, current.totalBytes - windowStart);
      const committedInWindow = current.committedBytes - windowStart;
      const sinceMs = clock.now();
      const isStep = (receivedBytes: number): boolean => commitsInSteps && receivedBytes - committedInWindow >= stepBytes && clock.now() - sinceMs >= stepMs;
      let writtenInWindow = committedInWindow;
      const isPiece = (receivedBytes: number): boolean => writesAhead && receivedBytes - writtenInWindow >= pieceBytes;
      for (;;) {
        stall.watch();
        const fillResult = await reader.fill(currentWindow, windowLength, onBytes, (receivedBytes) => isPiece(receivedBytes) || isStep(receivedBytes));
        stall.pause(); // a slow disk must not count as a stalled connection
        if (signal.aborted || !fillResult.ok) return failed(whyEnded());
        currentWindow = fillResult.value;
        const { buffer: memory, filledBytes } = currentWindow;
        if (filledBytes === windowLength || !isPiece(filledBytes) || isStep(filledBytes)) break;
        const piece = new Uint8Array(memory, writtenInWindow, filledBytes - writtenInWindow);
        writesAhead = await writer.writeAhead(current, windowStart + writtenInWindow, piece);
        if (writesAhead) writtenInWindow = filledBytes;
      }
      const storing = store(currentWindow, window, writtenInWindow);
      const nextBytes = current.totalBytes - windowStart - windowLength;
      if (currentWindow.filledBytes < windowLength || nextBytes === 0) {
        await storing;
        continue;
      }
      const aheadResult = await readAhead(nextBytes, storing);
      await storing;
      if (signal.aborted || !aheadResult.ok) return failed(whyEnded());
      const { buffer: memory, filledBytes } = aheadResult.value;
      new Uint8Array(currentWindow.buffer).set(new Uint8Array(memory, 0, filledBytes));
      currentWindow = { buffer: currentWindow.buffer, filledBytes };
      aheadBuffer = memory;
    }
    return ok(current);
  } catch (reason) {
    if (isDiskFull(reason)) return failed({ kind: 'storage-full' });
    if (reason instanceof LockedFile) return failed({ kind: 'locked' });
    throw reason;
  } finally {
    stall.end();
    if (committedBytes < revision.totalBytes) writer.cutOff(committedBytes);
    await reader.cancel();
    writer.close();
  }
}
