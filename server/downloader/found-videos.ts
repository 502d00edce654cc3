// Turns yt-dlp's results for an address into queue entries, with the ids that an import will derive, and the kind if it is known. Entries
// from a playlist also have the playlist's fields, which are added to the videos' descriptions. Pure.
import type { DownloadEntry, ListedIn } from '../archive/downloads.ts';
import { channelOfVideo } from '../library/channel-facts.ts';
import { count, field, isInfo, list, number, text, type Info } from '../library/info-values.ts';
import { membershipsOf } from '../library/playlist-facts.ts';
import { describedIdOf } from '../library/video-ids.ts';
import { durationOf, kindOf, publishedSeconds, siteOfInfo } from '../library/video-facts.ts';
import { folderNameOf } from './file-names.ts';

/** A line of a list. Its address has not been looked up. */
export interface ListLine {
  address: string;
  /** Null if the line is not a single video, or if the id is unknown. */
  videoId: string | null;
  /** Built from the list's information alone; null for a list, or if the information is not enough. */
  entry: DownloadEntry | null;
  /** Whether the line is itself a list: a channel's tab, or a playlist among playlists. */
  isList: boolean;
  listed: ListedIn | null;
  /** A message that says why the video cannot be downloaded yet; null if it can be. */
  notYetReason: string | null;
}

export function isList(info: Info): boolean {
  const kind = text(info, '_type') ?? 'video';
  return kind === 'playlist' || kind === 'multi_video';
}

/** A message that says why the video cannot be downloaded yet; null if it can be. */
export function notYetReason(info: Info): string | null {
  const status = text(info, 'live_status');
  const title = text(info, 'title', 'id') ?? 'This';
  if (status === 'is_upcoming') return `${title} has not begun yet.`;
  if (status === 'is_live' || field(info, 'is_live') === true) return `${title} is being broadcast; it can be downloaded when it has ended.`;
  return null;
}

/** @param address where the video was found; used if `info` contains no address */
export function entryOfVideo(info: Info, address: string, listed: ListedIn | null): DownloadEntry | null {
  const describedId = describedIdOf(info, address);
  if (describedId === null) return null;
  const shape = { width: count(info, 'width'), height: count(info, 'height'), durationSeconds: durationOf(info) ?? 0 };
  const channel = channelOfVideo(info, folderNameOf(info), '');
  return {
    videoId: describedId.id,
    formerId: describedId.formerId,
    sourceUrl: downloadAddressOf(info, address),
    title: text(info, 'title', 'fulltitle') ?? text(info, 'id') ?? describedId.id,
    channelId: channel.id,
    channelName: channel.name,
    duration: shape.durationSeconds,
    publishedAt: publishedSeconds(info),
    kind: kindOf(info, shape),
    expectedSize: sizeOf(info),
    pictureUrl: pictureOf(info),
    listed,
  };
}

/** The lines of a list, in order. */
export function listLines(info: Info): ListLine[] {
  const listContext = playlistContextOf(info);
  return list(info, 'entries')
    .filter(isInfo)
    .flatMap((entry, index) => {
      const address = text(entry, 'url', 'webpage_url');
      if (address === null) return [];
      const isNested = isList(entry) || /(tab|playlist|channel|user|album|season|series|search)$/i.test(text(entry, 'ie_key') ?? '');
      const ownListing = listContext && { ...listContext, fields: { ...listContext.fields, playlist_index: index + 1 } };
      return [
        {
          address,
          videoId: isNested ? null : (describedIdOf(entry)?.id ?? null),
          entry: isNested ? null : entryOfLine(entry, info, address, ownListing),
          isList: isNested,
          listed: ownListing,
          notYetReason: notYetReason(entry),
        },
      ];
    });
}

/** An entry from the list alone (`flat`). Facts that the list does not contain stay unknown. */
function entryOfLine(entry: Info, parent: Info, address: string, listed: ListedIn | null): DownloadEntry | null {
  const inheritedFields: Record<string, unknown> = {};
  for (const key of ['channel', 'channel_id', 'channel_url', 'uploader', 'uploader_id', 'uploader_url']) {
    if (text(entry, key) === null && text(parent, key) !== null) inheritedFields[key] = field(parent, key);
  }
  const foundEntry = entryOfVideo({ ...entry, ...inheritedFields, extractor: siteOfInfo(entry) ?? siteOfInfo(parent) }, address, listed);
  return foundEntry && { ...foundEntry, sourceUrl: address, kind: kindOfLine(entry, parent, foundEntry.kind) };
}

/** A channel's tabs are recognized by their addresses. The lines of any other list do not show whether a video is a short. */
function kindOfLine(entry: Info, parent: Info, knownKind: DownloadEntry['kind']): DownloadEntry['kind'] {
  if (knownKind !== 'videos') return knownKind;
  const parentAddress = text(parent, 'webpage_url', 'original_url') ?? '';
  if (/\/shorts\/?$/.test(parentAddress)) return 'shorts';
  if (/\/(streams|live)\/?$/.test(parentAddress)) return 'streams';
  if (/\/videos\/?$/.test(parentAddress)) return 'videos';
  return siteOfInfo(entry) === 'youtube' ? 'unknown' : knownKind;
}

/** The address for yt-dlp, or the plug-in's name for the item if a plug-in of yt-dlp serves it. */
function downloadAddressOf(info: Info, address: string): string {
  const originalAddress = text(info, 'original_url');
  const pageAddress = text(info, 'webpage_url');
  const isPlugin = originalAddress !== null && !/^https?:/.test(originalAddress);
  return isPlugin ? originalAddress : (pageAddress ?? originalAddress ?? address);
}

function sizeOf(info: Info): number | null {
  const parts = list(info, 'requested_formats').filter(isInfo);
  const sizeOfOne = (one: Info): number | null => number(one, 'filesize', 'filesize_approx');
  const sizes = parts.length > 0 ? parts.map(sizeOfOne) : [sizeOfOne(info)];
  const knownSizes = sizes.filter((size) => size !== null && size > 0) as number[];
  return knownSizes.length === 0 ? null : Math.ceil(knownSizes.reduce((sum, size) => sum + size, 0));
}

/** The last thumbnail is the best. A line of a list has no other picture. */
function pictureOf(info: Info): string | null {
  const lastThumbnail = list(info, 'thumbnails').filter(isInfo).at(-1);
  const url = text(info, 'thumbnail') ?? (lastThumbnail === undefined ? null : text(lastThumbnail, 'url'));
  return url !== null && /^https?:\/\//.test(url) ? url : null;
}

/** Null for a channel's pages and for searches, which are not playlists. */
function playlistContextOf(info: Info): ListedIn | null {
  const id = text(info, 'id');
  if (id === null) return null;
  const fields: Record<string, string | number> = { playlist_id: id };
  const copy = (to: string, ...from: string[]): void => {
    const value = text(info, ...from);
    if (value !== null) fields[to] = value;
  };
  copy('playlist', 'title');
  copy('playlist_title', 'title');
  copy('playlist_uploader', 'uploader');
  copy('playlist_uploader_id', 'uploader_id');
  copy('playlist_channel', 'channel');
  copy('playlist_channel_id', 'channel_id');
  copy('playlist_webpage_url', 'webpage_url', 'original_url');
  const [membership] = membershipsOf({
    ...fields,
    extractor: field(info, 'extractor'),
    channel_id: field(info, 'channel_id'),
    uploader_id: field(info, 'uploader_id'),
  });
  return membership === undefined ? null : { fields, list: { playlistId: membership.id, description: JSON.stringify(descriptionOf(info)) } };
}

/** The playlist's description as yt-dlp writes it, without unused fields, because complete entries would take megabytes. */
function descriptionOf(info: Info): Record<string, unknown> {
  const keptKeys = [
    'id',
    'title',
    'description',
    'channel',
    'channel_id',
    'channel_url',
    'uploader',
    'uploader_id',
    'webpage_url',
    'original_url',
    'extractor',
  ];
  const keptEntryKeys = ['_type', 'id', 'title', 'channel', 'uploader', 'ie_key', 'url'];
  const pick = (from: Info, keys: string[]): Record<string, unknown> =>
    Object.fromEntries(keys.flatMap((key) => ((field(from, key) ?? null) === null ? [] : [[key, field(from, key)]])));
  return {
    _type: 'playlist',
    ...pick(info, keptKeys),
    extractor_key: field(info, 'extractor_key'),
    entries: list(info, 'entries')
      .filter(isInfo)
      .map((entry) => pick(entry, keptEntryKeys)),
  };
}
