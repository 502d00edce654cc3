import { statfs } from 'node:fs/promises';

/** Bytes that this program may still write on the file system of this folder. @throws what the system says of a folder that is not there */
export async function freeSpaceOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
