// An in-memory file system that can be filled to its last byte. Creating one needs the right to mount; without that right, `aSmallDisk`
// returns null.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';

export interface SmallDisk {
  folder: string;
  /** Fills the disk until this many bytes are left. */
  fill(leftBytes?: number): void;
  /** Frees what `fill` took. */
  empty(): void;
  remove(): void;
}

/** No larger than a page of the database, so that no usable space is left. */
const smallChunk = Buffer.alloc(4_096);
const largeChunk = Buffer.alloc(4 * 1024 * 1024);

/** @param folder an empty folder to mount it on; default: a new one */
export function aSmallDisk(megabytes: number, folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-disk-'))): SmallDisk | null {
  const mount = findProgram('mount');
  if (mount === null || spawnSync(mount, ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]).status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const filler = path.join(folder, 'filler');
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    fill(leftBytes = 0) {
      try {
        // Writes large chunks at first, because during a slow fill the server could use the space.
        while (freeBytes() > leftBytes + largeChunk.length) appendFileSync(filler, largeChunk);
        while (freeBytes() > leftBytes) appendFileSync(filler, smallChunk);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    empty: () => writeFileSync(filler, ''),
    remove() {
      // The unmount is lazy, because something may still use the disk.
      spawnSync(findProgram('umount') ?? '', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
