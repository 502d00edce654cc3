// Constructs one archive's downloader: the tasks, their preparation before they are resumed, and their automatic start.
import type { Archive } from '../archive/archive.ts';
import type { VideoRow } from '../archive/video-rows.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { createImporter } from '../library/import-pass.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { LibraryLock } from '../library/library-lock.ts';
import type { Log } from '../log/log.ts';
import type { SpaceReservations } from '../media-files/space-reservations.ts';
import type { FfmpegLimiter } from '../media-files/ffmpeg-limiter.ts';
import type { ExternalServices } from '../external-services/external-services.ts';
import type { MetadataWriter } from '../source/metadata-writer.ts';
import { downloadPending } from '../tasks/download-pending.ts';
import { extractDownload, waitingLinksInput } from '../tasks/extract-download.ts';
import type { TaskKind } from '../tasks/tasks.ts';
import type { SourceClient } from './source-client.ts';
import { deleteWatched } from './auto-delete.ts';
import { resumeDownloads, prepareDownloads } from './resume-downloads.ts';
import type { RunningDownloadStore } from './running-download.ts';
import { hasItemsFor } from './run-queue.ts';
import { createAfterDownload } from './after-download.ts';
import type { YtDlp } from './yt-dlp.ts';

export interface DownloaderOptions {
  archive: Archive;
  library: LibraryPlaces;
  metadataWriter: MetadataWriter;
  libraryLock: LibraryLock;
  sourceClient: SourceClient;
  externalServices: ExternalServices;
  ytDlp: YtDlp;
  ffmpeg: string | null;
  ffprobe: string | null;
  ffmpegLimiter: FfmpegLimiter;
  spaceReservations: SpaceReservations;
  /** See AutoDeleteDeps. */
  removeVideo(row: VideoRow, isStillDue: () => boolean): Promise<boolean>;
  startTask(name: string, input: unknown): void;
  isPending(name: string): boolean;
  runningDownload: RunningDownloadStore;
  /** The folder for temporary files. */
  workFolder: string;
  log: Log;
  /** How often to check whether there is disk space again. */
  diskRetryMs?: number;
}

export interface Downloader {
  kinds: TaskKind[];
  /** To be called before tasks are resumed. */
  prepare(): Promise<void>;
  /** To be called after tasks were resumed. */
  start(): void;
  stop(): void;
}

export function createDownloader(options: DownloaderOptions): Downloader {
  const { archive, sourceClient, library, removeVideo, startTask, log, diskRetryMs } = options;
  const afterDownload = createAfterDownload(options);
  /** Whether a video was downloaded since the last scan of the whole library. */
  let hasNewVideos = false;
  /** Whether the last run ended because the disk or yt-dlp could not be used. */
  let wasUnusable = false;
  const queueDeps = {
    ...options,
    onNoDiskOrYtDlp: () => void (wasUnusable = true),
    async afterDownload(videoId: string, signal: AbortSignal) {
      hasNewVideos = true;
      await afterDownload(videoId, signal);
    },
    async afterRun(signal: AbortSignal) {
      if (hasNewVideos) await importAll(signal);
      // If the run was stopped, the next run scans.
      if (!signal.aborted) hasNewVideos = false;
      await deleteWatched({ archive, library, removeVideo, log }, signal);
    },
  };
  /**
   * Scans the whole library, once per run of the queue. Each video was already imported by a scan of its folder; this scan also reads its
   * playlists and its channel's description.
   */
  async function importAll(signal: AbortSignal): Promise<void> {
    const importer = createImporter({ root: library, catalogue: createSqliteCatalogue(archive.database), log: () => undefined });
    await options.libraryLock.runPass(signal, (passSignal) => importer.run(passSignal));
  }
  let automaticResume: { stop(): void } | null = null;
  return {
    kinds: [extractDownload({ archive, sourceClient, startDownloads: () => startTask('download_pending', { scope: 'started' }) }), downloadPending(queueDeps)],
    prepare: () => prepareDownloads({ archive, library }),
    start() {
      const isRunning = (): boolean => options.isPending('download_pending');
      function startDownloads(input: unknown): void {
        startTask('download_pending', input);
        // Reset only after the start. If the start could not be stored, the next check repeats it.
        wasUnusable = false;
      }
      const addWaitingLinks = (): void => {
        if (!options.isPending('extract_download')) startTask('extract_download', waitingLinksInput);
      };
      const isYtDlpUsable = async (): Promise<boolean> => (await sourceClient.state()).kind === 'ready';
      const isWaitingForDiskOrYtDlp = (): boolean => wasUnusable;
      // Before a restart, a run left these items set to start because the disk or yt-dlp could not be used.
      wasUnusable ||= !isRunning() && hasItemsFor({ archive }, { scope: 'started', sites: null }, false);
      const { spaceReservations } = options;
      const timing = diskRetryMs === undefined ? {} : { checkMs: diskRetryMs };
      automaticResume = resumeDownloads({
        archive,
        library,
        spaceReservations,
        isYtDlpUsable,
        isWaitingForDiskOrYtDlp,
        startDownloads,
        isRunning,
        addWaitingLinks,
        log,
        ...timing,
      });
    },
    stop: () => automaticResume?.stop(),
  };
}
