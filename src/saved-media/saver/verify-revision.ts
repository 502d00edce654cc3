// Reads a revision back, so that a disk that stores other bytes than were written is detected before the video plays offline.
import { systemClock, type Clock } from '../../lib/clock.ts';
import type { Ledger } from '../ledger/ledger-port.ts';
import { revisionKeyOf, windowBytes, type Revision } from '../ledger/rows.ts';
import { readBytes } from '../store/part-files.ts';
import { looksLikeVideo } from './media-check.ts';
import { createStallWatch } from './stall.ts';
import { createBodyReader, type Pause } from './windows.ts';
import { hashOfWindows } from './windows-hash.ts';

interface Ports {
  ledger: Pick<Ledger, 'digestsOf'>;
  root: FileSystemDirectoryHandle;
  clock?: Clock;
  pause?: Pause;
}

/** A window that has been read: the first `byteCount` bytes of `buffer`. */
interface WindowRead {
  buffer: ArrayBuffer;
  byteCount: number;
}

/** How often a window is opened before it counts as unreadable. */
const maxReads = 3;

/**
 * Whether every window is on disk as it was written, and the first bytes are those of a video file. Also false when `signal` aborts or a
 * file is gone or short.
 * @throws NotReadableError, or the browser's error, for existing bytes that cannot be read, for instance for lack of memory
 */
export async function matchesDigests(revision: Revision, { ledger, root, clock = systemClock, pause }: Ports, signal: AbortSignal): Promise<boolean> {
  const digests = await ledger.digestsOf(revisionKeyOf(revision));
  const windowCount = Math.ceil(revision.totalBytes / windowBytes);
  const { windowsHash } = revision;
  if (digests.length !== windowCount && windowsHash === undefined) return false;
  const head = await bytesOf(revision, 0, 512, { root, clock }, signal);
  if (!head || !looksLikeVideo(new Uint8Array(head), revision.contentType)) return false;
  // One buffer serves all windows, because the browser would not collect a buffer per window fast enough.
  let buffer = newBuffer();
  const hashes: ArrayBuffer[] = [];
  for (let window = 0; window < windowCount; window += 1) {
    const readWindow = await readInTime((isFirst, onBytes) => readOnce(window, isFirst ? buffer : newBuffer(), onBytes), clock, signal);
    if (!readWindow) return false;
    const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(readWindow.buffer, 0, readWindow.byteCount));
    const digest = digests[window];
    if (digest && !areBytesEqual(hash, digest.sha256)) return false;
    hashes.push(hash);
    buffer = readWindow.buffer;
  }
  return windowsHash === undefined || windowsHash === (await hashOfWindows(hashes));

  function newBuffer(): ArrayBuffer {
    return new ArrayBuffer(Math.min(windowBytes, revision.totalBytes));
  }

  /** Resolves to null if the file is gone or short. @param onBytes called when something was read */
  async function readOnce(window: number, into: ArrayBuffer, onBytes: () => void): Promise<WindowRead | null> {
    const windowStart = window * windowBytes;
    const blob = await blobOf(root, revision, windowStart, windowStart + windowBytes);
    if (!blob) return null;
    const reader = createBodyReader(blob.stream(), pause);
    const fillResult = await reader.fill({ buffer: into, filledBytes: 0 }, blob.size, onBytes);
    await reader.cancel();
    if (!fillResult.ok) throw new DOMException('The bytes could not be read back', 'NotReadableError');
    return { buffer: fillResult.value.buffer, byteCount: blob.size };
  }
}

/**
 * The committed bytes of the incomplete window, empty if there is none; null if they are gone or differ from what was written, or `signal`
 * aborts.
 * @throws like `matchesDigests`
 */
export async function readPartialWindow(revision: Revision, { ledger, root, clock = systemClock }: Ports, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const { committedBytes } = revision;
  const partialBytes = committedBytes % windowBytes;
  if (partialBytes === 0) return new ArrayBuffer(0);
  const digest = (await ledger.digestsOf(revisionKeyOf(revision))).at(-1);
  const bytes = await bytesOf(revision, committedBytes - partialBytes, committedBytes, { root, clock }, signal);
  const isIntact = digest && bytes && areBytesEqual(await crypto.subtle.digest('SHA-256', bytes), digest.sha256);
  return isIntact ? bytes : null;
}

async function bytesOf(
  revision: Revision,
  first: number,
  end: number,
  { root, clock }: { root: FileSystemDirectoryHandle; clock: Clock },
  signal: AbortSignal,
): Promise<ArrayBuffer | null> {
  return readInTime(async () => (await blobOf(root, revision, first, end))?.arrayBuffer() ?? null, clock, signal);
}

/**
 * Reads with a time limit, because Chromium 156 was seen to leave a read of its own file unanswered. After the limit, the file is opened
 * and read again. Resolves to null when `signal` aborts. A read that was given up keeps its buffer, so later reads (`isFirst` is false)
 * need another buffer.
 */
async function readInTime<Value>(read: (isFirst: boolean, onBytes: () => void) => Promise<Value>, clock: Clock, signal: AbortSignal): Promise<Value | null> {
  for (let tries = 1; !signal.aborted; tries += 1) {
    let giveUp = (): void => {};
    const whenStalled = new Promise<'stalled'>((resolve) => (giveUp = () => resolve('stalled')));
    const stall = createStallWatch(clock, signal, () => giveUp());
    stall.watch();
    const answer = await Promise.race([read(tries === 1, stall.watch), whenStalled]).finally(stall.end);
    if (answer !== 'stalled') return answer;
    if (tries === maxReads && !signal.aborted) throw new DOMException('The bytes could not be read back', 'NotReadableError');
  }
  return null;
}

/** Resolves to null if the files of the revision are gone, or shorter than they were. */
async function blobOf(root: FileSystemDirectoryHandle, revision: Revision, first: number, end: number): Promise<Blob | null> {
  return readBytes(root, revision, first, Math.min(end, revision.totalBytes)).catch((reason: unknown) => {
    if (reason instanceof RangeError || (reason instanceof DOMException && reason.name === 'NotFoundError')) return null;
    throw reason;
  });
}

function areBytesEqual(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [left, right] = [new Uint8Array(one), new Uint8Array(other)];
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
