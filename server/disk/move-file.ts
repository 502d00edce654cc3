// Moves a file completely or not at all, even between two file systems.
import type { BigIntStats } from 'node:fs';
import { copyFile, link, lstat, open, readlink, rename, rm, symlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { fsyncFolder, fsyncFile } from './fsync.ts';
import { unfinishedName } from './unfinished-name.ts';

/**
 * If the move is interrupted at any point, a complete file exists under at least one of the two names. If the old name still exists, a
 * second move with `replaces` finishes the move. Without `replaces`, a second move fails with EEXIST if a copy already has the new name (see
 * `isMoved`). A symbolic link is moved as a link.
 * @param replaces whether to overwrite a file at the target; otherwise the move fails with EEXIST
 * @throws the file system's error; the source still exists then
 */
export async function moveFile(source: string, target: string, { replaces = true } = {}): Promise<void> {
  try {
    if (replaces) await rename(source, target);
    else await moveToFreeName(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyAcross(source, target, replaces);
    await rm(source);
  }
}

/** The errors of a file system that has no hard links, such as exFAT, or refuses to create this one. A rename may still be possible. */
const linkErrors = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK', 'EXDEV']);

/**
 * Moves by a hard link if possible. A rename would overwrite a file that another program creates at this moment; creating a link fails
 * instead.
 */
async function moveToFreeName(source: string, target: string): Promise<void> {
  if (await giveSecondName(source, target)) return removeOldName(source, target);
  await requireFree(target);
  await rename(source, target);
}

/** Removes the old name of a file that has its new name, once the new name is on the disk. */
export async function removeOldName(source: string, target: string): Promise<void> {
  await fsyncFolder(path.dirname(target));
  await rm(source);
}

/**
 * Makes `target` a second name of the file, as a hard link. Resolves to false if that is not possible, and for a symbolic link, because
 * some systems would link to the file that it points to.
 */
async function giveSecondName(source: string, target: string): Promise<boolean> {
  if ((await lstat(source)).isSymbolicLink()) return false;
  try {
    await link(source, target);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (linkErrors.has(code)) return false;
    // NFS repeats a request whose answer was lost. The second one finds the name that the first one created.
    if (code === 'EEXIST' && areNamesOfOneFile(await lstat(source, { bigint: true }), await lstat(target, { bigint: true }))) return true;
    throw error;
  }
}

/** If the file has only one name, both paths are spellings of this name, for instance where case does not matter. */
function areNamesOfOneFile(source: BigIntStats, target: BigIntStats): boolean {
  return source.dev === target.dev && source.ino === target.ino && source.nlink > 1n;
}

const compareBytes = 1024 * 1024;

/**
 * Whether `moveFile` was interrupted after the file had its new name: `target` is another name of the file, or a copy of it. Compares every
 * byte of a copy, because file systems round times differently and the caller deletes `source` if this returns true.
 */
export async function isMoved(source: string, target: string): Promise<boolean> {
  const [sourceStats, targetStats] = [await lstat(source, { bigint: true }), await lstat(target, { bigint: true })];
  if (!sourceStats.isFile() || !targetStats.isFile() || sourceStats.size !== targetStats.size) return false;
  if (sourceStats.dev === targetStats.dev && sourceStats.ino === targetStats.ino) return areNamesOfOneFile(sourceStats, targetStats);
  const [sourceHandle, targetHandle] = [await open(source), await open(target)];
  try {
    const [sourceBytes, targetBytes] = [Buffer.alloc(compareBytes), Buffer.alloc(compareBytes)];
    for (let offset = 0; offset < Number(sourceStats.size);) {
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
    // A copy can take minutes, during which somebody may have created a file at the target.
    if (!replaces) await requireFree(target);
    await rename(unfinishedFile, target);
    await fsyncFolder(path.dirname(target)); // persists the new name before the old one is removed
  } catch (error) {
    await rm(unfinishedFile, { force: true }).catch(() => undefined); // the original error is thrown; the next try removes the unfinished file
    throw error;
  }
}

/** @throws an error with the code EEXIST */
async function requireFree(target: string): Promise<void> {
  const isTaken = await lstat(target).then(
    () => true,
    () => false, // the file does not exist, or cannot be checked, and then the rename reports why
  );
  if (isTaken) throw Object.assign(new Error('EEXIST: a file has appeared at the target'), { code: 'EEXIST', syscall: 'rename' });
}
