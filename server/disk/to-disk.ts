// What was written is on the disk itself, not only in the system's memory. Before a file gets its name, or the place of another, and
// before what it takes the place of goes: a power cut must leave the one or the other whole.
import { open } from 'node:fs/promises';

/** @throws what the system says: it is not on the disk then */
export async function toDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The folder is gone, or its file system cannot be asked for it: some shares. */
const cannot = new Set(['ENOENT', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EISDIR', 'EPERM', 'EACCES', 'EBADF']);

/** The names in it. @throws what the system says, unless it cannot do so for a folder */
export async function folderToDisk(folder: string): Promise<void> {
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
