// The stores behind the hooks of channels.ts.
import type { PromiseExtended } from 'dexie';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { shownChannel } from '../mirror/fold-entities.ts';
import { channelLane } from '../mirror/lanes.ts';
import { channelListFilters } from '../mirror/list-filters.ts';
import { channelFactsKey, channelKey } from '../mirror/resource-keys.ts';
import type { ChannelFactsRow, ChannelRow } from '../mirror/rows.ts';
import { listStore, type ListKind } from './list-store.ts';
import type { Store } from './live-store.ts';
import { resourceStore } from './resource-store.ts';
import type { ChannelAbout, ChannelListQuery, ChannelPage, ChannelView, View } from './views.ts';

/** Limit for a list built on the device. An archive lists at most this many channels; few archives have more than a few hundred. */
const maxScanned = 10_000;

const channelList: ListKind<ChannelListQuery, ChannelView, ChannelPage> = {
  endpoint: 'channels',
  filters: channelListFilters,
  stored: {
    tables: (db) => [db.channels, db.folded],
    // A channel keeps its place when its subscription changes, because the list is in the archive's order.
    read: (db, { ids, paginate }) => readChannels(db, ids).then((items) => ({ paginate, items })),
  },
  device: {
    tables: (db) => [db.channels, db.folded],
    async read(db, { filter }, from, pageSize) {
      const rows = await withPending(db, await db.channels.orderBy('name').limit(maxScanned).toArray());
      const matchingRows = rows
        .filter((row) => !filter || row.isSubscribed === (filter === 'subscribed'))
        .sort((left, right) => left.name.localeCompare(right.name));
      const items = matchingRows.slice(from, from + pageSize);
      return items.length === 0 ? null : { items, total: matchingRows.length, isMore: false };
    },
  },
  page: ({ paginate, items: channels }, isFromDevice) => ({ paginate, channels, isFromDevice }),
};

export function channelListStore(mirror: Mirror, query: ChannelListQuery): Store<View<ChannelPage>> {
  return listStore(mirror, channelList, query);
}

/** The channels in the order of the ids; ids without a row are left out. Call it in a transaction over channels and folded. */
export function readChannels(db: MirrorDatabase, channelIds: readonly string[]): PromiseExtended<ChannelView[]> {
  return db.channels.bulkGet([...channelIds]).then((rows) =>
    withPending(
      db,
      rows.filter((row) => row !== undefined),
    ),
  );
}

function withPending(db: MirrorDatabase, channels: ChannelRow[]): PromiseExtended<ChannelView[]> {
  return db.folded
    .bulkGet(channels.map((channel) => channelLane(channel.channelId)))
    .then((folded) => channels.map((channel, index) => ({ ...shownChannel(channel, folded[index]), isWaiting: folded[index] !== undefined })));
}

export function channelStore(mirror: Mirror, channelId: string): Store<View<ChannelAbout>> {
  const { db } = mirror;
  return resourceStore(mirror, {
    key: channelKey(channelId),
    rank: 0,
    tables: [db.channels, db.folded],
    get: () => db.channels.get(channelId),
    async show(row) {
      const [channel] = await withPending(db, [row]);
      return channel ? { ...channel, overwrites: channel.overwrites ?? noOverwrites } : null;
    },
  });
}

const noOverwrites: ChannelAbout['overwrites'] = {
  download_format: null,
  autodelete_days: null,
  index_playlists: null,
  integrate_sponsorblock: null,
  subscriptions_channel_size: null,
  subscriptions_live_channel_size: null,
  subscriptions_shorts_channel_size: null,
};

export function channelFactsStore(mirror: Mirror, channelId: string): Store<View<ChannelFactsRow>> {
  const { channelFacts } = mirror.db;
  return resourceStore(mirror, {
    key: channelFactsKey(channelId),
    rank: 0,
    tables: [channelFacts],
    get: () => channelFacts.get(channelId),
    show: (row) => row,
  });
}
