// Flushes writes to the disk itself, not only to the system's memory. Before a file gets its name or replaces another, and before the replaced one is
// deleted: a power cut must leave one or the other complete.
import { open } from 'node:fs/promises';

/** @throws the system's error: it is not on the disk then */
export async function fsyncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The folder is gone, or its file system does not support this, as on some shares. */
const cannot = new Set(['ENOENT', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EISDIR', 'EPERM', 'EACCES', 'EBADF']);

/** Flushes the names in a folder. @throws the system's error, unless a folder cannot be flushed */
export async function fsyncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!cannot.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
