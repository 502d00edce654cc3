// Writes a revision window by window. With sync access handles (in a worker), parts are 64 MiB and each window is flushed; without, a part is one
// window, since a file written by createWritable exists only once it is closed. If handles stop being available, a file with larger parts is finished
// with createWritable, for which the browser copies the part at each window.
import type { Clock } from '../../lib/clock.ts';
import type { Revision } from '../ledger/rows.ts';
import { windowBytes } from '../ledger/rows.ts';
import { LockedFile, retryWhileLocked } from './locked-file.ts';
import { partName, revisionFolder } from './part-files.ts';

export interface PartWriter {
  /**
   * Resolves when the bytes would survive a crash. `at`: from the start of the media file. The bytes lie within one window.
   * @throws what `isDiskFull` recognises, LockedFile
   */
  write(revision: Revision, at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Closes the open part: only closed parts can be read while the video is being saved. */
  close(): void;
}

/** Whether the error means that the disk, or the browser's grant, is full. */
export function isDiskFull(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'QuotaExceededError';
}

export const syncPartBytes = 8 * windowBytes;

/** The part size of a new revision, as this browser writes them. */
export function defaultPartBytes(): number {
  return hasSyncHandles() ? syncPartBytes : windowBytes;
}

/** For revisions with parts of `partBytes`: parts of one window are written by createWritable, whatever else this browser supports. */
export function createPartWriter(root: FileSystemDirectoryHandle, partBytes: number, clock: Clock): PartWriter {
  return partBytes > windowBytes ? createSyncWriter(root, clock) : createStreamWriter(root);
}

/** From the worker type library, which is not available to the page's types. */
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
  let open: { folder: string; part: number; handle: SyncHandle } | null = null;

  function close(): void {
    open?.handle.close();
    open = null;
  }

  return {
    async write(revision, at, bytes) {
      if (usesFallback) return fallback.write(revision, at, bytes);
      const part = Math.floor(at / revision.partBytes);
      const folder = `${revision.account} ${revision.videoId} ${revision.rendition} ${revision.revision}`;
      if (open?.folder !== folder || open.part !== part) {
        close();
        const file = await (await revisionFolder(root, revision, true)).getFileHandle(partName(part), { create: true });
        const handle = await retryWhileLocked(clock, () => openHandle(file as WorkerFileHandle));
        if (handle === null && at === 0) throw new LockedFile('no sync access handle');
        if (handle === null) {
          usesFallback = true;
          return fallback.write(revision, at, bytes);
        }
        open = { folder, part, handle };
      }
      const { handle } = open;
      const from = at - part * revision.partBytes;
      // Truncates bytes that the ledger does not count, left by a crash.
      if (handle.getSize() > from) handle.truncate(from);
      let done = 0;
      while (done < bytes.byteLength) {
        const written = handle.write(bytes.subarray(done), { at: from + done });
        if (written === 0) throw new DOMException('Nothing more could be written', 'QuotaExceededError');
        done += written;
      }
      handle.flush();
      const isLast = from + bytes.byteLength === revision.partBytes || at + bytes.byteLength === revision.totalBytes;
      if (isLast) close();
    },
    close,
  };
}

/** Null: the browser has the function but provides no handle, for example WebKitGTK. */
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
    async write(revision, at, bytes) {
      const folder = await revisionFolder(root, revision, true);
      const part = Math.floor(at / revision.partBytes);
      const position = at - part * revision.partBytes;
      const file = await folder.getFileHandle(partName(part), { create: true });
      const stream = await file.createWritable({ keepExistingData: position > 0 });
      try {
        // Truncates bytes that the ledger does not count, left by a crash.
        if (position > 0) await stream.truncate(position);
        await stream.write({ type: 'write', position, data: bytes });
        await stream.close();
      } catch (reason) {
        await stream.abort().catch(() => undefined); // the error itself may have ended it
        // The error for a full disk in browsers that copy the bytes only at the end.
        if (reason instanceof DOMException && reason.name === 'AbortError') throw new DOMException('The file could not be completed', 'QuotaExceededError');
        throw reason;
      }
    },
    close() {},
  };
}
