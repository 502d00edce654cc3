// Detects changes in the library and requests another scan when they stop. Knows nothing of the files' meaning, except which ones belong to
// a download in progress.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isUnfinished, mediaBase } from './file-names.ts';
import { folderOf } from './folder-of-library.ts';
import type { LibraryRoot } from './library-places.ts';
import { mountsWithin } from './mounts.ts';
import { isIgnoredName } from './scan-library.ts';
import { watchFolders, type FolderWatch } from './watch-folders.ts';

export interface LibraryWatcher {
  close(): void;
}

interface WatchOptions {
  roots: readonly LibraryRoot[];
  /** A scan begins once nothing has changed for this time. */
  settleMs: number;
  /** How often to scan where changes cannot be watched. */
  pollMs: number;
  /**
   * How often to check that the watched folders are still the same. A disk that is mounted again has another root folder, and no watch
   * reports that.
   */
  folderCheckMs: number;
  /**
   * `busyFiles`: stored names of media files written to in the last `settleMs`. `folders`: the only folders to scan; null for the whole
   * library. If a scan of the whole library would take long, only the folders written to are scanned first.
   */
  onChange(busyFiles: ReadonlySet<string>, folders: readonly string[] | null): Promise<void>;
  onUnwatchable(error: unknown): void;
  /** By default reads the system's list (mounts.ts). */
  mounts?: (folder: string) => Promise<string>;
}

/** The longest wait, in multiples of `settleMs`. A file may be copied for minutes, and other files must not wait for it. */
const maxWaitFactor = 5;

/**
 * If a scan of the whole library takes longer than this, only the folder of a new file is scanned; the whole library follows when
 * changes stop.
 */
const slowImportMs = 2_000;
/** If more folders changed, a scan of the whole library is cheaper. */
const maxFolders = 8;
/**
 * After a scan of single folders, the whole library is scanned once there have been no changes for this time. If a scan of the whole
 * library takes long, the wait is a multiple of the duration of that scan.
 */
const wholeScanAfterMs = 60_000;
const wholeScanAfterFactor = 10;

/** A longer duration of a scan counts as this long, because the measurement may include waiting for a long first import. */
const maxCountedDurationMs = 30_000;

export function watchLibrary({ roots, settleMs, pollMs, folderCheckMs, onChange, onUnwatchable, mounts = mountsWithin }: WatchOptions): LibraryWatcher {
  /**
   * When each media file was last written to, by its stored name. Measured with a clock that never jumps, because otherwise a file would
   * count as being written for as long as the clock was set back.
   */
  const writtenAtMs = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let firstChangeAt = 0;
  // The duration of the last scan of the whole library, several seconds if the library is huge. During constant changes, two such scans are
  // at least this far apart.
  let importDurationMs = 0;
  let isClosed = false;
  let pollTimer: NodeJS.Timeout | null = null;
  /** Folders written to since the last scan; null if a file was removed, or changed at an unknown path. */
  let writtenFolders: Set<string> | null = null;
  let wholeScanTimer: NodeJS.Timeout | null = null;

  function recordChange({ folder, prefix }: LibraryRoot, file: string | null): void {
    if (isClosed) return;
    const inner = file === null ? null : path.relative(folder, file).split(path.sep).join('/');
    const storedName = inner === null ? null : prefix === '' ? inner : `${prefix}/${inner}`;
    if (storedName !== null && mediaBase(path.basename(storedName)) !== null) writtenAtMs.set(storedName, performance.now());
    scheduleImport(storedName === null ? null : folderOf(storedName));
  }

  /** @param folder the only folder written to; null if the whole library must be scanned */
  function scheduleImport(folder: string | null = null): void {
    if (isClosed) return;
    if (timer === null) writtenFolders = folder === null ? null : new Set([folder]);
    else if (folder === null) writtenFolders = null;
    else writtenFolders?.add(folder);
    const now = performance.now();
    if (timer === null) firstChangeAt = now;
    else clearTimeout(timer);
    const maxDelayMs = Math.max(firstChangeAt + settleMs * maxWaitFactor - now, 0);
    const isPartialScan = isPartial(writtenFolders);
    timer = setTimeout(() => void importNow(), isPartialScan ? Math.min(settleMs, maxDelayMs) : Math.max(Math.min(settleMs, maxDelayMs), importDurationMs));
  }

  function isPartial(folders: Set<string> | null): folders is Set<string> {
    return importDurationMs > slowImportMs && folders !== null && folders.size <= maxFolders;
  }

  function scheduleWholeScan(): void {
    if (wholeScanTimer !== null) clearTimeout(wholeScanTimer);
    wholeScanTimer = setTimeout(() => scheduleImport(), Math.max(wholeScanAfterMs, wholeScanAfterFactor * importDurationMs));
    wholeScanTimer.unref();
  }

  async function importNow(): Promise<void> {
    timer = null;
    // A change during the check schedules another scan, and replaces `writtenFolders`.
    const foldersToScan = writtenFolders;
    // The folders are checked before each scan, because a new mount may get the device number of an unmounted one. Only a check between the
    // unmount and the new mount notices the change.
    await checkFolders();
    if (isClosed) return;
    const quietSinceMs = performance.now() - settleMs;
    for (const [file, atMs] of writtenAtMs) if (atMs <= quietSinceMs) writtenAtMs.delete(file);
    const busyFiles = new Set(writtenAtMs.keys());
    const startedAt = performance.now();
    if (isPartial(foldersToScan)) {
      const folders = [...foldersToScan];
      await onChange(busyFiles, folders);
      scheduleWholeScan();
      for (const folder of busyFiles.size > 0 && timer === null ? folders : []) scheduleImport(folder);
      return;
    }
    await onChange(busyFiles, null);
    importDurationMs = Math.min(performance.now() - startedAt, maxCountedDurationMs);
    if (busyFiles.size > 0 && timer === null) scheduleImport();
  }

  function watchRoot(root: LibraryRoot): FolderWatch {
    const folderWatch = watchFolders({
      root: root.folder,
      isIgnored: (name) => isIgnoredName(name) || isUnfinished(name),
      skippedFolders: (root.skippedFolders ?? []).map((name) => path.join(root.folder, name)),
      onChange: (file) => recordChange(root, file),
      onUnwatchable(error) {
        if (pollTimer !== null || isClosed) return;
        onUnwatchable(error);
        pollTimer = setInterval(() => scheduleImport(), pollMs);
        pollTimer.unref();
      },
    });
    // A scan is needed, because the watch has not reported changes between the last scan and this moment.
    void folderWatch.ready.then(() => scheduleImport());
    return folderWatch;
  }

  const watchedRoots = roots.map((root) => ({ root, watcher: watchRoot(root), identity: undefined as string | undefined }));
  async function checkFolders(): Promise<void> {
    for (const watchedRoot of watchedRoots) {
      const { root } = watchedRoot;
      const identity = `${await identityOf(root.folder)}\n${await mounts(root.folder)}`;
      if (isClosed) return;
      if (watchedRoot.identity !== undefined && identity !== watchedRoot.identity) {
        watchedRoot.watcher.close();
        watchedRoot.watcher = watchRoot(root);
      }
      watchedRoot.identity = identity;
    }
  }
  let isChecking = false;
  /** Runs one check at a time. On a share whose server is gone, a check hangs and blocks one of the few threads that access files. */
  function checkUnlessBusy(): void {
    if (isChecking) return;
    isChecking = true;
    void checkFolders().finally(() => (isChecking = false));
  }
  checkUnlessBusy();
  const checkTimer = setInterval(checkUnlessBusy, folderCheckMs);
  checkTimer.unref();

  return {
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      if (wholeScanTimer !== null) clearTimeout(wholeScanTimer);
      if (pollTimer !== null) clearInterval(pollTimer);
      clearInterval(checkTimer);
      for (const { watcher } of watchedRoots) watcher.close();
    },
  };
}

/**
 * A folder's device, inode and time of creation; null while it is absent. The inode alone is not enough, because a new folder may get the
 * inode of a deleted one.
 */
async function identityOf(folder: string): Promise<string | null> {
  return stat(folder, { bigint: true }).then(
    // If the time of creation is unknown, Node reports the time of the last change.
    ({ dev, ino, birthtimeNs, ctimeNs }) => `${dev}:${ino}:${birthtimeNs === ctimeNs ? '' : birthtimeNs}`,
    () => null, // absent
  );
}
