// At the end of a run of the download queue, deletes the videos that were watched more than `autodelete_days` days ago. The archive and
// each channel have this setting.
import type { Archive } from '../archive/archive.ts';
import type { VideoRow } from '../archive/video-rows.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { NotRemovable } from '../trash/move-files.ts';

export interface AutoDeleteDeps {
  archive: Archive;
  library: Pick<LibraryPlaces, 'find'>;
  /**
   * Waits until nothing else works on the library, then deletes the video (into the trash, unless the trash is off) and marks its id as
   * ignored. Returns false if by then the video is gone or no longer due.
   * @throws NotRemovable
   */
  removeVideo(row: VideoRow, isStillDue: () => boolean): Promise<boolean>;
  log: (line: string) => void;
}

export async function deleteWatched({ archive, library, removeVideo, log }: AutoDeleteDeps, signal: AbortSignal): Promise<void> {
  const dueIds = (): string[] => archive.downloadRuns.watchedLongAgo(archive.appSettings.get().downloads.autodelete_days, Math.floor(Date.now() / 1000));
  for (const videoId of dueIds()) {
    if (signal.aborted) return;
    // A deletion may wait for the library. Meanwhile, a person may have marked the next video as unwatched, or changed the setting.
    const row = dueIds().includes(videoId) ? archive.videos.find(videoId) : null;
    // A video whose file is not found stays, because its disk may be absent. If the video were removed now, nothing would delete its file
    // later.
    if (!row || (await library.find(row.mediaFile)) === null) continue;
    try {
      const isRemoved = await removeVideo(row, () => dueIds().includes(videoId));
      if (isRemoved) log(`Automatic deletion of watched videos: ${row.title} was deleted.`);
    } catch (error) {
      // The other videos are still deleted. The next run tries this video again.
      if (!(error instanceof NotRemovable)) throw error;
      log(`Automatic deletion of watched videos: ${error.message}`);
    }
  }
}
