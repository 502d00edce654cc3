// Deletes, at the end of a run of the download queue, the videos that were watched more than `autodelete_days` days ago (a setting of the
// archive or of a channel). Their ids are then ignored, so that no scan of a subscription brings them back.
import type { Archive } from '../archive/archive.ts';
import type { VideoRow } from '../archive/video-rows.ts';

export interface AutoDeleteDeps {
  archive: Archive;
  /** Removes the video's files and rows. */
  removeVideo(row: VideoRow): Promise<void>;
  log: (line: string) => void;
}

export async function deleteWatched({ archive, removeVideo, log }: AutoDeleteDeps, signal: AbortSignal): Promise<void> {
  const days = archive.appSettings.get().downloads.autodelete_days;
  for (const videoId of archive.downloadRuns.watchedLongAgo(days, Math.floor(Date.now() / 1000))) {
    if (signal.aborted) return;
    const row = archive.videos.find(videoId);
    if (!row) continue;
    await removeVideo(row);
    archive.downloads.command(videoId, 'ignore-force');
    log(`Deleted as it was watched long enough ago: ${row.title}`);
  }
}
