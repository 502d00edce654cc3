// Reads the dashboard's numbers. Triggers keep the totals of videos up to date (migrations.ts, createTotals), so that no number needs a
// scan of all videos.
import type { Database } from '../database/transaction.ts';

/** Totals of several videos: their number, bytes and seconds. */
export interface VideoTotal {
  items: number;
  size: number;
  duration: number;
}

export interface ChannelTotal extends VideoTotal {
  channelId: string;
  name: string;
}

/** The history covers today and the seven days before. */
const historyDays = 8;
const maxChannels = 10;

export function createStats(database: Database, now: () => number = () => Math.floor(Date.now() / 1000)) {
  const sums = 'coalesce(sum(items), 0) AS items, coalesce(sum(media_size), 0) AS size, coalesce(sum(duration), 0) AS duration';
  const groups = database.prepare(
    `SELECT kind, is_active AS isActive, is_watched AS isWatched, ${sums} FROM video_total WHERE items > 0 GROUP BY kind, is_active, is_watched`,
  );
  const channels = database.prepare('SELECT is_active AS isActive, is_subscribed AS isSubscribed, count(*) AS items FROM channel GROUP BY 1, 2');
  const playlists = database.prepare('SELECT is_active AS isActive, is_subscribed AS isSubscribed, count(*) AS items FROM playlist GROUP BY 1, 2');
  const downloads = database.prepare('SELECT status, kind, count(*) AS items FROM download GROUP BY status, kind');
  const days = database.prepare(
    "SELECT day, items, media_size AS size FROM download_day WHERE items > 0 AND day > date(?, 'unixepoch', 'localtime', ?) ORDER BY day DESC",
  );
  const prepareBiggest = (order: string) =>
    database.prepare(`
      SELECT channel_id AS channelId, coalesce(channel.name, channel_id) AS name, ${sums} FROM video_total LEFT JOIN channel USING (channel_id)
      WHERE items > 0 GROUP BY channel_id ORDER BY ${order} DESC, channel_id LIMIT ${maxChannels}`);
  const biggestBy = { doc_count: prepareBiggest('items'), duration: prepareBiggest('duration'), media_size: prepareBiggest('size') };

  return {
    videos: () => groups.all() as unknown as (VideoTotal & { kind: 'videos' | 'streams' | 'shorts'; isActive: 0 | 1; isWatched: 0 | 1 })[],
    channels: () => channels.all() as unknown as FlaggedCount[],
    playlists: () => playlists.all() as unknown as FlaggedCount[],
    downloads: () => downloads.all() as unknown as { status: 'pending' | 'ignore'; kind: string; items: number }[],
    /** Days on which videos that still exist were downloaded, in the server's time zone, newest first. */
    history: () => days.all(now(), `-${historyDays} days`) as unknown as { day: string; items: number; size: number }[],
    biggestChannels: (order: keyof typeof biggestBy) => biggestBy[order].all() as unknown as ChannelTotal[],
  };
}

export interface FlaggedCount {
  isActive: 0 | 1;
  isSubscribed: 0 | 1;
  items: number;
}
