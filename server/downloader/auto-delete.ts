// Deletes videos that were watched long enough ago, at the end of a run (the setting `autodelete_days` of the archive or of a channel).
// They are then ignored, so that no scan brings them back.
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
