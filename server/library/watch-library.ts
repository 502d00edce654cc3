// Notices that something in the library changed, and asks for another look when it has become quiet. Knows nothing of
// what files mean, except which ones belong to a download that still runs.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isUnfinished, mediaBase } from './file-names.ts';
import type { LibraryRoot } from './library-places.ts';
import { isIgnoredName } from './scan-library.ts';
import { watchFolders, type FoldersWatched } from './watch-folders.ts';

export interface LibraryWatcher {
  close(): void;
}

interface WatchOptions {
  roots: readonly LibraryRoot[];
  settleMs: number;
  pollMs: number;
  /** How often it is checked that the folder is still the one that is watched: a disk that is mounted again is another. */
  awayPollMs: number;
  /** `busy`: media files that were written to within `settleMs`, as records name them. */
  lookAgain(busy: ReadonlySet<string>): Promise<void>;
  onUnwatchable(error: unknown): void;
}

/** A file that is copied for minutes keeps the folder from becoming quiet; the others must not wait for it. */
const longestWaitFactor = 5;

/** The look that waited for a long first import says nothing of how long the next one takes. */
const longestPauseMs = 30_000;

export function watchLibrary({ roots, settleMs, pollMs, awayPollMs, lookAgain, onUnwatchable }: WatchOptions): LibraryWatcher {
  const writtenAt = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let firstChangeAt = 0;
  // A look at a huge library takes seconds: with changes all the time at least as long is left between two looks.
  let lastLookMs = 0;
  let isClosed = false;
  let poll: NodeJS.Timeout | null = null;

  function changed({ folder, prefix }: LibraryRoot, file: string | null): void {
    if (isClosed) return;
    if (file !== null && mediaBase(path.basename(file)) !== null) {
      const inner = path.relative(folder, file).split(path.sep).join('/');
      writtenAt.set(prefix === '' ? inner : `${prefix}/${inner}`, Date.now());
    }
    lookSoon();
  }

  function lookSoon(): void {
    if (isClosed) return;
    const now = Date.now();
    if (timer === null) firstChangeAt = now;
    else clearTimeout(timer);
    const longest = Math.max(firstChangeAt + settleMs * longestWaitFactor - now, 0);
    timer = setTimeout(() => void look(), Math.max(Math.min(settleMs, longest), lastLookMs));
  }

  async function look(): Promise<void> {
    timer = null;
    const quietSince = Date.now() - settleMs;
    for (const [file, at] of writtenAt) if (at <= quietSince) writtenAt.delete(file);
    const busy = new Set(writtenAt.keys());
    const from = Date.now();
    await lookAgain(busy);
    lastLookMs = Math.min(Date.now() - from, longestPauseMs);
    if (busy.size > 0 && timer === null) lookSoon();
  }

  function watchRoot(root: LibraryRoot): FoldersWatched {
    const started = watchFolders({
      root: root.folder,
      isIgnored: (name) => isIgnoredName(name) || isUnfinished(name),
      onChange: (file) => changed(root, file),
      onUnwatchable(error) {
        if (poll !== null || isClosed) return;
        onUnwatchable(error);
        poll = setInterval(lookSoon, pollMs);
        poll.unref();
      },
    });
    // What changed between the last look and this moment was seen by nobody.
    void started.ready.then(lookSoon);
    return started;
  }

  const watched = roots.map((root) => ({ root, watcher: watchRoot(root), identity: undefined as string | null | undefined }));
  async function checkFolders(): Promise<void> {
    for (const each of watched) {
      const identity = await identityOf(each.root.folder);
      if (isClosed) return;
      if (each.identity !== undefined && identity !== each.identity) {
        each.watcher.close();
        each.watcher = watchRoot(each.root);
      }
      each.identity = identity;
    }
  }
  void checkFolders();
  const check = setInterval(() => void checkFolders(), awayPollMs);
  check.unref();

  return {
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      if (poll !== null) clearInterval(poll);
      clearInterval(check);
      for (const { watcher } of watched) watcher.close();
    },
  };
}

/** Device and inode; null while it is away. */
async function identityOf(folder: string): Promise<string | null> {
  return stat(folder).then(
    ({ dev, ino }) => `${dev}:${ino}`,
    () => null, // away
  );
}
