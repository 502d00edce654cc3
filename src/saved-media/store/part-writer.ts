// Writes a revision window by window. With sync access handles (in a worker) parts are of 64 MiB and each window is flushed; without, a
// part is one window, since a file written by createWritable is there only once it is closed. Where handles are no longer given, a film with larger
// parts is written to its end that way: the browser copies the part for each window.
import type { Clock } from '../../lib/clock.ts';
import type { Revision } from '../ledger/rows.ts';
import { windowBytes } from '../ledger/rows.ts';
import { LockedFile, onceUnlocked } from './locked-file.ts';
import { partName, revisionFolder } from './part-files.ts';

export interface PartWriter {
  /**
   * Resolves when the bytes would outlive a crash. `at`: from the start of the film. They lie in one window.
   * @throws what `isFull` tells, LockedFile
   */
  write(revision: Revision, at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Closes what is open: only closed parts can be read while the film is saved. */
  close(): void;
}

/** Whether what was thrown says that the disk, or what the browser grants of it, is full. */
export function isFull(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'QuotaExceededError';
}

export const syncPartBytes = 8 * windowBytes;

/** How large the parts of a new revision are: as this browser writes them. */
export function partBytesHere(): number {
  return hasSyncHandles() ? syncPartBytes : windowBytes;
}

/** For revisions with parts of `partBytes`: those of one window are written by createWritable, whatever else this browser has. */
export function createPartWriter(root: FileSystemDirectoryHandle, partBytes: number, clock: Clock): PartWriter {
  return partBytes > windowBytes ? createSyncWriter(root, clock) : createStreamWriter(root);
}

/** Of the worker's library of types, which the page's does not know. */
interface SyncHandle {
  getSize(): number;
  truncate(size: number): void;
  write(bytes: Uint8Array, options: { at: number }): number;
  flush(): void;
  close(): void;
}

interface FileOfWorker extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<SyncHandle>;
}

function hasSyncHandles(): boolean {
  return 'createSyncAccessHandle' in FileSystemFileHandle.prototype;
}

function createSyncWriter(root: FileSystemDirectoryHandle, clock: Clock): PartWriter {
  const withoutHandles = createStreamWriter(root);
  let isWithoutHandles = false;
  let open: { folder: string; part: number; handle: SyncHandle } | null = null;

  function close(): void {
    open?.handle.close();
    open = null;
  }

  return {
    async write(revision, at, bytes) {
      if (isWithoutHandles) return withoutHandles.write(revision, at, bytes);
      const part = Math.floor(at / revision.partBytes);
      const folder = `${revision.account} ${revision.videoId} ${revision.rendition} ${revision.revision}`;
      if (open?.folder !== folder || open.part !== part) {
        close();
        const file = await (await revisionFolder(root, revision, true)).getFileHandle(partName(part), { create: true });
        const handle = await onceUnlocked(clock, () => handleOf(file as FileOfWorker));
        if (handle === null && at === 0) throw new LockedFile('no sync access handle');
        if (handle === null) {
          isWithoutHandles = true;
          return withoutHandles.write(revision, at, bytes);
        }
        open = { folder, part, handle };
      }
      const { handle } = open;
      const from = at - part * revision.partBytes;
      // What a crash left behind what the ledger counts goes.
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

/** Null: a browser that knows them gives none, WebKitGTK for one. */
async function handleOf(file: FileOfWorker): Promise<SyncHandle | null> {
  try {
    return await file.createSyncAccessHandle();
  } catch (reason) {
    const isOfMoment = isFull(reason) || (reason instanceof DOMException && ['NoModificationAllowedError', 'NotFoundError'].includes(reason.name));
    if (isOfMoment) throw reason;
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
        // What a crash left behind what the ledger counts goes.
        if (position > 0) await stream.truncate(position);
        await stream.write({ type: 'write', position, data: bytes });
        await stream.close();
      } catch (reason) {
        await stream.abort().catch(() => undefined); // it may have ended by the error itself
        // What a full disk is called where the bytes are copied at the end only.
        if (reason instanceof DOMException && reason.name === 'AbortError') throw new DOMException('The file could not be completed', 'QuotaExceededError');
        throw reason;
      }
    },
    close() {},
  };
}
