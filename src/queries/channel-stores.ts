// The channel queries beneath the hooks.
import type { PromiseExtended } from 'dexie';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { shownChannel } from '../mirror/fold-entities.ts';
import { channelLane } from '../mirror/lanes.ts';
import { channelListFilters, listKey } from '../mirror/list-keys.ts';
import { channelFactsKey, channelKey } from '../mirror/resource-keys.ts';
import type { ChannelFactsRow, ChannelRow } from '../mirror/rows.ts';
import { failureOfConnection } from './connection-store.ts';
import { devicePages } from './device-pages.ts';
import type { Store } from './live-store.ts';
import { readPageSize } from './page-size.ts';
import { viewStore, type Found } from './view-store.ts';
import type { ChannelAbout, ChannelListQuery, ChannelPage, ChannelView, View } from './views.ts';

/** An archive has hundreds of channels at most; a bound all the same, so that no stand-in list reads without end. */
const lookedAt = 1000;

export function channelListStore(mirror: Mirror, query: ChannelListQuery): Store<View<ChannelPage>> {
  const filters = channelListFilters(query);
  return viewStore(mirror, { id: `channels?${filters}&page=${query.page}`, rank: 0, find: () => findChannelPage(mirror, query, filters) });
}

async function findChannelPage(mirror: Mirror, query: ChannelListQuery, filters: string): Promise<Found<ChannelPage>> {
  const { db } = mirror;
  const stored = await db.transaction('r', [db.documents, db.listPages, db.channels, db.folded, db.wanted], async () => {
    const pageSize = await readPageSize(db);
    const key = listKey({ endpoint: 'channels', filters, pageSize, page: query.page });
    const [page, wish] = await Promise.all([db.listPages.get(key), db.wanted.get(key)]);
    const channels =
      page &&
      (await withPending(
        db,
        (await db.channels.bulkGet(page.ids)).filter((row) => row !== undefined),
      ));
    const data = page && channels ? { paginate: page.paginate, channels, isFromDevice: false } : null;
    return { pageSize, found: { key, data, fetchedAtMs: page?.fetchedAtMs ?? null, wish: wish ?? null } };
  });
  if (stored.found.data) return stored.found;
  const connection = await mirror.registry.connection.get('connection');
  if (stored.found.wish?.state !== 'failed' && failureOfConnection(connection?.value ?? null) === null) return stored.found;
  return db.transaction('r', [db.documents, db.channels, db.folded], async () => {
    const from = (Math.max(1, query.page) - 1) * stored.pageSize;
    const rows = await withPending(db, await db.channels.orderBy('name').limit(lookedAt).toArray());
    const matching = rows
      .filter((row) => !query.filter || row.isSubscribed === (query.filter === 'subscribed'))
      .sort((left, right) => left.name.localeCompare(right.name));
    const channels = matching.slice(from, from + stored.pageSize);
    const paginate = devicePages({ total: matching.length, isMore: false, page: query.page, pageSize: stored.pageSize });
    const lastSync = await db.documents.get('last-sync');
    return channels.length === 0 ? stored.found : { ...stored.found, data: { paginate, channels, isFromDevice: true }, copiedAtMs: lastSync?.fetchedAtMs ?? 0 };
  });
}

/** In a stored list a channel stays where it is when its subscription changes: the archive's order is the list's. */
function withPending(db: MirrorDatabase, channels: ChannelRow[]): PromiseExtended<ChannelView[]> {
  return db.folded
    .bulkGet(channels.map((channel) => channelLane(channel.channelId)))
    .then((folded) => channels.map((channel, index) => ({ ...shownChannel(channel, folded[index]), isWaiting: folded[index] !== undefined })));
}

export function channelStore(mirror: Mirror, channelId: string): Store<View<ChannelAbout>> {
  const { db } = mirror;
  const key = channelKey(channelId);
  const find = (): Promise<Found<ChannelAbout>> =>
    db.transaction('r', [db.channels, db.folded, db.wanted], async () => {
      const [row, wish] = await Promise.all([db.channels.get(channelId), db.wanted.get(key)]);
      const [channel] = await withPending(db, row ? [row] : []);
      const data = channel ? { ...channel, overwrites: channel.overwrites ?? noOverwrites } : null;
      return { key, data, fetchedAtMs: row?.fetchedAtMs ?? null, wish: wish ?? null };
    });
  return viewStore(mirror, { id: key, rank: 0, find });
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
  const { db } = mirror;
  const key = channelFactsKey(channelId);
  const find = (): Promise<Found<ChannelFactsRow>> =>
    db.transaction('r', [db.channelFacts, db.wanted], async () => {
      const [row, wish] = await Promise.all([db.channelFacts.get(channelId), db.wanted.get(key)]);
      return { key, data: row ?? null, fetchedAtMs: row?.fetchedAtMs ?? null, wish: wish ?? null };
    });
  return viewStore(mirror, { id: key, rank: 0, find });
}
