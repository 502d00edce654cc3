// Finds a channel's playlists at its source.
import type { Archive } from '../archive/archive.ts';
import type { YtDlp } from '../downloader/yt-dlp.ts';
import { isInfo, list, text } from '../library/info-values.ts';
import { playlistIdOf } from '../library/derived-ids.ts';
import { siteOfInfo } from '../library/video-facts.ts';
import { youtubePage } from '../subscriptions/scan-targets.ts';
import type { CollectionSource } from './refresh-collection.ts';

export interface FoundCollections {
  found: (CollectionSource & { name: string })[];
  /** Why some playlists may not have been found; null if all were. */
  problem: string | null;
}

/** Only YouTube channels have a page of playlists at a known address. Playlists of other channels are known from their videos. */
export async function findCollections(
  { archive, ytDlp }: { archive: Archive; ytDlp: YtDlp },
  channelId: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<FoundCollections> {
  const address = playlistsPage(archive.channels.find(channelId)?.sourceUrl ?? null);
  if (address === null) return { found: [], problem: null };
  const extraction = await ytDlp.extract(address, { args }, signal);
  if (!extraction.ok) return { found: [], problem: extraction.failure.message };
  const folder = archive.folders.ofChannel(channelId);
  const found = list(extraction.info, 'entries')
    .filter(isInfo)
    .flatMap((entry) => {
      const id = text(entry, 'id');
      const url = text(entry, 'url', 'webpage_url');
      if (id === null || url === null) return [];
      const playlistId = playlistIdOf({ site: siteOfInfo(entry) ?? siteOfInfo(extraction.info), id }).id;
      return [{ id: playlistId, address: url, folder, name: text(entry, 'title') ?? id }];
    });
  return { found, problem: null };
}

function playlistsPage(channel: string | null): string | null {
  const page = channel === null ? null : youtubePage(channel);
  return page === null ? null : `${page}/playlists`;
}
