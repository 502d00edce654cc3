// Measures the free space of a file system.
import { statfs } from 'node:fs/promises';

export interface Space {
  /** How much this process may still write. */
  freeBytes: number;
  totalBytes: number;
}

/** For the file system of this folder. @throws the system's error for a folder that does not exist */
export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

export async function freeSpaceOf(folder: string): Promise<number> {
  return (await spaceOf(folder)).freeBytes;
}
