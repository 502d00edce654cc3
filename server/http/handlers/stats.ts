// Returns the dashboard's numbers as the contract defines them: zero counts are null, except doc_count (docs/behaviour.md, Stats).
import type { FlaggedCount, VideoTotal } from '../../archive/stats.ts';
import { success } from '../answer.ts';
import type { HandlerGroup } from '../call.ts';
import { durationText } from '../documents/durations.ts';

export const statsHandlers: HandlerGroup = ({ archive: { stats } }) => ({
  getVideoStats() {
    const groups = stats.videos();
    const sumWhere = (matches: (group: (typeof groups)[number]) => boolean) => videoTotals(sumOf(groups.filter(matches)));
    return success({
      ...totals(sumOf(groups)),
      type_videos: sumWhere(({ kind }) => kind === 'videos'),
      type_shorts: sumWhere(({ kind }) => kind === 'shorts'),
      type_streams: sumWhere(({ kind }) => kind === 'streams'),
      active_true: sumWhere(({ isActive }) => isActive === 1),
      active_false: sumWhere(({ isActive }) => isActive === 0),
    });
  },

  getChannelStats: () => success(flaggedCounts(stats.channels())),
  getPlaylistStats: () => success(flaggedCounts(stats.playlists())),

  getDownloadStats() {
    const groups = stats.downloads();
    const count = (status: string, kind?: string): number | null =>
      orNull(groups.filter((group) => group.status === status && (kind === undefined || group.kind === kind)).reduce((sum, { items }) => sum + items, 0));
    return success({
      pending: count('pending'),
      ignore: count('ignore'),
      pending_videos: count('pending', 'videos'),
      pending_shorts: count('pending', 'shorts'),
      pending_streams: count('pending', 'streams'),
    });
  },

  getWatchStats() {
    const groups = stats.videos();
    const total = sumOf(groups);
    const part = (isWatched: 0 | 1) => {
      const { items, duration } = sumOf(groups.filter((group) => group.isWatched === isWatched));
      if (items === 0) return null;
      return { duration, duration_str: durationText(duration), progress: total.duration === 0 ? 0 : duration / total.duration, items };
    };
    return success({
      total: { duration: total.duration, duration_str: durationText(total.duration), items: total.items },
      unwatched: part(0),
      watched: part(1),
    });
  },

  getDownloadHistory() {
    const days = new Map(stats.history().map((row) => [row.day, row]));
    const [newestDay] = days.keys();
    const oldestDay = [...days.keys()].at(-1);
    const history: { date: string; count: number; media_size: number }[] = [];
    if (newestDay !== undefined && oldestDay !== undefined) {
      for (let day = newestDay; day >= oldestDay; day = dayBefore(day))
        history.push({ date: day, count: days.get(day)?.items ?? 0, media_size: days.get(day)?.size ?? 0 });
    }
    return success(history);
  },

  listBiggestChannels(call) {
    const order = (call.query['order'] as 'doc_count' | 'duration' | 'media_size' | undefined) ?? 'doc_count';
    return success(stats.biggestChannels(order).map((row) => ({ id: row.channelId, name: row.name, ...totals(row) })));
  },
});

function sumOf(groups: VideoTotal[]): VideoTotal {
  const sum = { items: 0, size: 0, duration: 0 };
  for (const { items, size, duration } of groups) {
    sum.items += items;
    sum.size += size;
    sum.duration += duration;
  }
  return sum;
}

function totals({ items, size, duration }: VideoTotal) {
  return { doc_count: items, media_size: size, duration, duration_str: durationText(duration) };
}

function videoTotals(total: VideoTotal) {
  return total.items === 0 ? null : totals(total);
}

function flaggedCounts(groups: FlaggedCount[]) {
  const count = (matches: (group: FlaggedCount) => boolean): number | null => orNull(groups.filter(matches).reduce((sum, { items }) => sum + items, 0));
  return {
    doc_count: groups.reduce((sum, { items }) => sum + items, 0),
    active_true: count(({ isActive }) => isActive === 1),
    active_false: count(({ isActive }) => isActive === 0),
    subscribed_true: count(({ isSubscribed }) => isSubscribed === 1),
    subscribed_false: count(({ isSubscribed }) => isSubscribed === 0),
  };
}

function orNull(count: number): number | null {
  return count === 0 ? null : count;
}

/** @param day `YYYY-MM-DD` */
function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
