// Completes a TubeArchivist import with what the catalogue does not write: people's changes, and facts that no file contains.
import { wordsIn } from '../../archive/words.ts';
import { createAppSettings } from '../../archive/app-settings.ts';
import type { CommentRecord } from '../../catalogue/records.ts';
import { sortKeyOf } from '../../catalogue/sort-key.ts';
import type { Database } from '../../database/transaction.ts';
import { mergeEntries } from './merge-entries.ts';
import type { ImportedChannel, ImportedDownload, ImportedPlaylist, ImportedVideo } from './documents.ts';

export function createImportedRows(database: Database) {
  const finishChannel = database.prepare(`
    UPDATE channel SET is_active = ?, is_subscribed = max(is_subscribed, ?), overwrites = coalesce(overwrites, ?), refreshed_at = ?, is_moved_in = 1 WHERE channel_id = ?`);
  // The empty `sidecar_hash` makes the next scan of the library read the video again and add facts from its file.
  const finishVideo = database.prepare(`
    UPDATE video SET is_watched = max(is_watched, ?1), watched_at = CASE WHEN is_watched = 1 THEN watched_at ELSE ?2 END, refreshed_at = ?3, is_moved_in = 1,
      sidecar_hash = '' WHERE video_id = ?4`);
  const countComments = database.prepare('UPDATE video SET comment_count = ? WHERE video_id = ? RETURNING id');
  const clearComments = database.prepare('DELETE FROM video_comments WHERE video = ?');
  const insertComments = database.prepare('INSERT INTO video_comments (video, comments) VALUES (?, ?)');
  const putPlaylist = database.prepare(`
    INSERT INTO playlist (playlist_id, name, name_order, description, channel_id, source_url, thumb_file, kind, is_active, is_subscribed, sort_order, refreshed_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (playlist_id) DO UPDATE SET name = excluded.name, name_order = excluded.name_order, description = excluded.description,
      channel_id = excluded.channel_id, source_url = excluded.source_url, thumb_file = coalesce(excluded.thumb_file, thumb_file), kind = excluded.kind,
      is_active = excluded.is_active, is_subscribed = max(is_subscribed, excluded.is_subscribed), sort_order = excluded.sort_order,
      refreshed_at = excluded.refreshed_at`);
  const playlistRow = database.prepare('SELECT imported_entries FROM playlist WHERE playlist_id = ?');
  const entriesOf = database.prepare('SELECT video_id AS videoId, title, uploader FROM playlist_entry WHERE playlist_id = ? ORDER BY idx');
  const setImportedEntries = database.prepare('UPDATE playlist SET imported_entries = ? WHERE playlist_id = ?');
  const clearEntries = database.prepare('DELETE FROM playlist_entry WHERE playlist_id = ?');
  const putEntry = database.prepare('INSERT INTO playlist_entry (playlist_id, idx, video_id, title, uploader) VALUES (?, ?, ?, ?, ?)');
  const unmarkRemoved = database.prepare('DELETE FROM removed_playlist WHERE playlist_id = ?');
  const putDownload = database.prepare(`
    INSERT OR IGNORE INTO download (video_id, status, auto_start, title, words, source_url, channel_id, channel_name, duration, published_at, kind, message, added_at)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13 WHERE NOT EXISTS (SELECT 1 FROM video WHERE video_id = ?1)`);

  function mergeWithOwn(playlistId: string, entries: ImportedPlaylist['entries']): ImportedPlaylist['entries'] {
    const row = playlistRow.get(playlistId) as { imported_entries: string | null } | undefined;
    if (row === undefined) return entries;
    const lastImportedIds = row.imported_entries === null ? null : (JSON.parse(row.imported_entries) as string[]);
    return mergeEntries(entriesOf.all(playlistId) as unknown as ImportedPlaylist['entries'], entries, lastImportedIds);
  }

  return {
    finishChannel: ({ record, isActive, isSubscribed, overwrites, refreshedAt }: ImportedChannel): void =>
      void finishChannel.run(Number(isActive), Number(isSubscribed), overwrites && JSON.stringify(overwrites), refreshedAt, record.channelId),
    finishVideo: ({ record, isWatched, watchedAt, refreshedAt }: ImportedVideo): void =>
      void finishVideo.run(Number(isWatched), isWatched ? (watchedAt ?? refreshedAt) : null, refreshedAt, record.videoId),
    /** Returns how many comments were written: 0 if the video was not imported. */
    putComments(videoId: string, comments: CommentRecord[]): number {
      const row = countComments.get(comments.length, videoId) as { id: number } | undefined;
      if (!row) return 0;
      clearComments.run(row.id);
      if (comments.length > 0) insertComments.run(row.id, JSON.stringify(comments));
      return comments.length;
    },
    putPlaylist(playlist: ImportedPlaylist, thumbFile: string | null): void {
      const { playlistId, name, description, channelId, kind, isActive, isSubscribed, sortOrder, refreshedAt, entries } = playlist;
      const isCustom = kind === 'custom';
      const sourceUrl = isCustom ? null : `https://www.youtube.com/playlist?list=${playlistId}`;
      const facts = [isCustom ? 0 : Number(isActive), isCustom ? 0 : Number(isSubscribed), sortOrder, refreshedAt];
      const writtenEntries = isCustom ? mergeWithOwn(playlistId, entries) : entries;
      putPlaylist.run(playlistId, name, sortKeyOf(name), description, isCustom ? null : channelId, sourceUrl, thumbFile, kind, ...facts);
      unmarkRemoved.run(playlistId);
      clearEntries.run(playlistId);
      writtenEntries.forEach(({ videoId, title, uploader }, index) => putEntry.run(playlistId, index, videoId, title, uploader));
      if (isCustom) setImportedEntries.run(JSON.stringify(entries.map(({ videoId }) => videoId)), playlistId);
    },
    /** Returns how many rows were written: 1, or 0 if the video is already queued or in the archive. */
    putDownload(download: ImportedDownload): number {
      const { videoId, status, isAutoStart, title, channelId, channelName, durationSeconds, publishedAt, kind, message, addedAt } = download;
      const titleWords = ` ${wordsIn(title).join(' ')} `;
      const sourceUrl = `https://www.youtube.com/watch?v=${videoId}`;
      const facts = [channelId, channelName, durationSeconds, publishedAt, kind, message, addedAt];
      return Number(putDownload.run(videoId, status, Number(isAutoStart), title, titleWords, sourceUrl, ...facts).changes);
    },
    /** Switches on the setting that lets people search in subtitles. */
    enableSubtitleIndex: (): void => void createAppSettings(database).change({ downloads: { subtitle_index: true } }),
  };
}
