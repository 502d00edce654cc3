// Creates, fills and reorders playlists that people make. Positions count from 0 without gaps. Every function is one transaction, or part
// of the caller's.
import { randomUUID } from 'node:crypto';
import { sortKeyOf } from '../catalogue/sort-key.ts';
import { inTransaction, type Database } from '../database/transaction.ts';

export type Move = 'up' | 'down' | 'top' | 'bottom';

interface Entry {
  video_id: string;
  title: string;
  uploader: string | null;
}

export function createCustomPlaylists(database: Database, now: () => number = () => Math.floor(Date.now() / 1000)) {
  const insert = database.prepare(`
    INSERT INTO playlist (playlist_id, name, name_order, kind, is_active, refreshed_at) VALUES (?, ?, ?, 'custom', 0, ?)`);
  const entriesOf = database.prepare('SELECT video_id, title, uploader FROM playlist_entry WHERE playlist_id = ? ORDER BY idx');
  const clear = database.prepare('DELETE FROM playlist_entry WHERE playlist_id = ?');
  const put = database.prepare('INSERT INTO playlist_entry (playlist_id, idx, video_id, title, uploader) VALUES (?, ?, ?, ?, ?)');
  const touch = database.prepare('UPDATE playlist SET refreshed_at = ? WHERE playlist_id = ?');
  const video = database.prepare(`
    SELECT video.video_id, video.title, channel.name AS uploader FROM video LEFT JOIN channel USING (channel_id)
    WHERE video.video_id = ? AND video.absence IS NOT 'trash'`);
  const watchedIn = database.prepare(`
    SELECT entry.video_id FROM playlist_entry AS entry JOIN video USING (video_id) WHERE entry.playlist_id = ? AND video.is_watched = 1`);

  const read = (playlistId: string): Entry[] => entriesOf.all(playlistId) as unknown as Entry[];

  function write(playlistId: string, entries: Entry[]): void {
    clear.run(playlistId);
    entries.forEach((entry, index) => put.run(playlistId, index, entry.video_id, entry.title, entry.uploader));
    touch.run(now(), playlistId);
  }

  return {
    /** Returns the new playlist's id. `name` must be trimmed and not empty. */
    create(name: string): string {
      const playlistId = `TA_playlist_${randomUUID()}`;
      insert.run(playlistId, name, sortKeyOf(name), now());
      return playlistId;
    },

    /** Adds a video to the end; false if the archive has no such video. A video already in the playlist stays where it is. */
    add: (playlistId: string, videoId: string): boolean =>
      inTransaction(database, () => {
        const foundVideo = video.get(videoId) as unknown as Entry | undefined;
        const entries = read(playlistId);
        if (foundVideo && !entries.some((entry) => entry.video_id === videoId)) write(playlistId, [...entries, foundVideo]);
        return foundVideo !== undefined;
      }),

    /** Removes a video; false if it is not in the playlist. */
    remove: (playlistId: string, videoId: string): boolean =>
      inTransaction(database, () => {
        const entries = read(playlistId);
        const remainingEntries = entries.filter((entry) => entry.video_id !== videoId);
        if (remainingEntries.length < entries.length) write(playlistId, remainingEntries);
        return remainingEntries.length < entries.length;
      }),

    /**
     * Moves a video; false if it is not in the playlist. Moving past an end is not an error. `skipsWatched`: up and down skip watched
     * neighbours.
     */
    move: (playlistId: string, videoId: string, move: Move, skipsWatched: boolean): boolean =>
      inTransaction(database, () => {
        const entries = read(playlistId);
        const from = entries.findIndex((entry) => entry.video_id === videoId);
        const movedEntry = entries[from];
        if (!movedEntry) return false;
        const skippedIds = new Set(skipsWatched ? (watchedIn.all(playlistId) as { video_id: string }[]).map((row) => row.video_id) : []);
        const isVisible = (entry: Entry): boolean => !skippedIds.has(entry.video_id);
        const indexAbove = entries.findLastIndex((entry, index) => index < from && isVisible(entry));
        const indexBelow = entries.findIndex((entry, index) => index > from && isVisible(entry));
        const to = { top: 0, bottom: entries.length - 1, up: indexAbove, down: indexBelow }[move];
        if (to >= 0 && to !== from) write(playlistId, entries.toSpliced(from, 1).toSpliced(to, 0, movedEntry));
        return true;
      }),
  };
}
