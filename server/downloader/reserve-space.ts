// How much disk space is enough for a download. Used before one starts, and to decide whether one that found no space may continue: two different
// answers would start and refuse it in turn.
import { spaceOf } from '../disk/free-space.ts';
import type { SpaceReservations, ReservationResult } from '../media-files/space-reservations.ts';

/** Left on the disk for the database and everything else; on a small disk a fiftieth of it. */
const spareBytes = 64 * 1024 * 1024;

/** @param folder on the disk for downloads @param bytes what it will write; 0 when unknown */
export async function reserveDownloadSpace(spaceReservations: SpaceReservations, folder: string, bytes: number): Promise<ReservationResult> {
  const { totalBytes } = await spaceOf(folder);
  return spaceReservations.reserve({ folder, bytes, spareBytes: Math.min(spareBytes, totalBytes / 50) });
}
