// What is shown of channels, playlists and settings: the archive's last word and, on top of it, the pending changes in
// their order. Folded when it is read: these are few and small, so that nothing has to be kept in step with the outbox
// (docs/decisions/204). Called by the queries, the mutations and sync. Pure but for the readers at the end.
import type { PromiseExtended } from 'dexie';
import type { WireUserConfig } from '../contract/names.ts';
import type { MirrorDatabase } from './database.ts';
import { playlistLane } from './lanes.ts';
import { foldEntity, type MutationKinds } from './mutation-kinds.ts';
import type { ChannelRow, OutboxRow, PlaylistRow } from './rows.ts';

type Stored = OutboxRow & { sequence: number };

export function foldChannel(kinds: MutationKinds, channel: ChannelRow, rows: readonly OutboxRow[]): ChannelRow {
  return { ...channel, isSubscribed: foldSubscription(kinds, channel.isSubscribed, channel.channelId, rows) };
}

export function foldSubscription(kinds: MutationKinds, isSubscribed: boolean, channelId: string, rows: readonly OutboxRow[]): boolean {
  return foldEntity(kinds, 'channel', channelId, { isSubscribed }, rows).isSubscribed;
}

export function foldConfig(kinds: MutationKinds, config: WireUserConfig, rows: readonly OutboxRow[]): WireUserConfig {
  return foldEntity(kinds, 'config', '', config, rows);
}

/** Null for what neither the archive nor a pending creation knows. */
export function foldPlaylist(kinds: MutationKinds, playlistId: string, archived: PlaylistRow | undefined, rows: readonly OutboxRow[]): PlaylistRow | null {
  return foldEntity(kinds, 'playlist', playlistId, archived ?? null, rows);
}

/** Whether something of it waits to be sent. */
export function isAnyWaiting(rows: readonly OutboxRow[]): boolean {
  return rows.some(({ state }) => state.name === 'waiting' || state.name === 'sent');
}

/** Above this many lanes reading the whole outbox is quicker than looking them up. */
const fewLanes = 20;

/**
 * The rows of each lane, in their order. Inside a transaction over the outbox. Chained, not awaited, like all that follows: an
 * async function within another one within a transaction loses it.
 */
export function rowsOfLanes(db: MirrorDatabase, lanes: readonly string[]): PromiseExtended<Map<string, Stored[]>> {
  const isFew = lanes.length <= fewLanes;
  const read = isFew
    ? db.outbox
        .where('lane')
        .anyOf([...lanes])
        .toArray()
    : db.outbox.toArray();
  return read.then((rows) => {
    const byLane = new Map<string, Stored[]>(lanes.map((lane) => [lane, []]));
    for (const row of rows.sort((left, right) => left.sequence - right.sequence)) byLane.get(row.lane)?.push(row);
    return byLane;
  });
}

/** Inside a transaction over the outbox and the playlists; `beforeSequence`: as it was before that change. */
export function readFoldedPlaylist(db: MirrorDatabase, playlistId: string, beforeSequence = Infinity): PromiseExtended<PlaylistRow | null> {
  const lane = playlistLane(playlistId);
  return rowsOfLanes(db, [lane]).then((rows) =>
    db.playlists.get(playlistId).then((server) =>
      foldPlaylist(
        db.kinds,
        playlistId,
        server,
        (rows.get(lane) ?? []).filter((row) => row.sequence < beforeSequence),
      ),
    ),
  );
}
