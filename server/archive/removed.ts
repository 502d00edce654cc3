// Channels and playlists that a person deleted: the rows go, and what has to be known later stays. Members of a playlist may still
// lie in the library; without this memory the next import would bring it back. Videos: server/trash.
import { forgetLearned } from '../catalogue/learned.ts';
import { inTransaction, type Database } from '../database/transaction.ts';

export function createRemoved(database: Database) {
  // One that does not say whose it is counts as that of the channel of its videos.
  const rememberPlaylist = database.prepare(`
    INSERT OR REPLACE INTO removed_playlist (playlist_id, channel_id)
    SELECT playlist_id, coalesce(channel_id, (
      SELECT video.channel_id FROM playlist_entry AS entry JOIN video USING (video_id) WHERE entry.playlist_id = playlist.playlist_id LIMIT 1
    )) FROM playlist WHERE playlist_id = ? AND kind = 'regular'`);
  const removePlaylist = database.prepare('DELETE FROM playlist WHERE playlist_id = ?');
  const playlistsOfChannel = database.prepare("SELECT playlist_id FROM playlist WHERE channel_id = ? AND kind = 'regular'");
  const removeChannel = database.prepare('DELETE FROM channel WHERE channel_id = ?');
  const takeBack = database.prepare('DELETE FROM removed_playlist WHERE playlist_id = ?');
  const readPlaylists = database.prepare('DELETE FROM removed_playlist WHERE channel_id = ?');

  function playlist(playlistId: string): void {
    rememberPlaylist.run(playlistId);
    removePlaylist.run(playlistId);
    forgetLearned(database, 'playlist', [playlistId]);
  }

  return {
    playlist: (playlistId: string): void => inTransaction(database, () => playlist(playlistId)),
    /** The channel and its playlists; its videos have gone before. */
    channel: (channelId: string): void =>
      inTransaction(database, () => {
        for (const row of playlistsOfChannel.all(channelId) as { playlist_id: string }[]) playlist(row.playlist_id);
        removeChannel.run(channelId);
        forgetLearned(database, 'channel', [channelId]);
      }),
    /** Whoever asks for it by itself wants it again. */
    takeBackPlaylist: (playlistId: string): void => void takeBack.run(playlistId),
    /** Playlists of this channel that were deleted may come back with the next look at the library. */
    readPlaylistsAgain: (channelId: string): void => void readPlaylists.run(channelId),
  };
}
