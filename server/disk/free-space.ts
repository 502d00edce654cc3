import { statfs } from 'node:fs/promises';

export interface Space {
  /** What this program may still write. */
  freeBytes: number;
  totalBytes: number;
}

/** Of the file system of this folder. @throws what the system says of a folder that is not there */
export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

export async function freeSpaceOf(folder: string): Promise<number> {
  return (await spaceOf(folder)).freeBytes;
}
