// Reads the playlist that a video was downloaded from, and yt-dlp's description of a whole playlist. Pure; reads no files.
import { address, isInfo, list, maxEntries, number, prose, text, type Info } from './info-values.ts';
import { channelIdOf, playlistIdOf, videoIdOf, type ArchiveId } from './derived-ids.ts';
import { describedIdOf } from './video-ids.ts';
import { siteOfInfo } from './video-facts.ts';

export interface Membership extends ArchiveId {
  name: string | null;
  channelId: string | null;
  sourceUrl: string | null;
  originalId: string;
  /** 0-based position at the source; null if unknown. */
  index: number | null;
}

export interface CollectionEntry {
  videoId: string;
  title: string;
  uploader: string | null;
}

export interface PlaylistFacts extends ArchiveId {
  name: string;
  description: string | null;
  channelId: string | null;
  sourceUrl: string | null;
  /** Null if the description lists no entries. The descriptions that yt-dlp writes after a download list none. */
  entries: CollectionEntry[] | null;
}

/** The playlist that a video was downloaded from, as a list of one; empty for a channel's uploads or search results. */
export function membershipsOf(info: Info): Membership[] {
  const sourceId = text(info, 'playlist_id');
  if (sourceId === null || isChannelPageOrSearch(sourceId, info, text(info, 'playlist_title', 'playlist'))) return [];
  const index = number(info, 'playlist_index', 'playlist_autonumber');
  return [
    {
      ...playlistIdOf({ site: siteOfInfo(info), id: sourceId }),
      originalId: sourceId,
      name: text(info, 'playlist_title', 'playlist'),
      channelId: ownerOf(info, 'playlist_channel_id', 'playlist_uploader_id'),
      sourceUrl: address(info, 'playlist_webpage_url'),
      index: index !== null && index >= 1 && index <= maxEntries ? Math.floor(index) - 1 : null,
    },
  ];
}

/** Null if the description has no id, or is that of a channel or of search results. */
export function playlistOfCollection(info: Info): PlaylistFacts | null {
  const sourceId = text(info, 'id', 'playlist_id');
  if (sourceId === null || isChannelPageOrSearch(sourceId, info, text(info, 'title'))) return null;
  const hasEntries = list(info, 'entries').length > 0;
  return {
    ...playlistIdOf({ site: siteOfInfo(info), id: sourceId }),
    name: text(info, 'title') ?? sourceId,
    description: prose(info, 'description'),
    channelId: ownerOf(info, 'channel_id', 'uploader_id'),
    sourceUrl: address(info, 'webpage_url', 'original_url'),
    entries: hasEntries
      ? list(info, 'entries')
          .slice(0, maxEntries)
          .filter(isInfo)
          .flatMap((entry) => entryOf(entry, info))
      : null,
  };
}

function entryOf(entry: Info, playlist: Info): CollectionEntry[] {
  const id = text(entry, 'id');
  if (id === null) return [];
  const extractor = siteOfInfo(entry) ?? siteOfInfo(playlist);
  // For an entry without an address of its own, `describedIdOf` uses the address of the playlist's page.
  const hasAddress = text(entry, '_type')?.startsWith('url') === true;
  const page = hasAddress ? text(entry, 'url') : text(playlist, 'webpage_url', 'original_url');
  const describedId = describedIdOf({ id, extractor, ...(page === null ? {} : { webpage_url: page }) });
  return [
    { videoId: describedId?.id ?? videoIdOf({ site: extractor, id }).id, title: text(entry, 'title') ?? id, uploader: text(entry, 'channel', 'uploader') },
  ];
}

function ownerOf(info: Info, ...keys: string[]): string | null {
  const id = text(info, ...keys);
  return id === null ? null : channelIdOf({ site: siteOfInfo(info), id }).id;
}

/**
 * Whether a listing is not a playlist but a page of a channel, or search results. On YouTube, a channel's page has an id that begins with
 * `UC`, `UU` (uploads; also `UULF`, `UUSH` and similar) or `@`, or a title such as `… - Videos`. At other sites its id is the uploader's.
 */
function isChannelPageOrSearch(id: string, info: Info, title: string | null): boolean {
  if (/^UC[\w-]{22}$/.test(id) || /^UU(LF|SH|LV|LP|PV|MO|MF|MS|PS)?[\w-]{22}$/.test(id)) return true;
  // A person may have given a playlist such a title, so an id of a playlist decides first.
  const isTab = !/^(PL|OLAK5uy_)/.test(id) && / - (Videos|Shorts|Live|Streams)$/.test(title ?? '');
  if (siteOfInfo(info) === 'youtube' && (id.startsWith('@') || isTab)) return true;
  if (/search/.test(text(info, 'extractor') ?? '') || isSearchAddress(text(info, 'playlist_webpage_url') ?? '')) return true;
  // The description of a video names the site as its extractor, not the search, and earlier versions of yt-dlp do not write the address
  // of the search. The id and the title of search results are both the typed words.
  if (siteOfInfo(info) === 'youtube' && id === title && !youtubePlaylistId.test(id)) return true;
  return [text(info, 'channel_id'), text(info, 'uploader_id')].includes(id);
}

/** The ids of YouTube's playlists, as yt-dlp recognizes them. A playlist without a title has its id as title. */
const youtubePlaylistId = /^((PL|LL|EC|UU|FL|RD|UL|TL|PU|OLAK5uy_)[\w-]{10,}|RDMM|WL|LL|LM)$/;

/** Whether the address is a search of yt-dlp, such as `ytsearch5:low tide`, or YouTube's page of results. */
function isSearchAddress(address: string): boolean {
  return /^\w*search(date)?(\d+|all)?:/.test(address) || /^https?:\/\/([\w-]+\.)?youtube\.com\/(results|search)\?/.test(address);
}
