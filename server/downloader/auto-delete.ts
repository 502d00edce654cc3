// Deletes, at the end of a run of the download queue, the videos that were watched more than `autodelete_days` days ago (a setting of the
// archive or of a channel).
import type { Archive } from '../archive/archive.ts';
import type { VideoRow } from '../archive/video-rows.ts';

export interface AutoDeleteDeps {
  archive: Archive;
  /** Removes the video's files and rows, and ignores its id. */
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
    log(`Deleted as it was watched long enough ago: ${row.title}`);
  }
}
