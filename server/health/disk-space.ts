import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** What this program may still write. */
  freeBytes: number;
  sizeBytes: number;
}

/** Of the file system that a folder is on. @throws what the system says of a folder that is not there */
export async function spaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** Less than a long film in good quality, or less than a twentieth, above which file systems stay fast. */
export function isLow({ freeBytes, sizeBytes }: DiskSpace): boolean {
  return freeBytes < 2e9 || freeBytes < sizeBytes / 20;
}
