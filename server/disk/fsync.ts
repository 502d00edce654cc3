// Flushes writes to the disk itself, not only to the system's memory. Used before a file gets its final name or replaces another file, and
// before a replaced file is deleted. After a power cut, the old file or the new file is therefore complete.
import { open, type FileHandle } from 'node:fs/promises';

/** @throws the system's error; the file may not be on the disk then */
export async function fsyncFile(file: string): Promise<void> {
  const handle = await openToFlush(file);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Some systems flush only files that are open for writing. A read-only file, such as a copy of one, cannot be opened for writing. */
async function openToFlush(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r+');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    return await open(file, 'r');
  }
}

/** The errors for a folder that is gone, or whose file system cannot flush a folder, as on some shares. */
const folderFlushErrors = new Set(['ENOENT', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EISDIR', 'EPERM', 'EACCES', 'EBADF']);

/** Flushes the names in a folder. @throws the system's error, unless the folder is gone or cannot be flushed */
export async function fsyncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!folderFlushErrors.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
