// Writes a revision window by window. With sync access handles (in a worker), a part is 64 MiB; the bytes of a window are written as they
// arrive, and flushed at its end. Without such handles, a part is one window, because bytes written by createWritable are in the file only
// once it is closed. If the browser stops providing handles, a revision with larger parts is completed with createWritable; the browser
// then copies the part for each window.
import type { Clock } from '../../lib/clock.ts';
import type { Revision } from '../ledger/rows.ts';
import { windowBytes } from '../ledger/rows.ts';
import { LockedFile, retryWhileLocked } from './locked-file.ts';
import { partName, revisionFolder } from './part-files.ts';

export interface PartWriter {
  /**
   * Writes the next bytes of a window ahead of `write`, which then has less to write. Resolves to false if nothing was written, because this
   * writer would copy the part for each piece.
   * @param at like `write`
   * @throws like `write`
   */
  writeAhead(revision: Revision, at: number, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /**
   * Writes bytes that lie within one window. Resolves when they, and those written ahead, would survive a crash.
   * @param at offset of the bytes in the media file
   * @throws LockedFile, or an error that `isDiskFull` recognises
   */
  write(revision: Revision, at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /**
   * Frees the space of the uncommitted bytes from `at` on, which an interrupted save would otherwise take. A full disk would have no space
   * for the row that reports the failure.
   */
  cutOff(at: number): void;
  /** Closes the open part, as does a write to another part. Until then, its file can be neither deleted nor opened by another writer. */
  close(): void;
}

/** Whether the error means that the disk, or the browser's grant, is full. */
export function isDiskFull(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'QuotaExceededError';
}

export const syncPartBytes = 8 * windowBytes;

/** The part size of a new revision, depending on how this browser can write. */
export function defaultPartBytes(): number {
  return hasSyncHandles() ? syncPartBytes : windowBytes;
}

/** Creates a writer of parts of `partBytes`. Parts of one window are written by createWritable, even if there are sync access handles. */
export function createPartWriter(root: FileSystemDirectoryHandle, partBytes: number, clock: Clock): PartWriter {
  return partBytes > windowBytes ? createSyncWriter(root, clock) : createStreamWriter(root);
}

/** Declared here because only TypeScript's worker library has this type, and src is compiled with the page's. */
interface SyncHandle {
  getSize(): number;
  truncate(size: number): void;
  write(bytes: Uint8Array, options: { at: number }): number;
  flush(): void;
  close(): void;
}

interface WorkerFileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<SyncHandle>;
}

function hasSyncHandles(): boolean {
  return 'createSyncAccessHandle' in FileSystemFileHandle.prototype;
}

function createSyncWriter(root: FileSystemDirectoryHandle, clock: Clock): PartWriter {
  const fallback = createStreamWriter(root);
  let usesFallback = false;
  let openPart: { revisionKey: string; firstByte: number; part: number; handle: SyncHandle } | null = null;

  function close(): void {
    openPart?.handle.close();
    openPart = null;
  }

  /** Writes bytes at the end of their part, unflushed. Resolves to null, and writes nothing, if the browser provides no handle any more. */
  async function append(revision: Revision, at: number, bytes: Uint8Array<ArrayBuffer>): Promise<SyncHandle | null> {
    if (usesFallback) return null;
    const part = Math.floor(at / revision.partBytes);
    const revisionKey = `${revision.account} ${revision.videoId} ${revision.rendition} ${revision.revision}`;
    if (openPart?.revisionKey !== revisionKey || openPart.part !== part) {
      close();
      const file = await (await revisionFolder(root, revision, true)).getFileHandle(partName(part), { create: true });
      const handle = await retryWhileLocked(clock, () => openHandle(file as WorkerFileHandle));
      if (handle === null && at === 0) throw new LockedFile('no sync access handle');
      if (handle === null) {
        usesFallback = true;
        return null;
      }
      openPart = { revisionKey, firstByte: part * revision.partBytes, part, handle };
    }
    const { handle } = openPart;
    const from = at - part * revision.partBytes;
    // Cuts off bytes that a crash left behind and that were never committed.
    if (handle.getSize() > from) handle.truncate(from);
    let writtenBytes = 0;
    while (writtenBytes < bytes.byteLength) {
      const count = handle.write(bytes.subarray(writtenBytes), { at: from + writtenBytes });
      if (count === 0) throw new DOMException('Nothing more could be written', 'QuotaExceededError');
      writtenBytes += count;
    }
    return handle;
  }

  return {
    writeAhead: async (revision, at, bytes) => (await append(revision, at, bytes)) !== null,
    async write(revision, at, bytes) {
      const handle = await append(revision, at, bytes);
      if (handle === null) return fallback.write(revision, at, bytes);
      handle.flush();
    },
    cutOff(at) {
      if (!openPart) return;
      const bytes = Math.max(0, at - openPart.firstByte);
      try {
        if (openPart.handle.getSize() > bytes) openPart.handle.truncate(bytes);
        openPart.handle.flush();
      } catch {
        // The next write cuts off the uncommitted bytes.
      }
    },
    close,
  };
}

/** Null if the browser has the function but provides no handle, like WebKitGTK. */
async function openHandle(file: WorkerFileHandle): Promise<SyncHandle | null> {
  try {
    return await file.createSyncAccessHandle();
  } catch (reason) {
    const isTransient = isDiskFull(reason) || (reason instanceof DOMException && ['NoModificationAllowedError', 'NotFoundError'].includes(reason.name));
    if (isTransient) throw reason;
    return null;
  }
}

function createStreamWriter(root: FileSystemDirectoryHandle): PartWriter {
  return {
    writeAhead: async () => false,
    async write(revision, at, bytes) {
      const folder = await revisionFolder(root, revision, true);
      const part = Math.floor(at / revision.partBytes);
      const position = at - part * revision.partBytes;
      const file = await folder.getFileHandle(partName(part), { create: true });
      const stream = await file.createWritable({ keepExistingData: position > 0 });
      try {
        // Cuts off bytes that a crash left behind and that were never committed.
        if (position > 0) await stream.truncate(position);
        await stream.write({ type: 'write', position, data: bytes });
        await stream.close();
      } catch (reason) {
        await stream.abort().catch(() => undefined); // the error may already have closed the stream
        // Browsers that copy the bytes only on close report a full disk as an AbortError.
        if (reason instanceof DOMException && reason.name === 'AbortError') throw new DOMException('The file could not be completed', 'QuotaExceededError');
        throw reason;
      }
    },
    cutOff() {}, // a stream that fails leaves nothing
    close() {},
  };
}
