import type { ArchiveStats, BiggestChannel, BiggestOrder } from '../mirror/archive-stats.ts';
import type { Mirror } from '../mirror/database.ts';
import { readDocument } from './documents.ts';
import type { Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';
import { resourceStore } from './resource-store.ts';
import type { View } from './views.ts';

export type { BiggestOrder, DownloadDay, VideoTotals, WatchTotals } from '../mirror/archive-stats.ts';

/** A row of one of the three tables of biggest channels. */
export interface BiggestChannelView extends BiggestChannel {
  thumbUrl: string | null;
}

export interface ArchiveStatsView extends Omit<ArchiveStats, 'biggest'> {
  biggest: Record<BiggestOrder, BiggestChannelView[]>;
}

/** The archive's last statistics about itself. */
export function useArchiveStats(): View<ArchiveStatsView> {
  return useStore(archiveStatsStore(useMirror()));
}

const key = 'page:stats';

export function archiveStatsStore(mirror: Mirror): Store<View<ArchiveStatsView>> {
  const { db } = mirror;
  return resourceStore(mirror, {
    key,
    rank: 0,
    tables: [db.documents, db.channels],
    get: () => readDocument(db, key),
    show: (document) => withMirroredNames(mirror, document.value),
  });
}

/** The archive rebuilds the names in the tables from a lower-case copy (docs/behaviour.md, Stats). Mirrored channels have the real name. */
async function withMirroredNames({ db }: Mirror, stats: ArchiveStats): Promise<ArchiveStatsView> {
  const ids = [...new Set(Object.values(stats.biggest).flatMap((channels) => channels.map(({ channelId }) => channelId)))];
  const rows = await db.channels.bulkGet(ids);
  const rowsById = new Map(ids.map((id, index) => [id, rows[index]]));
  const withNames = (channels: BiggestChannel[]): BiggestChannelView[] =>
    channels.map((channel) => {
      const row = rowsById.get(channel.channelId);
      return { ...channel, name: row?.name ?? channel.name, thumbUrl: row?.thumbUrl ?? null };
    });
  const { doc_count, duration, media_size } = stats.biggest;
  return { ...stats, biggest: { doc_count: withNames(doc_count), duration: withNames(duration), media_size: withNames(media_size) } };
}
