// An in-memory file system that can be filled to its last byte. Needs the right to mount: null without it.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';

export interface SmallDisk {
  place: string;
  /** Fills the disk until this many bytes are left. */
  fill(leftBytes?: number): void;
  /** Frees what `fill` took. */
  empty(): void;
  remove(): void;
}

/** No larger than a page of the database, so that no usable space is left. */
const piece = Buffer.alloc(4_096);
const large = Buffer.alloc(4 * 1024 * 1024);

/** @param place an empty folder to mount it on; default: a new one */
export function aSmallDisk(megabytes: number, place = mkdtempSync(path.join(os.tmpdir(), 'stowaway-disk-'))): SmallDisk | null {
  const mount = findProgram('mount');
  if (mount === null || spawnSync(mount, ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', place]).status !== 0) {
    rmSync(place, { recursive: true });
    return null;
  }
  const filler = path.join(place, 'filler');
  const left = (): number => {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  };
  return {
    place,
    fill(leftBytes = 0) {
      try {
        // In large pieces at first: during a slow fill, the server could use the space.
        while (left() > leftBytes + large.length) appendFileSync(filler, large);
        while (left() > leftBytes) appendFileSync(filler, piece);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    empty: () => writeFileSync(filler, ''),
    remove() {
      spawnSync(findProgram('umount') ?? '', ['-l', place]);
      rmSync(place, { recursive: true, force: true });
    },
  };
}
