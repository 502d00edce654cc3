// Reads and changes channels as rows, with totals computed from their videos.
import { inTransaction, type Database } from '../database/transaction.ts';

export interface ChannelRow {
  channelId: string;
  name: string;
  description: string | null;
  subscriberCount: number;
  tags: string[];
  sourceUrl: string | null;
  thumbFile: string | null;
  bannerFile: string | null;
  tvartFile: string | null;
  isActive: boolean;
  isSubscribed: boolean;
  overwrites: Record<string, unknown> | null;
  /** Unix seconds. */
  refreshedAt: number;
  /** The kinds of the channel's videos in the archive. */
  kinds: ('videos' | 'streams' | 'shorts')[];
}

export interface ChannelChanges {
  isSubscribed?: boolean;
  /** Overwrites are merged key by key: null removes an overwrite, every other value (false and 0 too) sets one. */
  overwrites?: Record<string, unknown>;
}

export function createChannels(database: Database) {
  const kinds = `(SELECT group_concat(kind) FROM (SELECT 'videos' AS kind UNION ALL SELECT 'streams' UNION ALL SELECT 'shorts') AS every
    WHERE EXISTS (SELECT 1 FROM video WHERE video.channel_id = channel.channel_id AND video.absence IS NULL AND video.kind = every.kind)) AS kinds`;
  const byIds = database.prepare(`SELECT channel.*, ${kinds} FROM json_each(?) AS wanted JOIN channel ON channel_id = wanted.value`);
  const preparePage = (filter: string) =>
    database.prepare(`SELECT channel.*, ${kinds} FROM channel ${filter} ORDER BY name_order, channel_id LIMIT ? OFFSET ?`);
  const pages = { all: preparePage(''), subscribed: preparePage('WHERE is_subscribed = 1'), unsubscribed: preparePage('WHERE is_subscribed = 0') };
  const counts = database.prepare('SELECT count(*) AS n, sum(is_subscribed) AS subscribed FROM channel');
  const totals = database.prepare(
    'SELECT count(*) AS items, coalesce(sum(media_size), 0) AS size, coalesce(sum(duration), 0) AS duration FROM video WHERE channel_id = ? AND absence IS NULL',
  );
  const videoCounts = database.prepare(
    'SELECT channel_id, count(*) AS n FROM video WHERE channel_id IN (SELECT value FROM json_each(?)) AND absence IS NULL GROUP BY channel_id',
  );
  const selectNewestPicture = database.prepare(
    'SELECT thumb_file AS file FROM video WHERE channel_id = ? AND thumb_file IS NOT NULL AND absence IS NULL ORDER BY published_at DESC LIMIT 1',
  );
  const selectPlaylist = database.prepare('SELECT 1 FROM playlist WHERE channel_id = ? LIMIT 1');
  const setActive = database.prepare('UPDATE channel SET is_active = ? WHERE channel_id = ?');
  const markRefreshed = database.prepare('UPDATE channel SET refreshed_at = ? WHERE channel_id = ?');
  const refreshedBefore = database.prepare('SELECT channel_id AS id, source_url AS address FROM channel WHERE refreshed_at < ? ORDER BY refreshed_at');
  const withoutPicture = database.prepare('SELECT channel_id FROM channel WHERE thumb_file IS NULL AND source_url IS NOT NULL ORDER BY channel_id');
  const selectSubscribed = database.prepare('SELECT channel_id FROM channel WHERE is_subscribed = 1 ORDER BY name_order, channel_id');
  const setSubscribed = database.prepare('UPDATE channel SET is_subscribed = ? WHERE channel_id = ?');
  const clearHandle = database.prepare('UPDATE channel SET handle = NULL WHERE handle = ?');
  const setHandle = database.prepare('UPDATE channel SET handle = ? WHERE channel_id = ?');
  const setOverwrites = database.prepare('UPDATE channel SET overwrites = ? WHERE channel_id = ?');

  function find(channelId: string): ChannelRow | null {
    const row = byIds.get(JSON.stringify([channelId])) as Record<string, unknown> | undefined;
    return row ? toChannelRow(row) : null;
  }

  return {
    find,
    /** A handle belongs to one channel at a time, so it is first taken from any other channel. */
    setHandle: (channelId: string, handle: string): void =>
      inTransaction(database, () => {
        clearHandle.run(handle);
        setHandle.run(handle, channelId);
      }),
    /** Changes a channel; false if there is no such channel. */
    change: (channelId: string, { isSubscribed, overwrites }: ChannelChanges): boolean =>
      inTransaction(database, () => {
        const row = find(channelId);
        if (!row) return false;
        if (isSubscribed !== undefined) setSubscribed.run(Number(isSubscribed), channelId);
        if (overwrites !== undefined && Object.keys(overwrites).length > 0) {
          const mergedOverwrites = Object.entries({ ...row.overwrites, ...overwrites }).filter(([, value]) => value !== null);
          setOverwrites.run(JSON.stringify(Object.fromEntries(mergedOverwrites)), channelId);
        }
        return true;
      }),
    read: (channelIds: string[]): Map<string, ChannelRow> =>
      new Map((byIds.all(JSON.stringify([...new Set(channelIds)])) as Record<string, unknown>[]).map(toChannelRow).map((row) => [row.channelId, row])),
    count(filter: keyof typeof pages): number {
      const { n, subscribed: subscribedCount } = counts.get() as { n: number; subscribed: number | null };
      return filter === 'all' ? n : filter === 'subscribed' ? (subscribedCount ?? 0) : n - (subscribedCount ?? 0);
    },
    page: (filter: keyof typeof pages, window: { limit: number; offset: number }): ChannelRow[] =>
      (pages[filter].all(window.limit, window.offset) as Record<string, unknown>[]).map(toChannelRow),
    totals: (channelId: string): { items: number; size: number; duration: number } =>
      totals.get(channelId) as { items: number; size: number; duration: number },
    /** The number of videos by channel; a channel without videos is not in the map. */
    videoCounts: (channelIds: readonly string[]): Map<string, number> =>
      new Map((videoCounts.all(JSON.stringify(channelIds)) as { channel_id: string; n: number }[]).map((row) => [row.channel_id, row.n])),
    /** Stores whether the channel still exists at its source. */
    setActive: (channelId: string, isActive: boolean): void => void setActive.run(Number(isActive), channelId),
    markRefreshed: (channelId: string): void => void markRefreshed.run(Math.floor(Date.now() / 1000), channelId),
    /** Channels last refreshed before this time, oldest first. */
    refreshedBefore: (unixSeconds: number) => refreshedBefore.all(unixSeconds) as { id: string; address: string | null }[],
    /** Ids of channels that have a source address but no picture. */
    idsWithoutPicture: (): string[] => (withoutPicture.all() as { channel_id: string }[]).map((row) => row.channel_id),
    subscribedIds: (): string[] => (selectSubscribed.all() as { channel_id: string }[]).map((row) => row.channel_id),
    /** The closest substitute for a missing picture: another picture of the channel, or that of its newest video; null if there is none. */
    substitutePicture({ channelId, tvartFile, bannerFile, thumbFile }: ChannelRow, missingPicture: 'thumb' | 'wide'): string | null {
      const widePicture = tvartFile ?? bannerFile;
      const newestVideoPicture = (selectNewestPicture.get(channelId) as { file: string } | undefined)?.file ?? null;
      return missingPicture === 'wide' ? (widePicture ?? thumbFile ?? newestVideoPicture) : (newestVideoPicture ?? widePicture);
    },
    hasPlaylists: (channelId: string): boolean => selectPlaylist.get(channelId) !== undefined,
  };
}

function toChannelRow(row: Record<string, unknown>): ChannelRow {
  return {
    channelId: row['channel_id'] as string,
    name: row['name'] as string,
    description: row['description'] as string | null,
    subscriberCount: row['subscriber_count'] as number,
    tags: JSON.parse(row['tags'] as string) as string[],
    sourceUrl: row['source_url'] as string | null,
    thumbFile: row['thumb_file'] as string | null,
    bannerFile: row['banner_file'] as string | null,
    tvartFile: row['tvart_file'] as string | null,
    isActive: row['is_active'] === 1,
    isSubscribed: row['is_subscribed'] === 1,
    overwrites: row['overwrites'] === null ? null : (JSON.parse(row['overwrites'] as string) as Record<string, unknown>),
    refreshedAt: row['refreshed_at'] as number,
    kinds: ((row['kinds'] as string | null) ?? '').split(',').filter(Boolean) as ChannelRow['kinds'],
  };
}
