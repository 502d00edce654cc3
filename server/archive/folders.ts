// Finds the library folder for a channel's or playlist's own files. A channel's files belong in the folder of its newest video; without a
// video, in a folder named after the channel. A playlist's files belong in the folder of its first video; without a video, in its channel's
// folder; without a channel, in `Playlists`.
import path from 'node:path';
import type { Database } from '../database/transaction.ts';
import { safeNameOf } from '../downloader/file-names.ts';

/** The same limit as for the folders of downloads (file-names.ts). */
const maxFolderBytes = 200;

export function createFolders(database: Database) {
  const selectNewest = database.prepare('SELECT media_file FROM video WHERE channel_id = ? AND absence IS NULL ORDER BY published_at DESC, id LIMIT 1');
  const channelName = database.prepare('SELECT name FROM channel WHERE channel_id = ?');
  const firstEntry = database.prepare(
    'SELECT media_file FROM playlist_entry JOIN video USING (video_id) WHERE playlist_id = ? AND absence IS NULL ORDER BY idx LIMIT 1',
  );
  const owner = database.prepare('SELECT channel_id FROM playlist WHERE playlist_id = ? AND channel_id IS NOT NULL');

  function folderOf(row: unknown): string | null {
    const file = (row as { media_file: string } | undefined)?.media_file;
    if (file === undefined) return null;
    const folder = path.posix.dirname(file);
    const base = path.posix.basename(file, path.posix.extname(file));
    // A folder named after its video holds only that video's files; its parent is used for files that belong to all videos.
    const sharedFolder = path.posix.basename(folder).normalize('NFC') === base.normalize('NFC') ? path.posix.dirname(folder) : folder;
    return sharedFolder === '.' ? '' : sharedFolder;
  }
  const ofChannel = (channelId: string): string => {
    const name = (channelName.get(channelId) as { name: string } | undefined)?.name ?? channelId;
    return folderOf(selectNewest.get(channelId)) ?? safeNameOf(name, maxFolderBytes);
  };

  return {
    /** The folder's stored name. The folder may not exist yet. */
    ofChannel,
    ofPlaylist(playlistId: string): string {
      const firstVideoFolder = folderOf(firstEntry.get(playlistId));
      const channelId = (owner.get(playlistId) as { channel_id: string } | undefined)?.channel_id;
      return firstVideoFolder ?? (channelId === undefined ? 'Playlists' : ofChannel(channelId));
    },
  };
}
