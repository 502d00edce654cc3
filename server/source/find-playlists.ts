// Finds a channel's playlists at its source.
import type { Archive } from '../archive/archive.ts';
import type { YtDlp } from '../downloader/yt-dlp.ts';
import { isInfo, list, text } from '../library/info-values.ts';
import { playlistIdOf } from '../library/derived-ids.ts';
import { siteOfInfo } from '../library/video-facts.ts';
import { youtubePage } from '../subscriptions/scan-targets.ts';
import type { CollectionSource } from './refresh-collection.ts';

export interface FoundPlaylists {
  playlists: (CollectionSource & { name: string })[];
  /** Why the search failed; null if it succeeded, or if nothing was searched. */
  problem: string | null;
}

/**
 * Finds nothing for channels outside YouTube, because the address of their list of playlists is unknown. Their playlists are found through
 * their videos.
 */
export async function findPlaylists(
  { archive, ytDlp }: { archive: Archive; ytDlp: YtDlp },
  channelId: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<FoundPlaylists> {
  const address = playlistsPageOf(archive.channels.find(channelId)?.sourceUrl ?? null);
  if (address === null) return { playlists: [], problem: null };
  const extraction = await ytDlp.extract(address, { args }, signal);
  if (!extraction.ok) return { playlists: [], problem: extraction.failure.message };
  const folder = archive.folders.ofChannel(channelId);
  const playlists = list(extraction.info, 'entries')
    .filter(isInfo)
    .flatMap((entry) => {
      const id = text(entry, 'id');
      const url = text(entry, 'url', 'webpage_url');
      if (id === null || url === null) return [];
      const playlistId = playlistIdOf({ site: siteOfInfo(entry) ?? siteOfInfo(extraction.info), id }).id;
      return [{ id: playlistId, address: url, folder, name: text(entry, 'title') ?? id }];
    });
  return { playlists, problem: null };
}

function playlistsPageOf(channelAddress: string | null): string | null {
  const page = channelAddress === null ? null : youtubePage(channelAddress);
  return page === null ? null : `${page}/playlists`;
}
