// What is shown of channels, playlists and settings: the archive's last word and, on top of it, the pending changes in
// their order. Folded when it is read: these are few and small, so that nothing has to be kept in step with the outbox
// (docs/decisions/204). Called by the queries, the mutations and sync. Pure but for the readers at the end.
import type { PromiseExtended } from 'dexie';
import type { WireUserConfig } from '../contract/names.ts';
import type { MirrorDatabase } from './database.ts';
import type { ChannelRow, Mutation, OutboxRow, PlaylistEntry, PlaylistRow } from './rows.ts';

type Stored = OutboxRow & { sequence: number };

/** A refused change shows nothing of itself but in the sync sheet. */
function shownMutations(rows: readonly OutboxRow[]): Mutation[] {
  return rows.flatMap(({ state, mutation }) => (state.name === 'parked' ? [] : [mutation]));
}

export function foldChannel(channel: ChannelRow, rows: readonly OutboxRow[]): ChannelRow {
  return { ...channel, isSubscribed: foldSubscription(channel.isSubscribed, channel.channelId, rows) };
}

export function foldSubscription(isSubscribed: boolean, channelId: string, rows: readonly OutboxRow[]): boolean {
  return shownMutations(rows).reduce<boolean>(
    (folded, mutation) => (mutation.kind === 'subscribe-channel' && mutation.channelId === channelId ? mutation.isSubscribed : folded),
    isSubscribed,
  );
}

export function foldConfig(config: WireUserConfig, rows: readonly OutboxRow[]): WireUserConfig {
  return shownMutations(rows).reduce<WireUserConfig>(
    (folded, mutation) => (mutation.kind === 'set-config' ? { ...folded, [mutation.key]: mutation.value } : folded),
    config,
  );
}

/** Null for what neither the archive nor a pending creation knows. */
export function foldPlaylist(server: PlaylistRow | undefined, rows: readonly OutboxRow[]): PlaylistRow | null {
  return shownMutations(rows).reduce<PlaylistRow | null>(applyToPlaylist, server ?? null);
}

/** What the archive would make of one change of a playlist. */
export function applyToPlaylist(playlist: PlaylistRow | null, mutation: Mutation): PlaylistRow | null {
  if (mutation.kind === 'create-playlist') return playlist ?? emptyPlaylist(mutation.playlistId, mutation.name);
  if (!playlist) return null;
  switch (mutation.kind) {
    case 'subscribe-playlist':
      return { ...playlist, isSubscribed: mutation.isSubscribed };
    case 'sort-playlist':
      return { ...playlist, sortOrder: mutation.sortOrder };
    case 'change-membership':
      return { ...playlist, entries: withMember(playlist.entries, mutation) };
    case 'order-playlist':
      return { ...playlist, entries: numbered(inWantedOrder(playlist.entries, mutation.wanted)) };
    default:
      return playlist;
  }
}

export function emptyPlaylist(playlistId: string, name: string): PlaylistRow {
  return {
    playlistId,
    name,
    kind: 'custom',
    channelId: null,
    channelName: null,
    thumbUrl: null,
    description: null,
    isSubscribed: false,
    // As the archive has them: a custom playlist is never active.
    isActive: false,
    sortOrder: 'top',
    lastRefreshedAt: '',
    sourceUrl: null,
    entries: [],
    fetchedAtMs: 0,
  };
}

function withMember(entries: PlaylistEntry[], { videoId, isMember, title }: Extract<Mutation, { kind: 'change-membership' }>): PlaylistEntry[] {
  const isThere = entries.some((entry) => entry.videoId === videoId);
  if (isThere === isMember) return entries;
  if (!isMember) return numbered(entries.filter((entry) => entry.videoId !== videoId));
  return [...entries, { videoId, title, uploader: null, index: entries.length, isDownloaded: true }];
}

/** What the order does not name keeps its own order behind what it names. */
export function inWantedOrder<Entry extends { videoId: string }>(entries: readonly Entry[], wanted: readonly string[]): Entry[] {
  const places = new Map(wanted.map((videoId, place) => [videoId, place]));
  const placeOf = ({ videoId }: Entry): number => places.get(videoId) ?? Infinity;
  return entries.toSorted((left, right) => (placeOf(left) === placeOf(right) ? 0 : placeOf(left) - placeOf(right)));
}

function numbered(entries: PlaylistEntry[]): PlaylistEntry[] {
  return entries.map((entry, index) => (entry.index === index ? entry : { ...entry, index }));
}

/** Whether something of it waits to be sent. */
export function isAnyWaiting(rows: readonly OutboxRow[]): boolean {
  return rows.some(({ state }) => state.name === 'waiting' || state.name === 'sent');
}

export const playlistLane = (playlistId: string) => `playlist:${playlistId}` as const;
export const channelLane = (channelId: string) => `channel:${channelId}` as const;

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
        server,
        (rows.get(lane) ?? []).filter((row) => row.sequence < beforeSequence),
      ),
    ),
  );
}
