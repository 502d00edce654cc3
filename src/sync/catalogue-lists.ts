// The lists of a catalogue walk: their order, the keys by which a list's total and missing items are requested, and the items on this device
// that a list lacks. Reads only; the steps of the walk are in catalogue-walk.ts.
import type { Table } from 'dexie';
import type { CatalogueWalk, WalkedList } from '../mirror/catalogue-state.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { channelLane, playlistLane } from '../mirror/lanes.ts';
import { isTemporaryPlaylistId } from '../mirror/playlist-ids.ts';
import { channelFactsKey, channelKey, playlistKey, videoKey } from '../mirror/resource-keys.ts';
import type { Lane } from '../mirror/rows.ts';

/** At most this many missing items are requested per list; the next walk finds the rest. */
const maxMissing = 1_000;

/** Sorts after every publication date. */
const maxPublishedAt = '\uffff';

/** The key by which an item missing from a list is requested. */
export function missingItemKey({ list }: CatalogueWalk, id: string): string {
  return list.of === 'videos' ? videoKey(id) : list.of === 'channels' ? channelKey(id) : playlistKey(id);
}

/** The key of a channel's total, if the channel's list is longer than the archive serves. */
export function totalKeyOf(walk: CatalogueWalk): string | null {
  const channelId = channelOf(walk);
  return walk.isFromEnd && channelId !== null ? channelFactsKey(channelId) : null;
}

export function channelOf({ list }: CatalogueWalk): string | null {
  return list.of === 'videos' ? list.channelId : null;
}

/** Resolves to null after the last list. */
export async function listAfter(db: MirrorDatabase, walk: CatalogueWalk): Promise<WalkedList | null> {
  const { list, isByChannel } = walk;
  if (list.of === 'videos' && !isByChannel) return { of: 'channels' };
  if (list.of === 'channels') return { of: 'playlists' };
  if (!isByChannel) return null;
  const channelId = await findNextChannel(db, channelOf(walk) ?? '');
  return channelId === null ? null : { of: 'videos', channelId };
}

/** Finds the next channel by id, including channels that the archive no longer lists, so that their videos are requested. */
async function findNextChannel(db: MirrorDatabase, channelId: string): Promise<string | null> {
  const [storedId] = await db.channels.where('channelId').above(channelId).limit(1).primaryKeys();
  const card = await db.videoCards.where('[channelId+publishedAt]').above([channelId, maxPublishedAt]).first();
  const ids = [storedId, card?.channelId].filter((id) => id !== undefined).sort();
  return ids[0] ?? null;
}

/** Ids on this device that the list does not contain, except those with pending changes. */
export async function findMissingIds(db: MirrorDatabase, { list }: CatalogueWalk, seenIds: ReadonlySet<string>): Promise<string[]> {
  const unseenIds = (await readKnownIds(db, list)).filter((id) => !seenIds.has(id));
  if (unseenIds.length === 0) return [];
  const pendingLanes = new Set((await db.outbox.orderBy('lane').uniqueKeys()) as Lane[]);
  const laneOf = (id: string): Lane => (list.of === 'videos' ? `video:${id}` : list.of === 'channels' ? channelLane(id) : playlistLane(id));
  return unseenIds.filter((id) => !pendingLanes.has(laneOf(id))).slice(0, maxMissing);
}

async function readKnownIds(db: MirrorDatabase, list: WalkedList): Promise<string[]> {
  if (list.of === 'channels') return idsOf(db.channels);
  if (list.of === 'playlists') return (await idsOf(db.playlists)).filter((id) => !isTemporaryPlaylistId(id));
  if (list.channelId === null) return idsOf(db.videoCards);
  return db.videoCards.where('[channelId+publishedAt]').between([list.channelId, ''], [list.channelId, maxPublishedAt]).primaryKeys();
}

function idsOf(table: Pick<Table<unknown, string>, 'toCollection'>): PromiseLike<string[]> {
  return table.toCollection().primaryKeys();
}
