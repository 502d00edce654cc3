// The shown state: the archive's last state with the pending changes applied in order. This file folds videos, fold-entities.ts everything
// else. Called by pull (through apply), the mutations and flush, always inside their transaction, so that a crash leaves both a write and
// its fold, or neither. Knows nothing of the network.
import { isDeepEqual } from '../lib/keep-identity.ts';
import { isSameMoment } from '../lib/watched-rule.ts';
import type { MirrorDatabase } from './database.ts';
import { refoldEntities } from './fold-entities.ts';
import { playlistLane } from './lanes.ts';
import { concernOf, foldEntity, type Concern, type MutationKinds } from './mutation-kinds.ts';
import type { Mutation, OutboxRow, PlaylistRow, WatchState, WatchStateRow } from './rows.ts';

export type StoredOutboxRow = OutboxRow & { sequence: number };

export const unwatchedState: WatchState = { isWatched: false, positionSeconds: null };

export function foldWatchState(kinds: MutationKinds, archivedState: WatchState, mutations: readonly Mutation[]): WatchState {
  return mutations.reduce((state, mutation) => kinds.of(mutation)?.watch?.apply(state, mutation) ?? state, archivedState);
}

/**
 * Parked changes are not folded: they show in the sync sheet only. Changes parked as `gone` are an exception: a video that the archive no
 * longer has may still be watched here.
 */
export function isFolded({ state }: OutboxRow): boolean {
  return state.name !== 'parked' || state.reason === 'gone';
}

/** Whether the row counts as waiting to sync. Deferred positions and changes that need the user's decision do not. */
function countsAsWaiting({ state }: OutboxRow): boolean {
  return state.name === 'waiting' || state.name === 'sent';
}

/** For more videos than this, reading the whole outbox is faster than looking up lanes. */
const maxLaneLookups = 20;

/** For each given video, the rows that concern it, including marks of its channel and playlists, in order of sequence. */
export async function outboxRowsByVideo(db: MirrorDatabase, videoIds: readonly string[]): Promise<Map<string, StoredOutboxRow[]>> {
  const rowsByVideo = new Map<string, StoredOutboxRow[]>(videoIds.map((videoId) => [videoId, []]));
  if ((await db.outbox.count()) === 0) return rowsByVideo;
  const lanes = videoIds.map((videoId) => `video:${videoId}`);
  const [cards, ...storedRows] = await Promise.all([
    db.videoCards.bulkGet([...videoIds]),
    ...(videoIds.length > maxLaneLookups
      ? [db.outbox.toArray()]
      : [db.outbox.where('lane').anyOf(lanes).toArray(), db.outbox.where('lane').startsWithAnyOf('channel:', 'playlist:').toArray()]),
  ]);
  const rows = storedRows.flat();
  const concerns = new Map(rows.map((row) => [row, concernOf(db.kinds, row.mutation)]));
  const playlistIds = [...concerns.values()].flatMap((concern) => (concern?.of === 'playlist' ? [concern.playlistId] : []));
  const storedPlaylists = playlistIds.length === 0 ? [] : await db.playlists.bulkGet(playlistIds);
  const channelIds = new Map(cards.flatMap((card) => (card ? [[card.videoId, card.channelId]] : [])));
  const playlists = new Map(storedPlaylists.flatMap((playlist) => (playlist ? [[playlist.playlistId, playlist]] : [])));
  for (const row of rows.sort((left, right) => left.sequence - right.sequence)) {
    const membersOf = (playlistId: string): string[] => membersBefore(db.kinds, row, playlistId, rows, playlists.get(playlistId));
    for (const videoId of filterConcerned(concerns.get(row) ?? null, videoIds, channelIds, membersOf)) rowsByVideo.get(videoId)?.push(row);
  }
  return rowsByVideo;
}

function filterConcerned(
  concern: Concern | null,
  videoIds: readonly string[],
  channelIds: ReadonlyMap<string, string>,
  membersOf: (playlistId: string) => string[],
): readonly string[] {
  if (!concern) return [];
  if (concern.of === 'video') return [concern.videoId];
  const members = concern.of === 'channel' ? videoIds.filter((videoId) => channelIds.get(videoId) === concern.channelId) : membersOf(concern.playlistId);
  // Videos that were added after the mark are not concerned, because the user had not seen them.
  const knownIds = concern.knownIds && new Set(concern.knownIds);
  return knownIds ? members.filter((videoId) => knownIds.has(videoId)) : members;
}

/** The playlist's members when the mark was made, pending changes included. */
export function membersBefore(
  kinds: MutationKinds,
  mark: StoredOutboxRow,
  playlistId: string,
  rows: readonly StoredOutboxRow[],
  playlist: PlaylistRow | undefined,
): string[] {
  const earlierRows = rows.filter((row) => row.lane === mark.lane && row.sequence < mark.sequence);
  const folded = foldEntity(kinds, 'playlist', playlistId, playlist ?? null, earlierRows);
  return folded ? archivedIds(folded) : [];
}

/** Ids of the entries that are in the archive; other entries cannot be marked. */
function archivedIds({ entries }: PlaylistRow): string[] {
  return entries.filter((entry) => entry.isDownloaded).map((entry) => entry.videoId);
}

/**
 * The videos on this device that a change concerns, including videos added to the channel since, and videos for which it alters the effect
 * of another change.
 */
export async function findConcernedVideos(db: MirrorDatabase, { mutation, sequence }: Pick<OutboxRow, 'mutation' | 'sequence'>): Promise<string[]> {
  const concern = concernOf(db.kinds, mutation);
  switch (concern?.of) {
    case 'channel':
      return db.videoCards.where('[channelId+publishedAt]').between([concern.channelId, ''], [concern.channelId, '\uffff']).primaryKeys();
    case 'playlist':
      return videosOfPlaylist(db, concern.playlistId, sequence);
    default:
      return namedVideos(db.kinds, mutation) ?? [];
  }
}

/** Like `findConcernedVideos`, for a change that names its videos; null if a database lookup is needed. */
function namedVideos(kinds: MutationKinds, mutation: Mutation): string[] | null {
  const concern = concernOf(kinds, mutation);
  if (concern === null) return kinds.of(mutation)?.refolds?.(mutation) ?? [];
  return concern.of === 'video' ? [concern.videoId] : null;
}

async function videosOfPlaylist(db: MirrorDatabase, playlistId: string, beforeSequence = Infinity): Promise<string[]> {
  const laneRows = await db.outbox.where('lane').equals(playlistLane(playlistId)).sortBy('sequence');
  const earlierRows = laneRows.filter((row) => row.sequence < beforeSequence);
  const playlist = foldEntity(db.kinds, 'playlist', playlistId, (await db.playlists.get(playlistId)) ?? null, earlierRows);
  return playlist ? archivedIds(playlist) : [];
}

type ConcernedRow = Pick<OutboxRow, 'mutation' | 'lane' | 'sequence'>;

/**
 * Runs `work`, which changes or deletes these rows, and refolds everything that they concern. The videos are looked up first, because
 * `work` may delete the rows that determine a mark's videos. Call inside a transaction over `foldTables`.
 */
export async function refoldAfter(db: MirrorDatabase, rows: readonly ConcernedRow[], work: () => PromiseLike<unknown>): Promise<void> {
  const videoIds: string[] = [];
  // Awaits only where a database lookup is needed, because Dexie loses the transaction after a few hundred other awaits in a row.
  for (const row of rows) videoIds.push(...(namedVideos(db.kinds, row.mutation) ?? (await findConcernedVideos(db, row))));
  await work();
  await refold(db, videoIds);
  await refoldEntities(
    db,
    rows.map((row) => row.lane),
  );
}

/** Tables that a fold reads and writes. A video's pending changes include those of its channel and playlists. */
export const foldTables = (db: MirrorDatabase) => [db.outbox, db.watchStates, db.videoCards, db.playlists, db.channels, db.downloads, db.documents, db.folded];

/** Fields to change along with the fold. */
export type WatchStateChange = Partial<
  Pick<WatchStateRow, 'server' | 'localPositionAtMs' | 'ownSeconds' | 'alternativeSeconds' | 'alternativeFrom' | 'confirmedAtMs' | 'asOf'>
>;

/** Refolds the videos. Writes only rows that change; creates a missing row if there is something to store. */
export async function refold(db: MirrorDatabase, videoIds: readonly string[], changeOf: (videoId: string) => WatchStateChange = () => ({})): Promise<void> {
  const distinctIds = [...new Set(videoIds)];
  const [existingRows, rowsByVideo] = await Promise.all([db.watchStates.bulkGet(distinctIds), outboxRowsByVideo(db, distinctIds)]);
  const changedRows: WatchStateRow[] = [];
  for (const [index, videoId] of distinctIds.entries()) {
    const existingRow = existingRows[index];
    const change = changeOf(videoId);
    if (!existingRow && Object.keys(change).length === 0) continue;
    const row: WatchStateRow = { ...(existingRow ?? emptyWatchRow(videoId)), ...change };
    const rows = rowsByVideo.get(videoId) ?? [];
    if (baseStateOf(row) === row.server && row.ownSeconds !== undefined) delete row.ownSeconds;
    row.shown = foldWatchState(
      db.kinds,
      baseStateOf(row),
      rows.filter(isFolded).map(({ mutation }) => mutation),
    );
    row.waiting = rows.some(countsAsWaiting) ? 1 : 0;
    if (!isDeepEqual(existingRow, row)) changedRows.push(row);
  }
  if (changedRows.length > 0) await db.watchStates.bulkPut(changedRows);
}

/** The base state for pending changes: the archive's last state, but with this device's position if both count as the same moment. */
export function baseStateOf({ server, ownSeconds = null }: Pick<WatchStateRow, 'server' | 'ownSeconds'>): WatchState {
  const isOwnShown = ownSeconds !== null && !server.isWatched && server.positionSeconds !== null && isSameMoment(server.positionSeconds, ownSeconds);
  return isOwnShown ? { isWatched: false, positionSeconds: ownSeconds } : server;
}

function emptyWatchRow(videoId: string): WatchStateRow {
  return { videoId, server: unwatchedState, shown: unwatchedState, waiting: 0, localPositionAtMs: null, alternativeSeconds: null };
}

/** Stores the archive's state as it is and folds the pending changes on top (rebase on pull). */
export async function applyServerWatchStates(db: MirrorDatabase, entries: { videoId: string; server: WatchState }[]): Promise<void> {
  const serverById = new Map(entries.map(({ videoId, server }) => [videoId, server]));
  await refold(db, [...serverById.keys()], (videoId) => ({ server: serverById.get(videoId) ?? unwatchedState }));
}
