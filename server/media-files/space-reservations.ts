// Reserves disk space before it is used, because concurrent writers that only check for free space would fill the disk together. One
// instance per process. A killed process leaves no reservations.
import { stat } from 'node:fs/promises';
import pLimit from 'p-limit';
import { freeSpaceOf } from '../disk/free-space.ts';

export interface SpaceRequest {
  /** An existing folder on the disk to use. */
  folder: string;
  /** How many bytes will be written; 0 when unknown. */
  bytes: number;
  /** How many bytes must stay free after the write. */
  spareBytes: number;
}

export interface Reservation {
  /** @param bytes already written, so that the disk no longer reports them as free */
  setWritten(bytes: number): void;
  /** Frees the reserved space. Further calls have no effect. */
  release(): void;
}

export type ReservationResult = { ok: true; reservation: Reservation } | { ok: false; freeBytes: number };

export interface SpaceReservations {
  /** `freeBytes` excludes the space that others have reserved. */
  reserve(request: SpaceRequest): Promise<ReservationResult>;
}

interface ReservedSpace {
  device: number;
  bytes: number;
  writtenBytes: number;
}

export interface DeviceSpace {
  device: number;
  freeBytes: number;
}

export function createSpaceReservations(measure: (folder: string) => Promise<DeviceSpace> = measureDevice): SpaceReservations {
  const reservations = new Set<ReservedSpace>();
  // Makes measuring and reserving one step.
  const serialize = pLimit(1);

  const unwrittenBytes = (device: number): number =>
    [...reservations].filter((each) => each.device === device).reduce((sum, { bytes, writtenBytes }) => sum + Math.max(0, bytes - writtenBytes), 0);

  return {
    reserve: ({ folder, bytes, spareBytes }) =>
      serialize(async () => {
        const { device, freeBytes } = await measure(folder);
        const availableBytes = freeBytes - unwrittenBytes(device);
        if (availableBytes < bytes + spareBytes) return { ok: false, freeBytes: Math.max(0, availableBytes) };
        const reservation: ReservedSpace = { device, bytes, writtenBytes: 0 };
        reservations.add(reservation);
        return {
          ok: true,
          reservation: { setWritten: (written) => void (reservation.writtenBytes = written), release: () => void reservations.delete(reservation) },
        };
      }),
  };
}

async function measureDevice(folder: string): Promise<DeviceSpace> {
  const [{ dev }, freeBytes] = await Promise.all([stat(folder), freeSpaceOf(folder)]);
  return { device: dev, freeBytes };
}
