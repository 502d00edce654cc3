// Reserves disk space for a download if there is enough. Called when a download starts, and when the server checks whether downloads
// that wait for space can be tried again. If each had its own rule, the check could start a download that is then refused, over and over.
import { spaceOf } from '../disk/free-space.ts';
import type { SpaceReservations, ReservationResult } from '../media-files/space-reservations.ts';

/** Space that must stay free for the database and everything else; on a small disk, a fiftieth of the disk. */
const spareBytes = 64 * 1024 * 1024;

/** @param folder a folder on the disk for downloads @param bytes how many the download will write; 0 if unknown */
export async function reserveDownloadSpace(spaceReservations: SpaceReservations, folder: string, bytes: number): Promise<ReservationResult> {
  const { totalBytes } = await spaceOf(folder);
  return spaceReservations.reserve({ folder, bytes, spareBytes: Math.min(spareBytes, totalBytes / 50) });
}
