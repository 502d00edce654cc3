// How much room on the disk is enough for a download. Asked before one begins, and by the look whether one that found no room may go on:
// two answers of their own would start and refuse it in turn.
import { spaceOf } from '../disk/free-space.ts';
import type { DiskRoom, RoomOutcome } from '../media-files/disk-room.ts';

/** Left on the disk for the database and everything else; of a small disk its fiftieth part. */
const spareBytes = 64 * 1024 * 1024;

/** @param folder of the disk that downloads go to @param bytes what it will write; 0 when nobody can tell */
export async function reserveForDownload(diskRoom: DiskRoom, folder: string, bytes: number): Promise<RoomOutcome> {
  const { totalBytes } = await spaceOf(folder);
  return diskRoom.reserve({ folder, bytes, spareBytes: Math.min(spareBytes, totalBytes / 50) });
}
