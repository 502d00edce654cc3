// The shown state of channels, playlists, the archive's download queue and the settings: the archive's last state with the pending changes
// applied in order. A transaction that writes the archive's state or a pending change also recomputes the shown state, as for watch states
// (docs/decisions/204). Readers fetch the folded row along with the archive's row and need not know the outbox or the kinds of changes.
import type { EntityTable, PromiseExtended, Table } from 'dexie';
import { isDeepEqual } from '../lib/keep-identity.ts';
import { isEntityLane, playlistLane } from './lanes.ts';
import { foldEntity, type MutationKinds } from './mutation-kinds.ts';
import type { AccountDocument, ChannelRow, DownloadRow, Entities, FoldedRow, Lane, Mutation, OutboxRow, PlaylistRow, ShownEntity } from './rows.ts';

type Stored = OutboxRow & { sequence: number };

/** The tables of a mirror that an entity's fold reads and writes. */
export interface EntityTables extends ArchivedTables {
  kinds: MutationKinds;
  outbox: Table<Stored, number, OutboxRow>;
  folded: EntityTable<FoldedRow, 'lane'>;
}

interface ArchivedTables {
  channels: EntityTable<ChannelRow, 'channelId'>;
  playlists: EntityTable<PlaylistRow, 'playlistId'>;
  downloads: EntityTable<DownloadRow, 'videoId'>;
  documents: Table<AccountDocument, AccountDocument['key']>;
}

/**
 * To be called after changes of these lanes were added or removed, inside a transaction over `EntityTables`. Skips lanes without an entity.
 */
export async function refoldEntities(tables: EntityTables, lanes: readonly Lane[]): Promise<void> {
  const entityLanes = [...new Set(lanes.filter(isEntityLane))];
  if (entityLanes.length === 0) return;
  const rows = await tables.outbox.where('lane').anyOf(entityLanes).toArray();
  const existingRows = await tables.folded.bulkGet(entityLanes);
  for (const [index, lane] of entityLanes.entries()) {
    const pendingRows = rows.filter((row) => row.lane === lane && row.state.name !== 'parked').sort((left, right) => left.sequence - right.sequence);
    const existingRow = existingRows[index];
    if (pendingRows.length === 0) {
      if (existingRow) await tables.folded.delete(lane);
      continue;
    }
    const shown = await foldLane(tables, pendingRows);
    const newRow: FoldedRow = { lane, ...(shown ? { shown } : {}) };
    if (!isDeepEqual(existingRow, newRow)) await tables.folded.put(newRow);
  }
}

/** To be called after the archive's own rows of these lanes were written or deleted: applies the pending changes to these rows again. */
export async function refoldPending(tables: EntityTables, lanes: readonly Lane[]): Promise<void> {
  if ((await tables.folded.count()) === 0) return;
  await refoldEntities(
    tables,
    await tables.folded
      .where('lane')
      .anyOf([...lanes])
      .primaryKeys(),
  );
}

async function foldLane(tables: EntityTables, pendingRows: readonly Stored[]): Promise<ShownEntity | undefined> {
  for (const { mutation } of pendingRows) {
    const rules = tables.kinds.of(mutation)?.entity;
    if (!rules) continue;
    const id = rules.id(mutation);
    const archivedEntity = await readArchived(tables, rules.of, id);
    // A video contains a copy of its channel and shows the channel's pending changes, even if the channel itself was never fetched.
    const base: ShownEntity | undefined = archivedEntity ?? (rules.of === 'channel' ? { of: rules.of, entity: { isSubscribed: false } } : undefined);
    return base && applyPending(tables.kinds, base, id, pendingRows);
  }
  return undefined;
}

function applyPending(kinds: MutationKinds, { of, entity }: ShownEntity, id: string, rows: readonly OutboxRow[]): ShownEntity {
  return { of, entity: foldEntity(kinds, of, id, entity, rows) } as ShownEntity;
}

/** The archive's last state; undefined for a channel or settings that were never fetched. */
async function readArchived(tables: ArchivedTables, of: keyof Entities, id: string): Promise<ShownEntity | undefined> {
  switch (of) {
    case 'channel': {
      const channel = await tables.channels.get(id);
      return channel && { of, entity: { isSubscribed: channel.isSubscribed } };
    }
    case 'playlist':
      return { of, entity: (await tables.playlists.get(id)) ?? null };
    case 'download':
      return { of, entity: await tables.downloads.get(id) };
    case 'config': {
      const config = await tables.documents.get('user-config');
      return config?.key === 'user-config' ? { of, entity: config.value } : undefined;
    }
  }
}

/** Whether a change would alter nothing after the changes of `pendingRows`, so that it need not be sent. */
export async function isRedundant(tables: EntityTables, mutation: Mutation, pendingRows: readonly Stored[]): Promise<boolean> {
  const rules = tables.kinds.of(mutation)?.entity;
  if (!rules?.isNoOp) return false;
  const id = rules.id(mutation);
  const archivedEntity = await readArchived(tables, rules.of, id);
  return archivedEntity !== undefined && (rules.isNoOp as IsNoOp)(applyPending(tables.kinds, archivedEntity, id, pendingRows).entity, mutation);
}

type IsNoOp = (entity: ShownEntity['entity'], mutation: Mutation) => boolean;

/** The shown state of an entity; undefined for a channel or settings that are unknown. Call inside a transaction over `EntityTables`. */
export async function readShown(tables: EntityTables, of: keyof Entities, id: string, lane: Lane): Promise<ShownEntity | undefined> {
  const shown = (await tables.folded.get(lane))?.shown;
  return shown?.of === of ? shown : readArchived(tables, of, id);
}

/** The entity as shown. @param folded the entity's row in the `folded` table */
export function shownOf<Name extends keyof Entities>(of: Name, archivedEntity: Entities[Name], folded: FoldedRow | undefined): Entities[Name] {
  return folded?.shown?.of === of ? (folded.shown.entity as Entities[Name]) : archivedEntity;
}

/** A channel's row with its pending changes applied. */
export function shownChannel<Channel extends Entities['channel']>(channel: Channel, folded: FoldedRow | undefined): Channel {
  const { isSubscribed } = shownOf('channel', channel, folded);
  return isSubscribed === channel.isSubscribed ? channel : { ...channel, isSubscribed };
}

/** Call inside a transaction over playlists and folded. Chains promises instead of awaiting them, to keep the caller's transaction. */
export function readShownPlaylist(
  { playlists, folded: foldedTable }: Pick<EntityTables, 'playlists' | 'folded'>,
  playlistId: string,
): PromiseExtended<PlaylistRow | null> {
  return foldedTable
    .get(playlistLane(playlistId))
    .then((row) => playlists.get(playlistId).then((archivedEntity) => shownOf('playlist', archivedEntity ?? null, row)));
}
