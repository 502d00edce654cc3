// Reserves disk space before it is used: concurrent writers that only check first would fill the disk together. One per process; reservations of a
// killed process are gone with it.
import { stat } from 'node:fs/promises';
import pLimit from 'p-limit';
import { freeSpaceOf } from '../disk/free-space.ts';

export interface RoomWish {
  /** On the disk to use; already exists. */
  folder: string;
  /** How many bytes it will write; 0 when unknown. */
  bytes: number;
  /** What has to stay free besides. */
  spareBytes: number;
}

export interface Room {
  /** How many bytes are written already: they no longer count as free anyway. */
  written(bytes: number): void;
  /** Calling it again does nothing. */
  giveBack(): void;
}

export type RoomOutcome = { ok: true; room: Room } | { ok: false; freeBytes: number };

export interface DiskRoom {
  /** `freeBytes`: without what is reserved by others. */
  reserve(wish: RoomWish): Promise<RoomOutcome>;
}

interface Promised {
  device: number;
  bytes: number;
  writtenBytes: number;
}

export interface DiskFacts {
  device: number;
  freeBytes: number;
}

export function createDiskRoom(look: (folder: string) => Promise<DiskFacts> = lookAtDisk): DiskRoom {
  const promised = new Set<Promised>();
  // Measuring and reserving are one step.
  const inTurn = pLimit(1);

  const openBytes = (device: number): number =>
    [...promised].filter((each) => each.device === device).reduce((sum, { bytes, writtenBytes }) => sum + Math.max(0, bytes - writtenBytes), 0);

  return {
    reserve: ({ folder, bytes, spareBytes }) =>
      inTurn(async () => {
        const { device, freeBytes } = await look(folder);
        const left = freeBytes - openBytes(device);
        if (left < bytes + spareBytes) return { ok: false, freeBytes: Math.max(0, left) };
        const own: Promised = { device, bytes, writtenBytes: 0 };
        promised.add(own);
        return { ok: true, room: { written: (done) => void (own.writtenBytes = done), giveBack: () => void promised.delete(own) } };
      }),
  };
}

async function lookAtDisk(folder: string): Promise<DiskFacts> {
  const [{ dev }, freeBytes] = await Promise.all([stat(folder), freeSpaceOf(folder)]);
  return { device: dev, freeBytes };
}
