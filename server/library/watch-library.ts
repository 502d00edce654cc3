// Notices that something in the library changed, and asks for another look when it has become quiet. Knows nothing of
// what files mean, except which ones belong to a download that still runs.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isUnfinished, mediaBase } from './file-names.ts';
import { isIgnoredName } from './scan-library.ts';
import { watchFolders, type FoldersWatched } from './watch-folders.ts';

export interface LibraryWatcher {
  close(): void;
}

interface WatchOptions {
  root: string;
  settleMs: number;
  pollMs: number;
  /** How often it is checked that the folder is still the one that is watched: a disk that is mounted again is another. */
  awayPollMs: number;
  /** `busy`: media files that were written to within `settleMs`, relative to the root. */
  lookAgain(busy: ReadonlySet<string>): Promise<void>;
  onUnwatchable(error: unknown): void;
}

/** A file that is copied for minutes keeps the folder from becoming quiet; the others must not wait for it. */
const longestWaitFactor = 5;

/** The look that waited for a long first import says nothing of how long the next one takes. */
const longestPauseMs = 30_000;

export function watchLibrary({ root, settleMs, pollMs, awayPollMs, lookAgain, onUnwatchable }: WatchOptions): LibraryWatcher {
  const writtenAt = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let firstChangeAt = 0;
  // A look at a huge library takes seconds: with changes all the time at least as long is left between two looks.
  let lastLookMs = 0;
  let isClosed = false;
  let poll: NodeJS.Timeout | null = null;

  function changed(file: string | null): void {
    if (isClosed) return;
    const now = Date.now();
    if (file !== null && mediaBase(path.basename(file)) !== null) writtenAt.set(path.relative(root, file).split(path.sep).join('/'), now);
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
    if (busy.size > 0 && timer === null) changed(null);
  }

  function watchAll(): FoldersWatched {
    const started = watchFolders({
      root,
      isIgnored: (name) => isIgnoredName(name) || isUnfinished(name),
      onChange: changed,
      onUnwatchable(error) {
        if (poll !== null || isClosed) return;
        onUnwatchable(error);
        poll = setInterval(() => changed(null), pollMs);
        poll.unref();
      },
    });
    // What changed between the last look and this moment was seen by nobody.
    void started.ready.then(() => changed(null));
    return started;
  }

  let watcher = watchAll();
  let watchedFolder: string | null | undefined;
  async function checkFolder(): Promise<void> {
    const folder = await identityOf(root);
    if (isClosed) return;
    if (watchedFolder !== undefined && folder !== watchedFolder) {
      watcher.close();
      watcher = watchAll();
    }
    watchedFolder = folder;
  }
  void checkFolder();
  const check = setInterval(() => void checkFolder(), awayPollMs);
  check.unref();

  return {
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      if (poll !== null) clearInterval(poll);
      clearInterval(check);
      watcher.close();
    },
  };
}

/** Device and inode; null while it is away. */
async function identityOf(folder: string): Promise<string | null> {
  return stat(folder).then(
    ({ dev, ino }) => `${dev}:${ino}`,
    () => null,
  );
}
