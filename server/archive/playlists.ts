// Reads and changes playlists as rows, with their entries.
import { inTransaction, type Database } from '../database/transaction.ts';

export interface PlaylistEntryRow {
  playlistId: string;
  /** Position in the playlist, from 0; gaps are possible. */
  idx: number;
  videoId: string;
  title: string;
  uploader: string | null;
  isDownloaded: boolean;
}

export interface PlaylistRow {
  playlistId: string;
  name: string;
  description: string | null;
  channelId: string | null;
  channelName: string | null;
  sourceUrl: string | null;
  thumbFile: string | null;
  kind: 'regular' | 'custom';
  isActive: boolean;
  isSubscribed: boolean;
  /** `bottom` reverses the source's order. */
  sortOrder: 'top' | 'bottom';
  /** Unix seconds. */
  refreshedAt: number;
  entries: PlaylistEntryRow[];
}

export interface PlaylistQuery {
  channelId: string | null;
  isSubscribed: boolean | null;
  kind: string | null;
}

export function createPlaylists(database: Database) {
  const columns = 'playlist.*, channel.name AS channel_name FROM playlist LEFT JOIN channel USING (channel_id)';
  const filter = 'WHERE (?1 IS NULL OR playlist.channel_id = ?1) AND (?2 IS NULL OR playlist.is_subscribed = ?2) AND (?3 IS NULL OR playlist.kind = ?3)';
  const byId = database.prepare(`SELECT ${columns} WHERE playlist_id = ?`);
  const page = database.prepare(`SELECT ${columns} ${filter} ORDER BY playlist.name_order, playlist_id LIMIT ?4 OFFSET ?5`);
  const count = database.prepare(`SELECT count(*) AS n FROM playlist ${filter}`);
  const entries = database.prepare(`
    SELECT entry.*, video.id IS NOT NULL AND video.absence IS NULL AS is_downloaded, coalesce(video.title, entry.title) AS shown_title
    FROM json_each(?) AS wanted JOIN playlist_entry AS entry ON entry.playlist_id = wanted.value LEFT JOIN video ON video.video_id = entry.video_id
    ORDER BY entry.playlist_id, entry.idx`);
  const selectOfVideo = database.prepare(
    `SELECT DISTINCT ${columns} WHERE playlist_id IN (SELECT playlist_id FROM playlist_entry WHERE video_id = ?) ORDER BY name_order, playlist_id`,
  );
  const setActive = database.prepare('UPDATE playlist SET is_active = ? WHERE playlist_id = ?');
  const markRefreshed = database.prepare('UPDATE playlist SET refreshed_at = ? WHERE playlist_id = ?');
  const refreshedBefore = database.prepare(
    "SELECT playlist_id AS id, source_url AS address FROM playlist WHERE refreshed_at < ? AND kind = 'regular' ORDER BY refreshed_at",
  );
  const selectSubscribed = database.prepare("SELECT playlist_id FROM playlist WHERE is_subscribed = 1 AND kind = 'regular' ORDER BY name_order, playlist_id");
  const setSubscribed = database.prepare('UPDATE playlist SET is_subscribed = ? WHERE playlist_id = ?');
  const setSortOrder = database.prepare('UPDATE playlist SET sort_order = ? WHERE playlist_id = ?');
  const firstPicture = database.prepare(`
    SELECT video.thumb_file FROM playlist_entry AS entry JOIN video ON video.video_id = entry.video_id
    WHERE entry.playlist_id = ? AND video.absence IS NULL AND video.thumb_file IS NOT NULL ORDER BY entry.idx LIMIT 1`);

  function withEntries(rows: Record<string, unknown>[]): PlaylistRow[] {
    const entriesById = new Map<string, PlaylistEntryRow[]>(rows.map((row) => [row['playlist_id'] as string, []]));
    for (const entry of entries.all(JSON.stringify([...entriesById.keys()])) as Record<string, unknown>[]) {
      entriesById.get(entry['playlist_id'] as string)?.push({
        playlistId: entry['playlist_id'] as string,
        idx: entry['idx'] as number,
        videoId: entry['video_id'] as string,
        title: entry['shown_title'] as string,
        uploader: entry['uploader'] as string | null,
        isDownloaded: entry['is_downloaded'] === 1,
      });
    }
    return rows.map((row) => toPlaylistRow(row, entriesById.get(row['playlist_id'] as string) ?? []));
  }

  const sqlParameters = (query: PlaylistQuery): (string | number | null)[] => [
    query.channelId,
    query.isSubscribed === null ? null : Number(query.isSubscribed),
    query.kind,
  ];

  return {
    find(playlistId: string): PlaylistRow | null {
      const row = byId.get(playlistId) as Record<string, unknown> | undefined;
      return row ? (withEntries([row])[0] ?? null) : null;
    },
    has: (playlistId: string): boolean => byId.get(playlistId) !== undefined,
    count: (query: PlaylistQuery): number => (count.get(...sqlParameters(query)) as { n: number }).n,
    page: (query: PlaylistQuery, window: { limit: number; offset: number }): PlaylistRow[] =>
      withEntries(page.all(...sqlParameters(query), window.limit, window.offset) as Record<string, unknown>[]),
    ofVideo: (videoId: string): PlaylistRow[] => withEntries(selectOfVideo.all(videoId) as Record<string, unknown>[]),
    change: (playlistId: string, changes: { isSubscribed?: boolean; sortOrder?: 'top' | 'bottom' }): void =>
      inTransaction(database, () => {
        if (changes.isSubscribed !== undefined) setSubscribed.run(Number(changes.isSubscribed), playlistId);
        if (changes.sortOrder !== undefined) setSortOrder.run(changes.sortOrder, playlistId);
      }),
    /** Stores whether the playlist still exists at its source. */
    setActive: (playlistId: string, isActive: boolean): void => void setActive.run(Number(isActive), playlistId),
    markRefreshed: (playlistId: string): void => void markRefreshed.run(Math.floor(Date.now() / 1000), playlistId),
    /** Playlists last refreshed before this time, oldest first. */
    refreshedBefore: (unixSeconds: number) => refreshedBefore.all(unixSeconds) as { id: string; address: string | null }[],
    subscribedIds: (): string[] => (selectSubscribed.all() as { playlist_id: string }[]).map((row) => row.playlist_id),
    /** The picture of the first downloaded video that has one. */
    firstVideoPicture: (playlistId: string): string | null => (firstPicture.get(playlistId) as { thumb_file: string } | undefined)?.thumb_file ?? null,
  };
}

function toPlaylistRow(row: Record<string, unknown>, entries: PlaylistEntryRow[]): PlaylistRow {
  return {
    playlistId: row['playlist_id'] as string,
    name: row['name'] as string,
    description: row['description'] as string | null,
    channelId: row['channel_id'] as string | null,
    channelName: row['channel_name'] as string | null,
    sourceUrl: row['source_url'] as string | null,
    thumbFile: row['thumb_file'] as string | null,
    kind: row['kind'] as PlaylistRow['kind'],
    isActive: row['is_active'] === 1,
    isSubscribed: row['is_subscribed'] === 1,
    sortOrder: row['sort_order'] as PlaylistRow['sortOrder'],
    refreshedAt: row['refreshed_at'] as number,
    entries,
  };
}
