// The channel queries beneath the hooks.
import type { Mirror } from '../mirror/database.ts';
import { channelListFilters, listKey } from '../mirror/list-keys.ts';
import { channelFactsKey, channelKey } from '../mirror/resource-keys.ts';
import type { ChannelFactsRow, ChannelRow } from '../mirror/rows.ts';
import { failureOfConnection } from './connection-store.ts';
import type { Store } from './live-store.ts';
import { readPageSize } from './page-size.ts';
import { viewStore, type Found } from './view-store.ts';
import type { ChannelListQuery, ChannelPage, View } from './views.ts';

/** An archive has hundreds of channels at most; a bound all the same, so that no stand-in list reads without end. */
const lookedAt = 1000;

export function channelListStore(mirror: Mirror, query: ChannelListQuery): Store<View<ChannelPage>> {
  const filters = channelListFilters(query);
  return viewStore(mirror, { id: `channels?${filters}&page=${query.page}`, rank: 0, find: () => findChannelPage(mirror, query, filters) });
}

async function findChannelPage(mirror: Mirror, query: ChannelListQuery, filters: string): Promise<Found<ChannelPage>> {
  const { db } = mirror;
  const stored = await db.transaction('r', [db.documents, db.listPages, db.channels, db.wanted], async () => {
    const pageSize = await readPageSize(db);
    const key = listKey({ endpoint: 'channels', filters, pageSize, page: query.page });
    const [page, wish] = await Promise.all([db.listPages.get(key), db.wanted.get(key)]);
    const channels = page && (await db.channels.bulkGet(page.ids)).filter((row) => row !== undefined);
    const data = page && channels ? { paginate: page.paginate, channels, isFromDevice: false } : null;
    return { pageSize, found: { key, data, fetchedAtMs: page?.fetchedAtMs ?? null, wish: wish ?? null } };
  });
  if (stored.found.data) return stored.found;
  const connection = await mirror.registry.connection.get('connection');
  if (stored.found.wish?.state !== 'failed' && failureOfConnection(connection?.value ?? null) === null) return stored.found;
  return db.transaction('r', [db.documents, db.channels], async () => {
    const from = (Math.max(1, query.page) - 1) * stored.pageSize;
    const rows = await db.channels.orderBy('name').limit(lookedAt).toArray();
    const channels = rows
      .filter((row) => !query.filter || row.isSubscribed === (query.filter === 'subscribed'))
      .sort((left, right) => left.name.localeCompare(right.name))
      .slice(from, from + stored.pageSize);
    const lastSync = await db.documents.get('last-sync');
    return channels.length === 0
      ? stored.found
      : { ...stored.found, data: { paginate: null, channels, isFromDevice: true }, copiedAtMs: lastSync?.fetchedAtMs ?? 0 };
  });
}

export function channelStore(mirror: Mirror, channelId: string): Store<View<ChannelRow>> {
  const { db } = mirror;
  const key = channelKey(channelId);
  const find = (): Promise<Found<ChannelRow>> =>
    db.transaction('r', [db.channels, db.wanted], async () => {
      const [row, wish] = await Promise.all([db.channels.get(channelId), db.wanted.get(key)]);
      return { key, data: row ?? null, fetchedAtMs: row?.fetchedAtMs ?? null, wish: wish ?? null };
    });
  return viewStore(mirror, { id: key, rank: 0, find });
}

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
