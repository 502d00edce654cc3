// An in-memory origin private file system, as the saver uses it, with disk faults on demand.

export interface MemoryDisk {
  root: FileSystemDirectoryHandle;
  /** Path → size of each file in bytes. */
  sizes(): Record<string, number>;
  bytesOf(path: string): Uint8Array;
  /** How many bytes can still be written. */
  freeBytes: number;
  /** The most bytes that one write of a sync handle accepts. */
  maxWriteBytes: number;
  hasSyncHandles: boolean;
  /** Every write fails, as on a broken disk. */
  isBroken: boolean;
  /** What closing a writable stream throws on a full disk. */
  fullError: 'QuotaExceededError' | 'AbortError';
  /** Reads return different bytes than were written. */
  isRotten: boolean;
  /** Every read fails. */
  isUnreadable: boolean;
  /** Reads wait for this promise. */
  readable: Promise<void>;
  /** Locks a file as another sync handle would; returns the function that releases it. */
  lock(path: string): () => void;
  shorten(path: string, size: number): void;
  remove(path: string): void;
}

interface MemoryFile {
  bytes: Uint8Array<ArrayBuffer>;
  isLocked: boolean;
}

const diskError = (name: string): DOMException => new DOMException(`${name}, of the test`, name);

export function createMemoryDisk(): MemoryDisk {
  const files = new Map<string, MemoryFile>();
  const folders = new Set<string>(['']);

  function grow(file: MemoryFile, length: number): void {
    if (length <= file.bytes.length) return;
    const bytes = new Uint8Array(length);
    bytes.set(file.bytes);
    disk.freeBytes -= length - file.bytes.length;
    file.bytes = bytes;
  }

  function checkNotLocked(file: MemoryFile): void {
    if (file.isLocked) throw diskError('NoModificationAllowedError');
  }

  function syncHandle(file: MemoryFile) {
    if (!disk.hasSyncHandles) throw diskError('NotSupportedError');
    checkNotLocked(file);
    file.isLocked = true;
    return {
      getSize: () => file.bytes.length,
      truncate(size: number) {
        disk.freeBytes += file.bytes.length - size;
        file.bytes = file.bytes.slice(0, size);
      },
      write(bytes: Uint8Array, { at }: { at: number }): number {
        if (disk.isBroken) throw diskError('UnknownError');
        const writableBytes = Math.max(0, file.bytes.length + disk.freeBytes - at);
        const writtenBytes = bytes.subarray(0, Math.min(disk.maxWriteBytes, writableBytes));
        grow(file, at + writtenBytes.length);
        file.bytes.set(writtenBytes, at);
        return writtenBytes.length;
      },
      flush() {},
      close: () => void (file.isLocked = false),
    };
  }

  /** A stream whose written bytes appear in the file when the stream is closed. */
  function writable(file: MemoryFile, keepExistingData: boolean) {
    checkNotLocked(file);
    let copy = keepExistingData ? file.bytes.slice() : new Uint8Array();
    return {
      async write(chunk: Uint8Array | { position: number; data: Uint8Array }) {
        const { position, data } = chunk instanceof Uint8Array ? { position: 0, data: chunk } : chunk;
        if (disk.isBroken) throw diskError('UnknownError');
        const longerCopy = new Uint8Array(Math.max(copy.length, position + data.length));
        longerCopy.set(copy);
        longerCopy.set(data, position);
        copy = longerCopy;
      },
      async truncate(size: number) {
        copy = copy.slice(0, size);
      },
      async close() {
        const addedBytes = copy.length - file.bytes.length;
        if (addedBytes > disk.freeBytes) throw diskError(disk.fullError);
        disk.freeBytes -= addedBytes;
        file.bytes = copy;
      },
      async abort() {},
    };
  }

  function fileHandle(path: string, name: string) {
    return {
      kind: 'file',
      name,
      async getFile() {
        const file = files.get(path);
        if (!file) throw diskError('NotFoundError');
        await disk.readable;
        if (disk.isUnreadable) throw diskError('NotReadableError');
        return new File([disk.isRotten ? file.bytes.map((byte, index) => (index === 100 ? byte ^ 1 : byte)) : file.bytes], name);
      },
      createSyncAccessHandle: async () => syncHandle(fileAt(path)),
      createWritable: async ({ keepExistingData = false } = {}) => writable(fileAt(path), keepExistingData),
    };
  }

  function fileAt(path: string): MemoryFile {
    const file = files.get(path);
    if (!file) throw diskError('NotFoundError');
    return file;
  }

  function directory(path: string, name: string): unknown {
    const pathOf = (child: string): string => `${path}/${child}`;
    return {
      kind: 'directory',
      name,
      async getDirectoryHandle(child: string, { create = false } = {}) {
        if (!folders.has(pathOf(child)) && !create) throw diskError('NotFoundError');
        folders.add(pathOf(child));
        return directory(pathOf(child), child);
      },
      async getFileHandle(child: string, { create = false } = {}) {
        if (!files.has(pathOf(child)) && !create) throw diskError('NotFoundError');
        if (!files.has(pathOf(child))) files.set(pathOf(child), { bytes: new Uint8Array(), isLocked: false });
        return fileHandle(pathOf(child), child);
      },
      async removeEntry(child: string) {
        const isRemoved = (entryPath: string): boolean => entryPath === pathOf(child) || entryPath.startsWith(`${pathOf(child)}/`);
        const removedFiles = [...files.keys()].filter(isRemoved);
        if (removedFiles.length === 0 && ![...folders].some(isRemoved)) throw diskError('NotFoundError');
        for (const file of removedFiles) checkNotLocked(fileAt(file));
        for (const file of removedFiles) disk.remove(file);
        for (const folder of [...folders].filter(isRemoved)) folders.delete(folder);
      },
      async *entries() {
        const isChild = (entryPath: string): boolean => entryPath.startsWith(`${path}/`) && !entryPath.slice(path.length + 1).includes('/');
        for (const folder of [...folders].filter(isChild)) yield [folder.slice(path.length + 1), directory(folder, folder.slice(path.length + 1))];
        for (const file of [...files.keys()].filter(isChild)) yield [file.slice(path.length + 1), fileHandle(file, file.slice(path.length + 1))];
      },
    };
  }

  const disk: MemoryDisk = {
    root: directory('', '') as FileSystemDirectoryHandle,
    sizes: () => Object.fromEntries([...files].map(([path, { bytes }]) => [path, bytes.length])),
    bytesOf: (path) => fileAt(path).bytes,
    freeBytes: Infinity,
    maxWriteBytes: Infinity,
    hasSyncHandles: true,
    isBroken: false,
    fullError: 'QuotaExceededError',
    isRotten: false,
    isUnreadable: false,
    readable: Promise.resolve(),
    lock(path) {
      const file = fileAt(path);
      file.isLocked = true;
      return () => void (file.isLocked = false);
    },
    shorten(path, size) {
      const file = fileAt(path);
      disk.freeBytes += file.bytes.length - size;
      file.bytes = file.bytes.slice(0, size);
    },
    remove(path) {
      disk.freeBytes += fileAt(path).bytes.length;
      files.delete(path);
    },
  };
  return disk;
}
