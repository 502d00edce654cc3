// Hears of every change in a folder and all folders below it, by one system watch for each folder: a watch, or as little as a
// look, for each file does not fit a library of 100 000 videos (docs/decisions/114). Knows nothing of what files mean.
import { watch, type FSWatcher } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from './inside-folder.ts';

export interface FoldersWatched {
  /** When all folders are watched, or it was told that they cannot be. */
  ready: Promise<void>;
  close(): void;
}

interface WatchFoldersOptions {
  root: string;
  isIgnored(name: string): boolean;
  /** A path that was made or written to; null for what went, or for a change that the system does not name. */
  onChange(file: string | null): void;
  /** The system has no watches left, or knows none here. Nothing is heard any more. */
  onUnwatchable(error: unknown): void;
}

export function watchFolders({ root, isIgnored, onChange, onUnwatchable }: WatchFoldersOptions): FoldersWatched {
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

  /** With all folders below. What goes meanwhile is told by the folder above it. */
  async function add(folder: string): Promise<void> {
    if (isClosed || watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_event, name) => void heard(folder, name));
      watcher.on('error', (error) => (isGone(error) ? drop(folder) : giveUp(error)));
      watchers.set(folder, watcher);
      for await (const entry of await opendir(folder)) {
        if (entry.isDirectory() && !isIgnored(entry.name)) await add(path.join(folder, entry.name));
      }
    } catch (error) {
      if (!isGone(error)) giveUp(error);
    }
  }

  function drop(folder: string): void {
    for (const [watched, watcher] of watchers) {
      if (!isWithin(folder, watched)) continue;
      watcher.close();
      watchers.delete(watched);
    }
  }

  async function heard(folder: string, name: string | null): Promise<void> {
    if (name !== null && isIgnored(name)) return;
    const file = path.join(folder, name ?? '');
    const facts = name === null ? null : await lstat(file).catch(() => null); // it has gone
    if (isClosed) return;
    if (facts === null) {
      if (name !== null) drop(file);
      return onChange(null);
    }
    if (!facts.isDirectory()) return onChange(file);
    // One that came under the name of another one is another one.
    drop(file);
    await add(file);
    if (!isClosed) onChange(null);
  }

  return { ready: add(root), close };
}

/** Between two looks, or without leave to look: neither keeps the others from being watched. */
function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code);
}
