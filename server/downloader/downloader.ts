// Downloads of one archive, constructed once: its tasks, what is done before they are resumed, and what goes on by itself.
import type { Archive } from '../archive/archive.ts';
import type { VideoRow } from '../archive/video-rows.ts';
import type { Turns } from '../library/turns.ts';
import type { Outside } from '../outside/outside.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { downloadPending } from '../tasks/download-pending.ts';
import { extractDownload } from '../tasks/extract-download.ts';
import type { TaskKind } from '../tasks/tasks.ts';
import { createAsking } from './asking.ts';
import { deleteWatched } from './auto-delete.ts';
import { goOnWithDownloads, prepareDownloads } from './go-on.ts';
import type { YtDlp } from './yt-dlp.ts';

export interface DownloaderOptions {
  archive: Archive;
  libraryFolder: string;
  turns: Turns;
  secrets: Secrets;
  outside: Outside;
  ytDlp: YtDlp;
  ffmpeg: string | null;
  /** Files and rows of a video. */
  removeVideo(row: VideoRow): Promise<void>;
  startTask(name: string, input: unknown): void;
  /** What else is done when a video has come; its failure is its own. */
  afterDownload?(videoId: string, signal: AbortSignal): Promise<void>;
  log: (line: string) => void;
  /** How often it is looked whether there is room on the disk again. */
  roomLookMs?: number;
}

export interface Downloader {
  kinds: TaskKind[];
  /** Before tasks are resumed. */
  prepare(): Promise<void>;
  /** After tasks were resumed. */
  start(): void;
  stop(): void;
}

export function createDownloader(options: DownloaderOptions): Downloader {
  const { archive, libraryFolder, removeVideo, startTask, afterDownload, log, roomLookMs } = options;
  const asking = createAsking(options);
  const places = {
    ...options,
    asking,
    afterDownload: afterDownload ?? (() => Promise.resolve()),
    afterRun: (signal: AbortSignal) => deleteWatched({ archive, removeVideo, log }, signal),
  };
  let goingOn: { stop(): void } | null = null;
  return {
    kinds: [extractDownload({ archive, asking, startDownloads: () => startTask('download_pending', { scope: 'started' }) }), downloadPending(places)],
    prepare: () => prepareDownloads({ archive, libraryFolder }),
    start() {
      const startDownloads = (input: unknown): void => startTask('download_pending', input);
      goingOn = goOnWithDownloads({ archive, libraryFolder, startDownloads, log, ...(roomLookMs === undefined ? {} : { lookMs: roomLookMs }) });
    },
    stop: () => goingOn?.stop(),
  };
}
