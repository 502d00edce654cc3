// The steps after a download. Metadata and picture are embedded into the file, if the settings say so. After a channel's first video, the
// channel's description and pictures are fetched, because the video's description contains neither. A failure of these steps does not make
// the download fail.
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import type { VideoRow } from '../archive/video-rows.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { folderOf } from '../library/folder-of-library.ts';
import { createImporter } from '../library/import-pass.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { LibraryLock } from '../library/library-lock.ts';
import type { Log } from '../log/log.ts';
import type { SpaceReservations } from '../media-files/space-reservations.ts';
import type { FfmpegLimiter } from '../media-files/ffmpeg-limiter.ts';
import { embed } from '../media-files/embed.ts';
import type { MetadataWriter } from '../source/metadata-writer.ts';
import { refreshChannel } from '../source/refresh-collection.ts';
import type { SourceClient } from './source-client.ts';
import { sourceArgs } from './download-args.ts';
import type { YtDlp } from './yt-dlp.ts';

export interface AfterDownloadDeps {
  archive: Archive;
  library: LibraryPlaces;
  metadataWriter: MetadataWriter;
  /** The folder for temporary files. */
  workFolder: string;
  libraryLock: LibraryLock;
  sourceClient: SourceClient;
  ytDlp: YtDlp;
  ffmpeg: string | null;
  ffprobe: string | null;
  ffmpegLimiter: FfmpegLimiter;
  spaceReservations: SpaceReservations;
  log: Log;
}

export function createAfterDownload(deps: AfterDownloadDeps): (videoId: string, signal: AbortSignal) => Promise<void> {
  const { archive, library, metadataWriter, workFolder, libraryLock, sourceClient, ytDlp, ffmpeg, ffprobe, log } = deps;
  /** Each channel is fetched at most once while the server runs. If that fails, the next refresh tries again. */
  const fetchedChannelIds = new Set<string>();

  async function describeChannel(row: VideoRow, signal: AbortSignal): Promise<boolean> {
    const channel = archive.channels.find(row.channelId);
    if (!channel || channel.thumbFile !== null || channel.sourceUrl === null || fetchedChannelIds.has(channel.channelId)) return false;
    fetchedChannelIds.add(channel.channelId);
    const source = { id: channel.channelId, address: channel.sourceUrl, folder: archive.folders.ofChannel(channel.channelId) };
    const { downloads } = archive.appSettings.get();
    const outcome = await sourceClient.withCredentials((credentials) =>
      refreshChannel(source, { ytDlp, metadataWriter, workFolder, hasFfmpeg: ffmpeg !== null }, { args: sourceArgs(downloads, credentials), signal }),
    );
    return outcome.kind === 'fresh';
  }

  async function embedInto(row: VideoRow, signal: AbortSignal): Promise<boolean> {
    const { add_metadata: embedsMetadata, add_thumbnail: embedsPicture } = archive.appSettings.get().downloads;
    if ((!embedsMetadata && embedsPicture !== true) || ffmpeg === null || ffprobe === null) return false;
    const artist = archive.channels.find(row.channelId)?.name ?? row.channelId;
    const embedDeps = { library, libraryLock, spaceReservations: deps.spaceReservations, ffmpeg, ffprobe, workFolder: path.join(workFolder, 'embed') };
    const outcome = await deps.ffmpegLimiter.background(() => embed(row, embedDeps, { artist, what: embedsMetadata ? 'everything' : 'picture', signal }));
    if (outcome.kind === 'failed' && !signal.aborted) log.warn(`Nothing was embedded into ${row.mediaFile}: ${outcome.message}`);
    return outcome.kind === 'embedded';
  }

  return async (videoId, signal) => {
    const row = archive.videos.find(videoId);
    // Since the download, an import may have chosen the owner's copy of the video instead.
    if (!row || !metadataWriter.mayWriteBeside(row.mediaFile)) return;
    const isChanged = [await embedInto(row, signal), await describeChannel(row, signal)].includes(true);
    if (!isChanged || signal.aborted) return;
    const importer = createImporter({ root: library, catalogue: createSqliteCatalogue(archive.database), log: () => undefined });
    await libraryLock.runPass(signal, (passSignal) => importer.runFolder(passSignal, folderOf(row.mediaFile)));
  };
}
