// Decides whether the disk space is enough for a download. Used before a download starts, and before a download that found no space
// continues. With a different rule for each, a download could be started and refused again and again.
import { spaceOf } from '../disk/free-space.ts';
import type { SpaceReservations, ReservationResult } from '../media-files/space-reservations.ts';

/** Space that must stay free for the database and everything else; on a small disk, a fiftieth of the disk. */
const spareBytes = 64 * 1024 * 1024;

/** @param folder a folder on the disk for downloads @param bytes how many the download will write; 0 if unknown */
export async function reserveDownloadSpace(spaceReservations: SpaceReservations, folder: string, bytes: number): Promise<ReservationResult> {
  const { totalBytes } = await spaceOf(folder);
  return spaceReservations.reserve({ folder, bytes, spareBytes: Math.min(spareBytes, totalBytes / 50) });
}
