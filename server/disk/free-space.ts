// Measures the free space of a file system.
import { statfs } from 'node:fs/promises';

export interface Space {
  /** How many bytes this process may still write. */
  freeBytes: number;
  totalBytes: number;
}

const pendingByFolder = new Map<string, Promise<Space>>();

/**
 * Measures the file system of this folder. Simultaneous callers use one access together, because on a network share whose server is gone
 * each access hangs and blocks one of the few threads that access files. @throws the system's error for a folder that does not exist
 */
export function spaceOf(folder: string): Promise<Space> {
  const pendingMeasurement = pendingByFolder.get(folder);
  if (pendingMeasurement) return pendingMeasurement;
  const measurement = measure(folder).finally(() => pendingByFolder.delete(folder));
  pendingByFolder.set(folder, measurement);
  return measurement;
}

async function measure(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

export async function freeSpaceOf(folder: string): Promise<number> {
  return (await spaceOf(folder)).freeBytes;
}
