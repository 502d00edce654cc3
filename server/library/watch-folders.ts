// Watches a folder and all folders below it, with one system watch per folder. A watch, or even a stat, per file would not scale to a
// library of 100 000 videos (docs/decisions/114). Knows nothing of the files' meaning.
import { watch, type FSWatcher } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from './inside-folder.ts';

export interface FolderWatch {
  /** Resolves when all folders are watched, or after `onUnwatchable`. */
  ready: Promise<void>;
  close(): void;
}

interface WatchFoldersOptions {
  root: string;
  isIgnored(name: string): boolean;
  /** Absolute paths of folders that are not watched. */
  skippedFolders?: readonly string[];
  /** @param file the file that was created or written to; null for a removal, for a folder, or for a change whose path is not reported */
  onChange(file: string | null): void;
  /** Called if the system has no watches left, or does not support them here. No changes are reported afterwards. */
  onUnwatchable(error: unknown): void;
}

export function watchFolders({ root, isIgnored, skippedFolders = [], onChange, onUnwatchable }: WatchFoldersOptions): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  let isClosed = false;

  function close(): void {
    isClosed = true;
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  }
  function giveUp(error: unknown): void {
    if (isClosed) return;
    close();
    onUnwatchable(error);
  }

  /** Adds the folder and all folders below it. The parent folder's watch reports folders that are removed meanwhile. */
  async function add(folder: string): Promise<void> {
    if (isClosed || watchers.has(folder) || skippedFolders.includes(folder)) return;
    try {
      const watcher = watch(folder, (_event, name) => void onEvent(folder, name));
      watcher.on('error', (error) => (isInaccessible(error) ? unwatch(folder) : giveUp(error)));
      watchers.set(folder, watcher);
      for await (const entry of await opendir(folder)) {
        if (entry.isDirectory() && !isIgnored(entry.name)) await add(path.join(folder, entry.name));
      }
    } catch (error) {
      if (!isInaccessible(error)) giveUp(error);
    }
  }

  function unwatch(folder: string): void {
    for (const [watchedFolder, watcher] of watchers) {
      if (!isWithin(folder, watchedFolder)) continue;
      watcher.close();
      watchers.delete(watchedFolder);
    }
  }

  async function onEvent(folder: string, name: string | null): Promise<void> {
    if (name !== null && isIgnored(name)) return;
    const file = path.join(folder, name ?? '');
    const stats = name === null ? null : await lstat(file).catch(() => null); // removed meanwhile
    if (isClosed) return;
    if (stats === null) {
      if (name !== null) unwatch(file);
      return onChange(null);
    }
    if (!stats.isDirectory()) return onChange(file);
    // The name may now belong to a different folder, so the watches under it are replaced.
    unwatch(file);
    await add(file);
    if (!isClosed) onChange(null);
  }

  return { ready: add(root), close };
}

/** Whether a folder was removed meanwhile or cannot be read; the other folders are still watched. */
function isInaccessible(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code);
}
