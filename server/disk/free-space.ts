// Measures the free space of a file system.
import { statfs } from 'node:fs/promises';

export interface Space {
  /** How much this process may still write. */
  freeBytes: number;
  totalBytes: number;
}

const unanswered = new Map<string, Promise<Space>>();

/**
 * For the file system of this folder. Simultaneous callers share one access, because on a share whose server is gone each access hangs and
 * blocks one of the few threads that access files. @throws the system's error for a folder that does not exist
 */
export function spaceOf(folder: string): Promise<Space> {
  const earlier = unanswered.get(folder);
  if (earlier) return earlier;
  const measured = measure(folder).finally(() => unanswered.delete(folder));
  unanswered.set(folder, measured);
  return measured;
}

async function measure(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

export async function freeSpaceOf(folder: string): Promise<number> {
  return (await spaceOf(folder)).freeBytes;
}
