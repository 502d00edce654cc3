// Sends a mark of all videos of a channel or a playlist. The mark may be sent days after it was made, and concerns the videos that were
// known then (docs/decisions/215). If no video was added since, one call marks all of them; otherwise each known video needs a call. The
// reads can take longer than a claim lasts, so each answer renews the claim.
import { ageMs } from '../../lib/clock.ts';
import type { WireVideo } from '../../contract/names.ts';
import { ok, type Result } from '../../lib/result.ts';
import { keepClaim, renewClaim } from '../../mirror/sending-claim.ts';
import { applyServerWatchStates, refold, refoldAfter, findConcernedVideos, type WatchStateChange } from '../../mirror/fold.ts';
import { toWatchState } from '../../mirror/from-wire.ts';
import { countConfirmation } from '../../mirror/request-order.ts';
import { newRow, withOutbox, withVideoTables } from '../../mirror/outbox.ts';
import type { WatchState } from '../../mirror/rows.ts';
import type { MarkVideoWatched } from '../../mutations/kinds/mark-video-watched.ts';
import { knownIdsOf, markedState, type KnownMembers } from '../../mutations/kinds/watch-state.ts';
import type { ApiError } from '../../network/api-error.ts';
import { decideMark } from '../conflict.ts';
import { recordSent } from '../record-sent.ts';
import {
  handleFailedRead,
  handleFailedWrite,
  assertMaySend,
  done,
  isOutcomeUnknown,
  markSent,
  broadcastSettled,
  type RowOutcome,
  type SendPorts,
} from '../row-outcome.ts';
import { listAll, readList, type VideoList, type WideRow } from './read-member-list.ts';
import { fetchAndStoreState, recordState, requestMark, sendAndRecord } from './watch-state.ts';

/** A mark that waited no longer than this was made on a screen that the archive had just filled. */
const recentMs = 60_000;

/** @param memberFilter the archive's filter for the videos of the channel or playlist */
export async function sendWideMark(ports: SendPorts, row: WideRow, id: string, memberFilter: string): Promise<RowOutcome> {
  const { isWatched, known } = row.mutation;
  if (known || isOutcomeUnknown(row)) {
    const unmarkedList = await readList(ports, row, `${memberFilter}&watch=${isWatched ? 'unwatched' : 'watched'}`);
    if (!unmarkedList.ok) return handleFailedRead(ports, row, unmarkedList.error);
    if (isOutcomeUnknown(row) && (await isApplied(ports, row, unmarkedList.value))) return recordState(ports, row, markedState(isWatched), { to: 'drop' });
    const hasGrown = known ? await checkGrowth(ports, row, known, unmarkedList.value, memberFilter) : ok(false);
    if (!hasGrown.ok) return handleFailedRead(ports, row, hasGrown.error);
    if (known && hasGrown.value) return sendToKnown(ports, row, known, memberFilter);
  }
  const outcome = await sendAndRecord(ports, row, { to: 'send' }, () => requestMark(ports, id, isWatched, row.idempotencyKey));
  // The embedded server does nothing if the call already took effect, but another device may have changed some of the videos since.
  if (outcome.kind === 'done' && isOutcomeUnknown(row) && ports.api.namesUser()) await storeUnmarked(ports, row, memberFilter);
  return outcome;
}

/** Stores the states of videos that the archive has in the state opposite to the mark. If the read fails, the next list corrects them. */
async function storeUnmarked(ports: SendPorts, row: WideRow, memberFilter: string): Promise<void> {
  const { db } = ports.mirror;
  const unmarkedVideos = await listAll(ports, row, `${memberFilter}&watch=${row.mutation.isWatched ? 'unwatched' : 'watched'}`);
  if (!unmarkedVideos.ok) return;
  await withVideoTables(db, async () => {
    const concernedIds = new Set(await findConcernedVideos(db, row));
    const concernedVideos = [...unmarkedVideos.value.byId].filter(([videoId]) => concernedIds.has(videoId));
    await applyServerWatchStates(
      db,
      concernedVideos.map(([videoId, video]) => ({ videoId, server: toWatchState(video) })),
    );
  });
}

/**
 * Whether the mark was applied and need not be sent again: no video is left in the state opposite to the mark and, for a mark as unwatched,
 * this device knows of no remaining position. Sending the mark again is safe, except for videos that another device has marked since.
 */
async function isApplied({ mirror: { db } }: SendPorts, row: WideRow, unmarkedList: VideoList): Promise<boolean> {
  if (unmarkedList.count > 0) return false;
  if (row.mutation.isWatched) return true;
  const states = await db.watchStates.bulkGet(await findConcernedVideos(db, row));
  return states.every((state) => (state?.server.positionSeconds ?? null) === null);
}

/** Resolves to whether videos may have been added to the channel or playlist since the mark was made. */
async function checkGrowth(
  ports: SendPorts,
  row: WideRow,
  { count }: KnownMembers,
  unmarkedList: VideoList,
  memberFilter: string,
): Promise<Result<boolean, ApiError>> {
  const knownIds = new Set(knownIdsOf(row.mutation));
  if (unmarkedList.count <= unmarkedList.videos.length && unmarkedList.videos.every((video) => knownIds.has(video.youtube_id))) return ok(false);
  if (count === null) {
    return ok(ageMs(ports.mirror.clock, row.createdAtMs) >= recentMs);
  }
  const members = await readList(ports, row, memberFilter);
  return members.ok ? ok(members.value.count > count) : members;
}

/**
 * Marks each known video by the rules for a mark of one video. Reads from the archive which videos still need the mark, so that a later
 * pass continues where an interrupted one ended.
 */
async function sendToKnown(ports: SendPorts, row: WideRow, known: KnownMembers, memberFilter: string): Promise<RowOutcome> {
  const { mirror, signal } = ports;
  const { isWatched } = row.mutation;
  const unmarkedVideos = await listAll(ports, row, `${memberFilter}&watch=${isWatched ? 'unwatched' : 'watched'}`);
  if (!unmarkedVideos.ok) return handleFailedRead(ports, row, unmarkedVideos.error);
  const { byId, isIncomplete } = unmarkedVideos.value;
  if (signal.aborted) return { kind: 'stop', reason: 'aborted' };
  if (!(await markSent(ports, row))) return done;
  if (!isIncomplete) await storeMarked(ports, row, byId);
  const likeIds = new Set(known.like);
  const storedStates = await mirror.db.watchStates.bulkGet(known.like);
  const serverStates = new Map(storedStates.flatMap((state) => (state ? [[state.videoId, state.server]] : [])));
  // A mark as unwatched also forgets the positions of videos already unwatched.
  const hasPosition = (videoId: string): boolean => !isWatched && (serverStates.get(videoId)?.positionSeconds ?? null) !== null;
  // If the list may lack videos, every known video is read, and only those that still need the mark are marked.
  const idsToMark = [...known.unlike, ...known.like].filter((videoId) => isIncomplete || byId.has(videoId) || hasPosition(videoId));
  const undecidedVideos: { videoId: string; base: WatchState }[] = [];
  let currentRow: WideRow = row;
  for (const videoId of idsToMark) {
    if (signal.aborted) return { kind: 'stop', reason: 'aborted' };
    const state = await fetchAndStoreState(ports, videoId);
    await keepClaim(mirror, ports.epoch);
    if (!state.ok && state.error.kind === 'not-found') continue;
    if (!state.ok) return handleFailedRead(ports, currentRow, state.error);
    const base = likeIds.has(videoId) ? { isWatched, positionSeconds: serverStates.get(videoId)?.positionSeconds ?? null } : markedState(!isWatched);
    const decision = decideMark({ isWatched, base, present: state.value });
    if (decision.to === 'ask') undecidedVideos.push({ videoId, base });
    if (decision.to !== 'send') continue;
    if (currentRow !== row) await assertMaySend(ports);
    // Each call has a key of its own.
    const answer = await requestMark(ports, videoId, isWatched, mirror.newKey());
    if (!answer.ok && answer.error.kind !== 'not-found') {
      return currentRow === row ? handleFailedWrite(ports, row, answer.error) : handleFailedRead(ports, currentRow, answer.error);
    }
    currentRow = { ...row, state: { name: 'sent' } };
    if (answer.ok && !(await storeState(ports, row, videoId, answer.value))) return done;
  }
  const knownIds = new Set(knownIdsOf(row.mutation));
  return completeMark(ports, row, undecidedVideos, [...byId.keys()].filter((videoId) => !knownIds.has(videoId)).length);
}

/**
 * Stores the known videos that the archive already has in the wanted state: another device, or a call whose answer was lost, marked them.
 *
 * @param unmarkedById the videos in the state opposite to the mark, by id
 */
async function storeMarked({ mirror, api, epoch, signal }: SendPorts, { mutation }: WideRow, unmarkedById: ReadonlyMap<string, WireVideo>): Promise<void> {
  const { db } = mirror;
  const server = markedState(mutation.isWatched);
  const states = await db.watchStates.bulkGet((knownIdsOf(mutation) ?? []).filter((videoId) => !unmarkedById.has(videoId)));
  let outdatedIds = states.flatMap((state) => (state && state.server.isWatched !== server.isWatched ? [state.videoId] : []));
  if (outdatedIds.length === 0) return;
  if (mutation.kind === 'mark-playlist-watched') {
    // The list also lacks videos that were removed from the playlist, whatever their state. If this read fails, a later list corrects them.
    const playlist = await api.getPlaylist(mutation.playlistId, signal);
    await keepClaim(mirror, epoch);
    if (signal.aborted) return;
    const memberIds = playlist.ok && new Set(playlist.value.playlist_entries.map((entry) => entry.youtube_id));
    outdatedIds = outdatedIds.filter((videoId) => !memberIds || memberIds.has(videoId));
  }
  await withOutbox(db, async () => {
    const change: WatchStateChange = { server, ownSeconds: null, asOf: await countConfirmation(db) };
    await refold(db, outdatedIds, () => change);
  });
}

/** Resolves to false if the row was changed or discarded meanwhile. */
async function storeState({ mirror, epoch, readPositions }: SendPorts, row: WideRow, videoId: string, server: WatchState): Promise<boolean> {
  const { db, clock } = mirror;
  readPositions.delete(videoId);
  return withOutbox(db, async () => {
    await renewClaim(mirror, epoch);
    const change: WatchStateChange = { server, ownSeconds: null, confirmedAtMs: clock.now(), asOf: await countConfirmation(db) };
    await refold(db, [videoId], () => change);
    return (await db.outbox.get(row.sequence))?.revision === row.revision;
  });
}

/** Deletes the row. For videos changed elsewhere meanwhile, the user decides, as for a mark of one video. */
async function completeMark(ports: SendPorts, row: WideRow, undecidedVideos: { videoId: string; base: WatchState }[], leftCount: number): Promise<RowOutcome> {
  const { mirror, epoch } = ports;
  const { db, clock } = mirror;
  const { isWatched } = row.mutation;
  const skippedFields = leftCount > 0 ? { leftCount } : {};
  const askState = { name: 'parked', reason: 'ask', message: '' } as const;
  const cards = await db.videoCards.bulkGet(undecidedVideos.map(({ videoId }) => videoId));
  const undecidedRows = undecidedVideos.map(({ videoId, base }, index) => {
    const mutation: MarkVideoWatched = { kind: 'mark-video-watched', videoId, isWatched };
    const singleRow = newRow(mirror, { mutation, subject: cards[index]?.title ?? row.subject }, base, clock.now());
    return { ...singleRow, createdAtMs: row.createdAtMs, state: askState };
  });
  const isEnded = await withOutbox(db, async () => {
    await renewClaim(mirror, epoch);
    let isSameRevision = false;
    await refoldAfter(db, [row], async () => {
      isSameRevision = (await db.outbox.get(row.sequence))?.revision === row.revision;
      if (!isSameRevision) return;
      await db.outbox.delete(row.sequence);
      await recordSent(mirror, row, 'sent', skippedFields);
      await db.outbox.bulkAdd(undecidedRows);
    });
    return isSameRevision;
  });
  if (!isEnded) return done;
  broadcastSettled(db, row, { name: 'sent', ...skippedFields });
  for (const undecidedRow of undecidedRows) broadcastSettled(db, undecidedRow, askState);
  return done;
}
