// Builds the contract's playlist documents from rows.
import type { WirePlaylist, WirePlaylistNav, WirePlaylistStored } from '../../../src/contract/names.ts';
import type { PlaylistEntryRow, PlaylistRow } from '../../archive/playlists.ts';
import { isoDate } from './durations.ts';
import { playlistPicturePath, videoPicturePath } from './media-paths.ts';

export function playlistDocument(row: PlaylistRow): WirePlaylist {
  return {
    playlist_active: row.isActive,
    playlist_channel: row.kind === 'custom' ? null : row.channelName,
    playlist_channel_id: row.kind === 'custom' ? null : row.channelId,
    playlist_description: row.description,
    playlist_entries: row.entries.map(entryDocument),
    playlist_id: row.playlistId,
    playlist_last_refresh: isoDate(row.refreshedAt),
    playlist_name: row.name,
    playlist_subscribed: row.isSubscribed,
    playlist_sort_order: row.sortOrder,
    playlist_thumbnail: playlistPicturePath(row.playlistId),
    playlist_type: row.kind,
    ...(row.sourceUrl === null ? {} : { source_url: row.sourceUrl }),
    _index: 'ta_playlist',
    _score: 0,
  };
}

/**
 * The answer of calls that change a playlist. TubeArchivist answers with its stored document, whose picture is of no use to clients. This
 * document has the playlist's picture address instead.
 */
export function storedPlaylistDocument(row: PlaylistRow): WirePlaylistStored {
  const { _index, _score, source_url: _source, ...document } = playlistDocument(row);
  return { ...document, playlist_last_refresh: String(row.refreshedAt) };
}

/** A video's neighbours among the playlist's downloaded videos; null if the video is not among them or is the only one. */
export function playlistNavDocument(row: PlaylistRow, videoId: string): WirePlaylistNav | null {
  const downloadedEntries = row.entries.filter((entry) => entry.isDownloaded);
  const index = downloadedEntries.findIndex((entry) => entry.videoId === videoId);
  const currentEntry = downloadedEntries[index];
  if (!currentEntry || new Set(downloadedEntries.map((entry) => entry.videoId)).size < 2) return null;
  const neighbour = (entry: PlaylistEntryRow | undefined): WirePlaylistNav['playlist_next'] =>
    entry ? { ...entryDocument(entry), vid_thumb: videoPicturePath(entry.videoId) } : null;
  return {
    playlist_meta: {
      current_idx: currentEntry.idx,
      playlist_id: row.playlistId,
      playlist_name: row.name,
      playlist_channel: row.kind === 'custom' ? null : row.channelName,
    },
    playlist_previous: neighbour(downloadedEntries[index - 1]),
    playlist_next: neighbour(downloadedEntries[index + 1]),
  };
}

function entryDocument(entry: PlaylistEntryRow): WirePlaylist['playlist_entries'][number] {
  return { youtube_id: entry.videoId, title: entry.title, uploader: entry.uploader, idx: entry.idx, downloaded: entry.isDownloaded };
}
