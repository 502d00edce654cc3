import { forgetLearned } from './learned.ts';
import type { Database } from '../database/transaction.ts';

/**
 * Removes videos with their comments, positions, search words and learned metadata. Their entries are removed from custom playlists, which
 * are renumbered; in regular playlists they stay, as not downloaded. Channels and regular playlists stay even if they become empty.
 */
export function removeVideoRows(database: Database, videoIds: string[]): void {
  const find = database.prepare('SELECT id FROM video WHERE video_id = ?');
  const remove = database.prepare('DELETE FROM video WHERE id = ?');
  const removeWords = database.prepare('DELETE FROM video_words WHERE rowid = ?');
  const customOf = database.prepare("SELECT DISTINCT playlist_id FROM playlist_entry JOIN playlist USING (playlist_id) WHERE video_id = ? AND kind = 'custom'");
  const removeEntry = database.prepare('DELETE FROM playlist_entry WHERE playlist_id = ? AND video_id = ?');
  const entriesOf = database.prepare('SELECT idx FROM playlist_entry WHERE playlist_id = ? ORDER BY idx');
  const renumber = database.prepare('UPDATE playlist_entry SET idx = ? WHERE playlist_id = ? AND idx = ?');

  for (const videoId of videoIds) {
    const row = find.get(videoId) as { id: number } | undefined;
    if (!row) continue;
    removeWords.run(row.id);
    forgetLearned(database, 'video', [videoId]);
    remove.run(row.id);
    for (const { playlist_id } of customOf.all(videoId) as { playlist_id: string }[]) {
      removeEntry.run(playlist_id, videoId);
      (entriesOf.all(playlist_id) as { idx: number }[]).forEach(({ idx }, position) => renumber.run(position, playlist_id, idx));
    }
  }
}
