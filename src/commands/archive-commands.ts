// Changes to the archive itself that cannot wait: deleting, reindexing, overwrites. A separate chunk, loaded by commands.ts. Each command
// makes one change, and resolves after the effect of the change is stored on this device.
import type { WireChannelOverwrites } from '../contract/names.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import { applyChannel } from '../mirror/apply.ts';
import type { Mirror } from '../mirror/database.ts';
import { playlistLane, queueLane } from '../mirror/lanes.ts';
import { forgetChannel, forgetPlaylist, forgetVideo } from '../mirror/forget.ts';
import { readRequestTime, countConfirmation } from '../mirror/request-order.ts';
import { dropRows } from '../mirror/drop-rows.ts';
import { isReplaceable, withOutbox } from '../mirror/outbox.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';
import { isTemporaryPlaylistId, resolvePlaylistId } from '../mirror/playlist-ids.ts';
import { channelKey } from '../mirror/resource-keys.ts';
import { refreshAllLiveKeys } from '../mirror/refresh-requests.ts';
import type { OutboxRow } from '../mirror/rows.ts';
import type { ChangeMembership } from '../mutations/kinds/change-membership.ts';
import type { IgnoreVideo } from '../mutations/kinds/ignore-video.ts';
import type { Answer, ArchiveApi, CommandApi, ReadApi, ReindexIds, SessionApi, WriteApi } from '../network/archive-api.ts';
import { createCommandApi } from '../network/command-api.ts';
import { createReadApi } from '../network/read-api.ts';
import { createWriteApi } from '../network/write-api.ts';
import type { CommandFailure, ReindexTarget } from './command-failure.ts';
import { commandFailureOf } from './failure-of.ts';

export interface ArchiveContext {
  mirror: Mirror;
  /** Called with the videos that a command has deleted from the archive, so that their saved copies are deleted too. */
  onDeleted?: (videoIds: readonly string[]) => void;
  api: CommandApi & Pick<ReadApi, 'getChannel' | 'getPlaylist'> & Pick<WriteApi, 'changeCustomPlaylist'> & Pick<SessionApi, 'ping'>;
}

/** The open account, with the archive calls that the commands make. */
export function archiveContext(mirror: Mirror, api: ArchiveApi, onDeleted?: ArchiveContext['onDeleted']): ArchiveContext {
  const { getChannel, getPlaylist } = createReadApi(api);
  const { changeCustomPlaylist } = createWriteApi(api);
  return { mirror, ...(onDeleted ? { onDeleted } : {}), api: { ...createCommandApi(api), getChannel, getPlaylist, changeCustomPlaylist, ping: api.ping } };
}

type CommandResult = Promise<Result<void, CommandFailure>>;

/**
 * How long a stored ignore change waits before flush may send it: longer than a deletion's request may take (src/network/command-api.ts).
 */
const ignoreDelayMs = 150_000;

/** With `andIgnore`, the change that ignores the video is stored before the deletion is sent, so that a killed tab does not lose it. */
export async function deleteVideo(context: ArchiveContext, videoId: string, { andIgnore }: { andIgnore: boolean }): CommandResult {
  const { mirror, api } = context;
  let isRetry = false;
  if (andIgnore) {
    const title = (await mirror.db.videoCards.get(videoId))?.title;
    const mutation: IgnoreVideo = { kind: 'ignore-video', videoId, isOnceDeleted: true };
    const { replaced } = await appendEntityChange<IgnoreVideo>(mirror, { mutation, subject: title ?? videoId, dueInMs: ignoreDelayMs });
    isRetry = replaced.length > 0;
  } else {
    await cancelPendingIgnore(mirror, videoId);
  }
  const deletion = await deletionResult(context, api.deleteVideo(videoId, mirror.newKey()));
  if (!deletion.ok) {
    // After these failures the archive has deleted nothing. After any other failure, or on a retry, the video may have been deleted; the
    // ignore change then stays, and flush checks whether the video is gone.
    if (!isRetry && ['forbidden', 'signed-out', 'refused'].includes(deletion.error.kind)) await cancelPendingIgnore(mirror, videoId);
    return deletion;
  }
  await forgetVideo(mirror, videoId, async (title) => {
    if (andIgnore) await appendEntityChange<IgnoreVideo>(mirror, { mutation: { kind: 'ignore-video', videoId }, subject: title ?? videoId });
  });
  context.onDeleted?.([videoId]);
  return refreshViews(mirror);
}

function cancelPendingIgnore({ db }: Mirror, videoId: string): Promise<void> {
  return withOutbox(db, async () => {
    const rows = await db.outbox.where('lane').equals(queueLane).toArray();
    await dropRows(
      db,
      rows.filter((row) => {
        const { kind, videoId: ignoredId, isOnceDeleted } = row.mutation as IgnoreVideo;
        return kind === 'ignore-video' && ignoredId === videoId && isOnceDeleted && isReplaceable(row);
      }),
    );
  });
}

export async function deleteChannel(context: ArchiveContext, channelId: string): CommandResult {
  const { mirror, api } = context;
  const deletion = await deletionResult(context, api.deleteChannel(channelId, mirror.newKey()));
  if (!deletion.ok) return deletion;
  const videoIds = await forgetChannel(mirror, channelId);
  context.onDeleted?.(videoIds);
  return refreshViews(mirror);
}

export async function deletePlaylist(context: ArchiveContext, requestedId: string, { withVideos }: { withVideos: boolean }): CommandResult {
  const { mirror, api } = context;
  if (await cancelCreation(mirror, requestedId)) return ok(undefined);
  const playlistId = await resolvePlaylistId(mirror.db, requestedId);
  // The playlist is being created, and its id is not known yet.
  if (isTemporaryPlaylistId(playlistId)) return failed({ kind: 'away' });
  const removals = withVideos ? await waitingRemovals(mirror, playlistId) : [];
  const removal = await deletionResult(context, sendRemovals(context, playlistId, removals));
  if (!removal.ok) return removal;
  const deletion = await deletionResult(context, api.deletePlaylist(playlistId, withVideos, mirror.newKey()));
  if (!deletion.ok) return deletion;
  const keptIds = removals.map(({ mutation }) => mutation.videoId);
  const videoIds = await forgetPlaylist(mirror, playlistId, { withVideos, keptIds });
  context.onDeleted?.(videoIds);
  return refreshViews(mirror);
}

type RemovalRow = OutboxRow & { mutation: ChangeMembership };

/** The removals from the playlist that the archive may not have yet. The playlist is already shown without these videos. */
async function waitingRemovals({ db }: Mirror, playlistId: string): Promise<RemovalRow[]> {
  const rows = (await db.outbox.where('lane').equals(playlistLane(playlistId)).toArray()) as RemovalRow[];
  return rows.filter(({ mutation, state }) => mutation.kind === 'change-membership' && !mutation.isMember && state.name !== 'parked');
}

/**
 * Sends the removals before the playlist is deleted with its videos, because the archive would delete the removed videos too. The rows stay in
 * the outbox: if the deletion fails, their sender finds that the archive has the removals.
 */
async function sendRemovals({ api }: ArchiveContext, playlistId: string, removals: readonly RemovalRow[]): Answer<void> {
  if (removals.length === 0) return ok(undefined);
  // Present servers treat the removal of a missing entry as an action on the last entry.
  const playlist = await api.getPlaylist(playlistId);
  if (!playlist.ok) return playlist;
  const listedIds = new Set(playlist.value.playlist_entries.map((entry) => entry.youtube_id));
  for (const { mutation, idempotencyKey } of removals) {
    if (!listedIds.has(mutation.videoId)) continue;
    const answer = await api.changeCustomPlaylist(playlistId, { action: 'remove', video_id: mutation.videoId }, idempotencyKey);
    if (!answer.ok && answer.error.kind !== 'not-found') return answer;
  }
  return ok(undefined);
}

/** A playlist unknown to the archive is deleted by dropping all its changes. */
function cancelCreation({ db }: Mirror, playlistId: string): Promise<boolean> {
  return withOutbox(db, async () => {
    const rows = await db.outbox.where('lane').equals(playlistLane(playlistId)).toArray();
    const creation = rows.find(({ mutation }) => db.kinds.of(mutation)?.isCreation === true);
    if (!creation || !isReplaceable(creation)) return false;
    await dropRows(db, rows);
    return true;
  });
}

/** The archive starts a task; a notification reports its end. */
export function reindex(context: ArchiveContext, target: ReindexTarget, options: { withVideos: boolean } = { withVideos: false }): CommandResult {
  const ids = Object.fromEntries(Object.entries(target).map(([type, id]) => [type, [id]])) as unknown as ReindexIds;
  return commandResult(context, context.api.startReindex(ids, options.withVideos, context.mirror.newKey()));
}

export async function setChannelOverwrite(context: ArchiveContext, channelId: string, overwrite: Partial<WireChannelOverwrites>): CommandResult {
  const { mirror, api } = context;
  const result = await commandResult(context, api.setChannelOverwrites(channelId, overwrite, mirror.newKey()));
  if (!result.ok) return result;
  // The answer echoes the request, not the state (docs/behaviour.md, Channels).
  const { db } = mirror;
  await db.transaction('rw', db.documents, () => countConfirmation(db));
  const requestTime = await readRequestTime(mirror);
  const channel = await api.getChannel(channelId);
  if (channel.ok) await applyChannel(db, channelKey(channelId), channel.value, requestTime);
  else await storeOverwrite(mirror, channelId, overwrite);
  return result;
}

function storeOverwrite({ db }: Mirror, channelId: string, overwrite: Partial<WireChannelOverwrites>): Promise<void> {
  return db.transaction('rw', db.channels, db.documents, async () => {
    const channel = await db.channels.get(channelId);
    if (!channel) return;
    const overwrites = { ...noOverwrites, ...channel.overwrites, ...overwrite };
    await db.channels.put({ ...channel, overwrites, asOf: await countConfirmation(db) });
  });
}

const noOverwrites: WireChannelOverwrites = {
  download_format: null,
  autodelete_days: null,
  index_playlists: null,
  integrate_sponsorblock: null,
  subscriptions_channel_size: null,
  subscriptions_live_channel_size: null,
  subscriptions_shorts_channel_size: null,
};

/** Refreshes the lists on screen, because the items below the deleted ones have moved up. */
async function refreshViews(mirror: Mirror): CommandResult {
  await refreshAllLiveKeys(mirror);
  return ok(undefined);
}

/** A 404 counts as success, because an earlier request whose answer was lost, or another device, has deleted the item. */
async function deletionResult(context: ArchiveContext, answer: Answer<void>): CommandResult {
  const result = await commandResult(context, answer);
  return !result.ok && result.error.kind === 'not-found' ? ok(undefined) : result;
}

async function commandResult(context: ArchiveContext, answer: Answer<void>): CommandResult {
  const result = await answer;
  return result.ok ? result : failed(await commandFailureOf(context.api, result.error));
}
