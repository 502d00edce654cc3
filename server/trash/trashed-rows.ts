// Changes the rows of deleted items and restores them. Every function is part of the caller's transaction.
import { removeVideoRows } from '../catalogue/remove-video-rows.ts';
import type { Database } from '../database/transaction.ts';
import { fullOrder, positionIn } from './full-order.ts';
import type { TrashItem, TrashedRows } from './trash-items.ts';

type Row = Record<string, null | number | string>;

export function createTrashedRows(database: Database, nowMs: () => number = Date.now) {
  const trashVideo = database.prepare("UPDATE video SET absence = 'trash', absent_since = ? WHERE video_id = ?");
  // The hash is cleared so that the next import reads the description again, because playlists may have been written without the video.
  const markPresent = database.prepare(`
    UPDATE video SET absence = NULL, absent_since = NULL, missing_seconds = 0, is_kept = 0, sidecar_hash = '' WHERE video_id = ?1 AND (absence = 'trash' OR absence = 'missing' AND media_file = ?2)`);
  const restartWatchedDays = database.prepare('UPDATE video SET watched_at = ? WHERE video_id = ? AND is_watched = 1');
  const setMissing = database.prepare("UPDATE video SET absence = 'missing', absent_since = ? WHERE video_id = ? AND absence IS NULL");
  const rowOf = database.prepare('SELECT channel_id, absence, media_file FROM video WHERE video_id = ?');
  // When a video is deleted, downloaded again and deleted again, two items of the trash share the video's row. An item that is being
  // deleted for good does not need the row.
  const selectSoleUse = database.prepare(`
    SELECT 1 FROM video WHERE video_id = ?1 AND absence = 'trash'
    AND NOT EXISTS (SELECT 1 FROM trash WHERE kind = 'video' AND ref = ?1 AND id <> ?2 AND state <> 'purging')`);
  const recordRemoval = database.prepare(`
    INSERT OR REPLACE INTO removed_video (video_id, removed_ms, title, channel_id, channel_name, duration, published_at, kind)
    SELECT video_id, ?, title, channel_id, coalesce(channel.name, channel_id), duration, published_at, kind FROM video LEFT JOIN channel USING (channel_id)
    WHERE video_id = ?`);
  // All names that begin with the folder and `/`: `0` is the character after `/`.
  const anyVideoIn = database.prepare(`
    SELECT 1 FROM video WHERE absence IS NOT 'trash' AND media_file > ?1 || '/' AND media_file < ?1 || '0'
    AND NOT EXISTS (SELECT 1 FROM trash WHERE kind = 'video' AND ref = video_id) LIMIT 1`);
  const forgetRemoved = database.prepare('DELETE FROM removed_video WHERE video_id = ?');
  const entriesInCustomPlaylists = database.prepare(`
    SELECT entry.* FROM playlist_entry AS entry JOIN playlist USING (playlist_id) WHERE entry.video_id = ? AND playlist.kind = 'custom' ORDER BY 1, idx`);
  const entriesOf = database.prepare('SELECT * FROM playlist_entry WHERE playlist_id = ? ORDER BY idx');
  const clearEntries = database.prepare('DELETE FROM playlist_entry WHERE playlist_id = ?');
  const fullOrderOf = database.prepare('SELECT full_order FROM playlist WHERE playlist_id = ?');
  const setFullOrder = database.prepare('UPDATE playlist SET full_order = ? WHERE playlist_id = ?');
  const dropUnneededFullOrder = database.prepare(`
    UPDATE playlist SET full_order = NULL WHERE playlist_id = ? AND NOT EXISTS (
      SELECT 1 FROM json_each(full_order) AS named JOIN video ON video.video_id = named.value WHERE video.absence = 'trash')`);
  const channelRow = database.prepare('SELECT * FROM channel WHERE channel_id = ?');
  const playlistRow = database.prepare('SELECT * FROM playlist WHERE playlist_id = ?');
  const playlistsOfChannel = database.prepare("SELECT * FROM playlist WHERE channel_id = ? AND kind = 'regular' ORDER BY playlist_id");
  const learnedOf = database.prepare('SELECT * FROM learned WHERE kind = ? AND ref = ?');
  const learnedPicturesOf = database.prepare('SELECT * FROM learned_picture WHERE kind = ? AND ref = ?');
  const restoreChoices = database.prepare(
    'UPDATE channel SET is_subscribed = max(is_subscribed, ?), overwrites = coalesce(overwrites, ?) WHERE channel_id = ?',
  );
  const trashItemsOfPlaylist = database.prepare("SELECT id, rows FROM trash WHERE kind = 'playlist' AND ref = ? AND state = 'kept'");
  const setTrashedRows = database.prepare('UPDATE trash SET rows = ? WHERE id = ?');
  const unmarkPlaylist = database.prepare('DELETE FROM removed_playlist WHERE playlist_id = ?');

  function rowsOfPlaylists(playlists: Row[]): TrashedRows {
    const idsOfPlaylists = playlists.map((row) => row['playlist_id'] as string);
    return {
      playlist: playlists,
      playlist_entry: idsOfPlaylists.flatMap((id) => entriesOf.all(id) as Row[]),
      learned: idsOfPlaylists.flatMap((id) => learnedOf.all('playlist', id) as Row[]),
      learned_picture: idsOfPlaylists.flatMap((id) => learnedPicturesOf.all('playlist', id) as Row[]),
    };
  }

  function ofChannel(channelId: string): TrashedRows {
    const rows = rowsOfPlaylists(playlistsOfChannel.all(channelId) as Row[]);
    return {
      ...rows,
      channel: [channelRow.get(channelId)].filter(Boolean) as Row[],
      learned: [...(rows.learned ?? []), ...(learnedOf.all('channel', channelId) as Row[])],
      learned_picture: [...(rows.learned_picture ?? []), ...(learnedPicturesOf.all('channel', channelId) as Row[])],
    };
  }

  /** Inserts only the columns that this version knows. An existing row stays as it is. Returns whether the row was inserted. */
  function insertRow(table: keyof TrashedRows, row: Record<string, unknown>): boolean {
    const columns = (database.prepare('SELECT name FROM pragma_table_info(?)').all(table) as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => Object.hasOwn(row, name));
    const statement = database.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`);
    return statement.run(...columns.map((name) => row[name] as string)).changes === 1;
  }

  function insertLearned({ learned, learned_picture: pictures }: TrashedRows): void {
    learned?.forEach((row) => insertRow('learned', row));
    pictures?.forEach((row) => insertRow('learned_picture', row));
  }

  function rewriteEntries(playlistId: string, entries: Row[]): void {
    clearEntries.run(playlistId);
    entries.forEach((entry, idx) => insertRow('playlist_entry', { ...entry, idx }));
  }

  function addToTrashedPlaylist(playlistId: string, entry: Row): void {
    for (const { id, rows: text } of trashItemsOfPlaylist.all(playlistId) as { id: number; rows: string }[]) {
      const rows = JSON.parse(text) as TrashedRows;
      const entries = (rows.playlist_entry ?? []) as Row[];
      if (hasVideo(entries, entry['video_id'])) continue;
      const order = rows.playlist?.find((playlist) => playlist['playlist_id'] === playlistId)?.['full_order'];
      const playlist_entry = withEntry(entries, entry, orderFrom(order)).map((row, idx) => ({ ...row, idx }));
      setTrashedRows.run(JSON.stringify({ ...rows, playlist_entry }), id);
    }
  }

  function removeEntry(playlistId: string, videoId: string): void {
    const entries = entriesOf.all(playlistId) as Row[];
    const isTrashed = (id: string): boolean => (rowOf.get(id) as { absence: string | null } | undefined)?.absence === 'trash';
    const { full_order: storedOrder } = fullOrderOf.get(playlistId) as { full_order: string | null };
    setFullOrder.run(JSON.stringify(fullOrder(idsOf(entries), orderFrom(storedOrder), isTrashed)), playlistId);
    rewriteEntries(
      playlistId,
      entries.filter((entry) => entry['video_id'] !== videoId),
    );
  }

  return {
    /**
     * Marks the video's row as trash. The video's entries in custom playlists are removed and returned, so that they can be restored to
     * their places.
     */
    takeVideo(videoId: string): TrashedRows {
      recordRemoval.run(nowMs(), videoId);
      trashVideo.run(Math.floor(nowMs() / 1000), videoId);
      const entries = entriesInCustomPlaylists.all(videoId) as Row[];
      for (const playlistId of new Set(entries.map((entry) => entry['playlist_id'] as string))) removeEntry(playlistId, videoId);
      return { playlist_entry: entries };
    },

    /** Whether the archive has videos in this folder (a stored name), at any depth, whether or not the last import found them. */
    hasVideosIn: (folder: string): boolean => anyVideoIn.get(folder) !== undefined,

    /** Returns the rows of a channel, or of a playlist (`ofPlaylist`). To be called before it is deleted. */
    ofChannel,
    ofPlaylist: (playlistId: string): TrashedRows => rowsOfPlaylists([playlistRow.get(playlistId)].filter(Boolean) as Row[]),

    /**
     * Whether the archive has this video from another file. False if the video's row is `missing` or does not exist, which can happen after
     * a backup was restored. The file in the trash is then needed.
     */
    isVideoHere: (videoId: string): boolean => (rowOf.get(videoId) as { absence: string | null } | undefined)?.absence === null,
    channelOf: (videoId: string): string | null => (rowOf.get(videoId) as { channel_id: string } | undefined)?.channel_id ?? null,
    mediaFileOf: (videoId: string): string | null => (rowOf.get(videoId) as { media_file: string } | undefined)?.media_file ?? null,
    markMissing: (videoId: string): void => void setMissing.run(Math.floor(nowMs() / 1000), videoId),
    hasChannel: (channelId: string): boolean => channelRow.get(channelId) !== undefined,
    putChannel({ rows }: TrashItem): void {
      rows.channel?.forEach((row) => insertRow('channel', row));
      insertLearned(rows);
    },

    restoreVideo({ ref, rows, files, isAutomatic }: TrashItem): void {
      markPresent.run(ref, files.at(-1)?.file ?? null);
      // Otherwise the next run of downloads would delete the video again.
      if (isAutomatic) restartWatchedDays.run(Math.floor(nowMs() / 1000), ref);
      forgetRemoved.run(ref);
      for (const entry of rows.playlist_entry ?? []) {
        const playlistId = entry['playlist_id'] as string;
        // The playlist may have been deleted meanwhile, and be in the trash itself.
        const playlist = playlistRow.get(playlistId) as Row | undefined;
        if (playlist === undefined) {
          addToTrashedPlaylist(playlistId, entry as Row);
          continue;
        }
        const entries = entriesOf.all(playlistId) as Row[];
        if (!hasVideo(entries, ref)) rewriteEntries(playlistId, withEntry(entries, entry as Row, orderFrom(playlist['full_order'])));
        dropUnneededFullOrder.run(playlistId);
      }
    },

    /** Restores a channel or a playlist. Rows that an import has created again meanwhile stay unchanged, except for a person's choices. */
    restoreCollections({ rows }: TrashItem): void {
      for (const row of rows.channel ?? [])
        if (!insertRow('channel', row)) restoreChoices.run(row['is_subscribed'] as number, row['overwrites'] as string | null, row['channel_id'] as string);
      insertLearned(rows);
      for (const row of rows.playlist ?? []) {
        const playlistId = row['playlist_id'] as string;
        unmarkPlaylist.run(playlistId);
        if (!insertRow('playlist', row)) continue;
        dropUnneededFullOrder.run(playlistId);
        rows.playlist_entry?.filter((entry) => entry['playlist_id'] === playlistId).forEach((entry) => insertRow('playlist_entry', entry));
      }
    },

    /** Deletes the video's rows, unless another item needs them to restore the video. The record of the removal stays. */
    forgetVideo({ id, ref }: Pick<TrashItem, 'id' | 'ref'>): void {
      if (selectSoleUse.get(ref, id)) removeVideoRows(database, [ref]);
    },
  };
}

function hasVideo(entries: Row[], videoId: Row[string] | undefined): boolean {
  return entries.some((entry) => entry['video_id'] === videoId);
}

/** If the order is unknown, as in an item of an earlier version, the entry returns to its old index. */
function withEntry(entries: Row[], entry: Row, order: string[]): Row[] {
  const index = positionIn(idsOf(entries), order, entry['video_id'] as string) ?? (entry['idx'] as number);
  return entries.toSpliced(Math.min(index, entries.length), 0, entry);
}

function idsOf(entries: Row[]): string[] {
  return entries.map((entry) => entry['video_id'] as string);
}

function orderFrom(storedOrder: unknown): string[] {
  return typeof storedOrder === 'string' ? (JSON.parse(storedOrder) as string[]) : [];
}
