// A channel's own words and pictures, when its first video has come: a video's description has neither.
import type { Archive } from '../archive/archive.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { createImporter } from '../library/import-pass.ts';
import type { Turns } from '../library/turns.ts';
import { refreshChannel } from '../source/refresh-collection.ts';
import type { Asking } from './asking.ts';
import { askingArgs } from './download-args.ts';
import type { YtDlp } from './yt-dlp.ts';

export interface DescribePlaces {
  archive: Archive;
  libraryFolder: string;
  workFolder: string;
  turns: Turns;
  asking: Asking;
  ytDlp: YtDlp;
  ffmpeg: string | null;
}

/** Answers a function that is called after each download. Of a channel that could not be described the next refresh asks again. */
export function createChannelDescriber(places: DescribePlaces): (videoId: string, signal: AbortSignal) => Promise<void> {
  const { archive, libraryFolder, workFolder, turns, asking, ytDlp, ffmpeg } = places;
  const asked = new Set<string>();

  return async (videoId, signal) => {
    const channel = archive.channels.find(archive.videos.find(videoId)?.channelId ?? '');
    if (!channel || channel.thumbFile !== null || channel.sourceUrl === null || asked.has(channel.channelId)) return;
    asked.add(channel.channelId);
    const source = { id: channel.channelId, address: channel.sourceUrl, folder: archive.folders.ofChannel(channel.channelId) };
    const { downloads } = archive.appSettings.get();
    const outcome = await asking.withCredentials((credentials) =>
      refreshChannel(source, { ytDlp, libraryFolder, workFolder, hasFfmpeg: ffmpeg !== null }, { args: askingArgs(downloads, credentials), signal }),
    );
    if (outcome.kind !== 'fresh' || signal.aborted) return;
    const importer = createImporter({ root: libraryFolder, catalogue: createSqliteCatalogue(archive.database), log: () => undefined });
    await turns.pass(signal, (own) => importer.run(own));
  };
}
