// Removes the rows of channels and playlists that a person deleted. A playlist's deletion is remembered, because its videos may still be in
// the library, and the next import would create the playlist again. server/trash handles deleted videos; this module only lists the files
// that an import found of deleted videos, and unmarks videos.
import { forgetLearned } from '../catalogue/learned.ts';
import { inTransaction, type Database } from '../database/transaction.ts';

/**
 * A deleted video's file that an import found: the media file, if it was missing when the video was deleted, or a copy of the media file.
 */
export interface LeftFile {
  /** Stored name. */
  file: string;
  videoId: string;
  title: string;
}

export function createRemoved(database: Database) {
  // A playlist without an owner counts as belonging to the channel of its videos.
  const rememberPlaylist = database.prepare(`
    INSERT OR REPLACE INTO removed_playlist (playlist_id, channel_id)
    SELECT playlist_id, coalesce(channel_id, (
      SELECT video.channel_id FROM playlist_entry AS entry JOIN video USING (video_id) WHERE entry.playlist_id = playlist.playlist_id LIMIT 1
    )) FROM playlist WHERE playlist_id = ? AND kind = 'regular'`);
  const removePlaylist = database.prepare('DELETE FROM playlist WHERE playlist_id = ?');
  const playlistsOfChannel = database.prepare("SELECT playlist_id FROM playlist WHERE channel_id = ? AND kind = 'regular'");
  const removeChannel = database.prepare('DELETE FROM channel WHERE channel_id = ?');
  const unmarkPlaylist = database.prepare('DELETE FROM removed_playlist WHERE playlist_id = ?');
  const unmarkPlaylistsOf = database.prepare('DELETE FROM removed_playlist WHERE channel_id = ?');
  const fromLeftFiles = "FROM import_finding JOIN removed_video ON removed_video.video_id = import_finding.other WHERE import_finding.kind = 'deleted'";
  const leftFiles = database.prepare(`SELECT media_file AS file, video_id AS videoId, title ${fromLeftFiles} ORDER BY removed_ms DESC, media_file LIMIT ?`);
  const countLeft = database.prepare(`SELECT count(*) AS n ${fromLeftFiles}`);
  const leftFile = database.prepare(`SELECT video_id AS videoId ${fromLeftFiles} AND media_file = ?`);
  const unmarkVideo = database.prepare('DELETE FROM removed_video WHERE video_id = ?');

  function removePlaylistRow(playlistId: string): void {
    rememberPlaylist.run(playlistId);
    removePlaylist.run(playlistId);
    forgetLearned(database, 'playlist', [playlistId]);
  }

  return {
    removePlaylist: (playlistId: string): void => inTransaction(database, () => removePlaylistRow(playlistId)),
    /** Removes a channel and its playlists. Its videos must already be removed. */
    removeChannel: (channelId: string): void =>
      inTransaction(database, () => {
        for (const row of playlistsOfChannel.all(channelId) as { playlist_id: string }[]) removePlaylistRow(row.playlist_id);
        removeChannel.run(channelId);
        forgetLearned(database, 'channel', [channelId]);
      }),
    /** The files of deleted videos that scans of the library found, latest deletions first. `count` is the number of all such files. */
    leftFiles: (limit: number): { count: number; firstItems: LeftFile[] } => ({
      count: (countLeft.get() as { n: number }).n,
      firstItems: leftFiles.all(limit) as unknown as LeftFile[],
    }),
    /** The id of the deleted video that this file belongs to; null if it belongs to none, or the video's deletion mark was removed. */
    videoLeftAt: (file: string): string | null => (leftFile.get(file) as { videoId: string } | undefined)?.videoId ?? null,
    /** Unmarks a deleted video, so that the next scan of the library imports its files. */
    unmarkVideo: (videoId: string): void => void unmarkVideo.run(videoId),
    /** Allows imports to create a deleted playlist again, because a person explicitly asks for it. */
    unmarkPlaylist: (playlistId: string): void => void unmarkPlaylist.run(playlistId),
    /** Allows the next scan of the library to create this channel's deleted playlists again. */
    unmarkPlaylistsOf: (channelId: string): void => void unmarkPlaylistsOf.run(channelId),
  };
}
