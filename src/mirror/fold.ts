// What is shown of a video: the archive's last word and, on top of it, the pending changes in their order. Called by pull
// (through apply), the mutations and flush, always inside their transaction, so that a crash leaves either both or none.
// Knows nothing of the network.
import { isSame } from '../lib/keep-identity.ts';
import { countsAsWatched, isSameMoment, leastStoredSeconds } from '../lib/watched-rule.ts';
import type { MirrorDatabase } from './database.ts';
import { foldPlaylist, readFoldedPlaylist } from './fold-entities.ts';
import type { Mutation, OutboxRow, PlaylistRow, WatchMutation, WatchState, WatchStateRow } from './rows.ts';

export type StoredOutboxRow = OutboxRow & { sequence: number };

export const untouched: WatchState = { isWatched: false, positionSeconds: null };

/** What the archive would make of one change, by docs/behaviour.md, Progress and watched. */
export function applyMutation(state: WatchState, mutation: Mutation): WatchState {
  if (!isWatchMutation(mutation)) return state;
  if (mutation.kind !== 'save-progress') return { isWatched: mutation.isWatched, positionSeconds: null };
  // A watched video never resumes, so no position of it is kept.
  if (state.isWatched) return { isWatched: true, positionSeconds: null };
  const { positionSeconds, durationSeconds = 0 } = mutation;
  if (positionSeconds <= leastStoredSeconds) return { isWatched: false, positionSeconds: null };
  if (countsAsWatched(positionSeconds, durationSeconds)) return { isWatched: true, positionSeconds: null };
  return { isWatched: false, positionSeconds };
}

export function fold(server: WatchState, mutations: readonly Mutation[]): WatchState {
  return mutations.reduce(applyMutation, server);
}

export function isWatchMutation(mutation: Mutation): mutation is WatchMutation {
  return mutation.kind === 'save-progress' || mutation.kind === 'mark-video-watched' || isWideMark(mutation);
}

/** A mark of many videos: a barrier for the changes of each. */
export function isWideMark(mutation: Mutation): mutation is Extract<Mutation, { kind: 'mark-channel-watched' | 'mark-playlist-watched' }> {
  return mutation.kind === 'mark-channel-watched' || mutation.kind === 'mark-playlist-watched';
}

/** The one video whose watch state it changes; null for all else. */
export function videoOf(mutation: Mutation): string | null {
  return mutation.kind === 'save-progress' || mutation.kind === 'mark-video-watched' ? mutation.videoId : null;
}

/** A refused change shows nothing of itself but in the sync sheet. What is gone there may still be watched here. */
export function isFolded({ state }: OutboxRow): boolean {
  return state.name !== 'parked' || state.reason === 'gone';
}

/** Whether a person waits for it: not a position between two sendings, not what needs their answer. */
function isAwaited({ state }: OutboxRow): boolean {
  return state.name === 'waiting' || state.name === 'sent';
}

/** Above this many videos reading the whole outbox is quicker than looking lanes up. */
const fewVideos = 20;

/** For every asked video the rows that concern it, marks of its channel and playlists included, in their order. */
export async function outboxOfVideos(db: MirrorDatabase, videoIds: readonly string[]): Promise<Map<string, StoredOutboxRow[]>> {
  const rowsByVideo = new Map<string, StoredOutboxRow[]>(videoIds.map((videoId) => [videoId, []]));
  if ((await db.outbox.count()) === 0) return rowsByVideo;
  const rows =
    videoIds.length > fewVideos
      ? await db.outbox.toArray()
      : [
          ...(await db.outbox
            .where('lane')
            .anyOf(videoIds.map((videoId) => `video:${videoId}`))
            .toArray()),
          ...(await db.outbox.where('lane').startsWithAnyOf('channel:', 'playlist:').toArray()),
        ];
  // Read before the loop, and without awaiting anything but the database: a transaction outlives no other wait.
  const playlistIds = rows.flatMap(({ mutation }) => (mutation.kind === 'mark-playlist-watched' ? [mutation.playlistId] : []));
  const cards = await db.videoCards.bulkGet([...videoIds]);
  const standing = await db.playlists.bulkGet(playlistIds);
  const channelIds = new Map(cards.flatMap((card) => (card ? [[card.videoId, card.channelId]] : [])));
  const playlists = new Map(standing.flatMap((playlist) => (playlist ? [[playlist.playlistId, playlist]] : [])));
  for (const row of rows.sort((left, right) => left.sequence - right.sequence)) {
    for (const videoId of concerned(row, videoIds, channelIds, (playlistId) => membersBefore(row, rows, playlists.get(playlistId)))) {
      rowsByVideo.get(videoId)?.push(row);
    }
  }
  return rowsByVideo;
}

function concerned(
  { mutation }: OutboxRow,
  asked: readonly string[],
  channelIds: ReadonlyMap<string, string>,
  membersOf: (playlistId: string) => string[],
): readonly string[] {
  switch (mutation.kind) {
    case 'mark-video-watched':
    case 'save-progress':
      return [mutation.videoId];
    case 'mark-channel-watched':
      return asked.filter((videoId) => channelIds.get(videoId) === mutation.channelId);
    case 'mark-playlist-watched':
      return membersOf(mutation.playlistId);
    default:
      return [];
  }
}

/** Who was in the playlist when the mark of it was made, changes included that wait themselves. */
export function membersBefore(mark: StoredOutboxRow, rows: readonly StoredOutboxRow[], playlist: PlaylistRow | undefined): string[] {
  const folded = foldPlaylist(
    playlist,
    rows.filter((row) => row.lane === mark.lane && row.sequence < mark.sequence),
  );
  return folded ? archivedOf(folded) : [];
}

/** Entries that are not in the archive have nothing to be marked. */
function archivedOf({ entries }: PlaylistRow): string[] {
  return entries.filter((entry) => entry.isDownloaded).map((entry) => entry.videoId);
}

/** The videos that a change is about, as far as this device knows them. */
export async function videosConcerned(db: MirrorDatabase, { mutation, sequence }: Pick<OutboxRow, 'mutation' | 'sequence'>): Promise<string[]> {
  switch (mutation.kind) {
    case 'mark-video-watched':
    case 'save-progress':
    // A mark of the playlist may wait behind it.
    case 'change-membership':
      return [mutation.videoId];
    case 'mark-channel-watched':
      return db.videoCards.where('[channelId+publishedAt]').between([mutation.channelId, ''], [mutation.channelId, '\uffff']).primaryKeys();
    case 'mark-playlist-watched':
      return videosOfPlaylist(db, mutation.playlistId, sequence);
    default:
      return [];
  }
}

async function videosOfPlaylist(db: MirrorDatabase, playlistId: string, beforeSequence: number | undefined): Promise<string[]> {
  const playlist = await readFoldedPlaylist(db, playlistId, beforeSequence);
  return playlist ? archivedOf(playlist) : [];
}

/** What else changes in a row beside the fold. */
export type WatchStateChange = Partial<
  Pick<WatchStateRow, 'server' | 'localPositionAtMs' | 'ownSeconds' | 'alternativeSeconds' | 'alternativeFrom' | 'confirmedAtMs'>
>;

/** Folds the videos again. Writes only rows that change; creates a missing one where there is something to say of it. */
export async function refold(db: MirrorDatabase, videoIds: readonly string[], changeOf: (videoId: string) => WatchStateChange = () => ({})): Promise<void> {
  const distinct = [...new Set(videoIds)];
  const standing = await db.watchStates.bulkGet(distinct);
  const rowsByVideo = await outboxOfVideos(db, distinct);
  const changed: WatchStateRow[] = [];
  for (const [index, videoId] of distinct.entries()) {
    const before = standing[index];
    const change = changeOf(videoId);
    if (!before && Object.keys(change).length === 0) continue;
    const row: WatchStateRow = { ...(before ?? unknownOf(videoId)), ...change };
    const rows = rowsByVideo.get(videoId) ?? [];
    if (ground(row) === row.server && row.ownSeconds !== undefined) delete row.ownSeconds;
    row.shown = fold(
      ground(row),
      rows.filter(isFolded).map(({ mutation }) => mutation),
    );
    row.waiting = rows.some(isAwaited) ? 1 : 0;
    if (!isSame(before, row)) changed.push(row);
  }
  if (changed.length > 0) await db.watchStates.bulkPut(changed);
}

/** What changes are folded on: the archive's last word, or this device's own place right beside it. */
export function ground({ server, ownSeconds = null }: Pick<WatchStateRow, 'server' | 'ownSeconds'>): WatchState {
  const isOwnShown = ownSeconds !== null && !server.isWatched && server.positionSeconds !== null && isSameMoment(server.positionSeconds, ownSeconds);
  return isOwnShown ? { isWatched: false, positionSeconds: ownSeconds } : server;
}

function unknownOf(videoId: string): WatchStateRow {
  return { videoId, server: untouched, shown: untouched, waiting: 0, localPositionAtMs: null, alternativeSeconds: null };
}

/** Server truth has come in: kept as it is, with what is pending folded on top (rebase on pull). */
export async function applyServerWatchStates(db: MirrorDatabase, entries: { videoId: string; server: WatchState }[]): Promise<void> {
  const serverById = new Map(entries.map(({ videoId, server }) => [videoId, server]));
  await refold(db, [...serverById.keys()], (videoId) => ({ server: serverById.get(videoId) ?? untouched }));
}
