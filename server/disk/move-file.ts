// Moves a file completely or not at all, even between two file systems.
import { copyFile, lstat, open, readlink, rename, rm, symlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { fsyncFolder, fsyncFile } from './fsync.ts';
import { unfinishedName } from './unfinished-name.ts';

/**
 * If the move is interrupted at any point, a complete file exists under at least one of the two names. A second move leaves exactly one.
 * Without `replaces`, a second move fails with EEXIST if the first finished its copy (see `isCopyAcross`). A link is moved as a link.
 * @param replaces whether to overwrite a file that appeared during the copy; otherwise the move fails with EEXIST
 * @throws the file system's error; the source still exists then
 */
export async function moveFile(source: string, target: string, { replaces = true } = {}): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyAcross(source, target, replaces);
    await rm(source);
  }
}

const compareBytes = 1024 * 1024;

/**
 * Whether `target` is `moveFile`'s copy of `source` on another file system. Compares every byte, because file systems round times
 * differently and the caller deletes `source` if this returns true.
 */
export async function isCopyAcross(source: string, target: string): Promise<boolean> {
  const [sourceStats, targetStats] = [await lstat(source), await lstat(target)];
  if (sourceStats.dev === targetStats.dev || !sourceStats.isFile() || !targetStats.isFile() || sourceStats.size !== targetStats.size) return false;
  const [sourceHandle, targetHandle] = [await open(source), await open(target)];
  try {
    const [sourceBytes, targetBytes] = [Buffer.alloc(compareBytes), Buffer.alloc(compareBytes)];
    for (let offset = 0; offset < sourceStats.size;) {
      const [{ bytesRead }, targetRead] = await Promise.all([
        sourceHandle.read(sourceBytes, 0, compareBytes, offset),
        targetHandle.read(targetBytes, 0, compareBytes, offset),
      ]);
      if (bytesRead === 0 || bytesRead !== targetRead.bytesRead || !sourceBytes.subarray(0, bytesRead).equals(targetBytes.subarray(0, bytesRead))) return false;
      offset += bytesRead;
    }
    return true;
  } finally {
    await Promise.all([sourceHandle.close(), targetHandle.close()]);
  }
}

async function copyAcross(source: string, target: string, replaces: boolean): Promise<void> {
  const unfinishedFile = unfinishedName(target);
  try {
    const stats = await lstat(source);
    await rm(unfinishedFile, { force: true });
    if (stats.isSymbolicLink()) await symlink(await readlink(source), unfinishedFile);
    else {
      await copyFile(source, unfinishedFile);
      await utimes(unfinishedFile, stats.atime, stats.mtime);
      await fsyncFile(unfinishedFile);
    }
    // A copy takes minutes, during which somebody may have put a file there.
    if (!replaces && (await exists(target))) throw Object.assign(new Error('EEXIST: a file has appeared at the target'), { code: 'EEXIST', syscall: 'rename' });
    await rename(unfinishedFile, target);
    await fsyncFolder(path.dirname(target)); // persists the new name before the old one is removed
  } catch (error) {
    await rm(unfinishedFile, { force: true }).catch(() => undefined); // the original error is thrown; the next try removes the unfinished file
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false, // the file does not exist, or cannot be checked, and then the rename reports why
  );
}
