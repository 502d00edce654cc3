// What changes the archive itself and cannot wait for it: deleting, reindexing, overwrites. Called through commands.ts, as a
// part of its own. Each is one call; what it means for this device is written before its promise resolves.
import type { WireChannelOverwrites } from '../contract/names.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import { applyChannel } from '../mirror/apply.ts';
import type { Mirror } from '../mirror/database.ts';
import { playlistLane, queueLane } from '../mirror/lanes.ts';
import { forgetChannel, forgetPlaylist, forgetVideo } from '../mirror/forget.ts';
import { askedNow, confirm } from '../mirror/order.ts';
import { dropRows } from '../mirror/drop-rows.ts';
import { isUnsent, withOutbox } from '../mirror/outbox.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';
import { isTemporaryPlaylistId, resolvePlaylistId } from '../mirror/playlist-ids.ts';
import { channelKey } from '../mirror/resource-keys.ts';
import { refreshLiveKeys } from '../mirror/wanted.ts';
import type { IgnoreVideo } from '../mutations/kinds/ignore-video.ts';
import type { Answer, ArchiveApi, CommandApi, ReadApi, ReindexIds, SessionApi } from '../network/archive-api.ts';
import { createCommandApi } from '../network/command-api.ts';
import { createReadApi } from '../network/read-api.ts';
import type { CommandFailure, ReindexTarget } from './command-failure.ts';
import { failureOf } from './failure-of.ts';

export interface ArchivePlace {
  mirror: Mirror;
  /** Videos that a person here deleted at the archive: what this device keeps of them goes, too. */
  onDeleted?: (videoIds: readonly string[]) => void;
  api: CommandApi & Pick<ReadApi, 'getChannel'> & Pick<SessionApi, 'ping'>;
}

/** The account that is open, with the calls that the commands make of its archive. */
export function placeOf(mirror: Mirror, api: ArchiveApi, onDeleted?: ArchivePlace['onDeleted']): ArchivePlace {
  return { mirror, ...(onDeleted ? { onDeleted } : {}), api: { ...createCommandApi(api), getChannel: createReadApi(api).getChannel, ping: api.ping } };
}

type Done = Promise<Result<void, CommandFailure>>;

/** Longer than the request of a deletion may take (src/network/command-api.ts): until then it may still be under way. */
const deletionIsOverMs = 150_000;

/** With `andIgnore` the ignoring is noted before the deletion leaves: a tab that is killed on the way loses neither half of it. */
export async function deleteVideo(place: ArchivePlace, videoId: string, { andIgnore }: { andIgnore: boolean }): Done {
  const { mirror, api } = place;
  if (andIgnore) {
    const title = (await mirror.db.videoCards.get(videoId))?.title;
    const mutation: IgnoreVideo = { kind: 'ignore-video', videoId, isOnceDeleted: true };
    await appendEntityChange<IgnoreVideo>(mirror, { mutation, subject: title ?? videoId, dueInMs: deletionIsOverMs });
  } else {
    await dropNotedIgnore(mirror, videoId);
  }
  const deleted = await gone(place, api.deleteVideo(videoId, mirror.newKey()));
  if (!deleted.ok) {
    // After all others it may have counted: the flush asks whether the video is gone.
    if (['forbidden', 'signed-out', 'refused'].includes(deleted.error.kind)) await dropNotedIgnore(mirror, videoId);
    return deleted;
  }
  await forgetVideo(mirror, videoId, async (title) => {
    if (andIgnore) await appendEntityChange<IgnoreVideo>(mirror, { mutation: { kind: 'ignore-video', videoId }, subject: title ?? videoId });
  });
  place.onDeleted?.([videoId]);
  return refreshed(mirror);
}

function dropNotedIgnore({ db }: Mirror, videoId: string): Promise<void> {
  return withOutbox(db, async () => {
    const rows = await db.outbox.where('lane').equals(queueLane).toArray();
    await dropRows(
      db,
      rows.filter((row) => {
        const { kind, videoId: of, isOnceDeleted } = row.mutation as IgnoreVideo;
        return kind === 'ignore-video' && of === videoId && isOnceDeleted && isUnsent(row);
      }),
    );
  });
}

export async function deleteChannel(place: ArchivePlace, channelId: string): Done {
  const { mirror, api } = place;
  const deleted = await gone(place, api.deleteChannel(channelId, mirror.newKey()));
  if (!deleted.ok) return deleted;
  const videoIds = await forgetChannel(mirror, channelId);
  place.onDeleted?.(videoIds);
  return refreshed(mirror);
}

export async function deletePlaylist(place: ArchivePlace, askedId: string, { withVideos }: { withVideos: boolean }): Done {
  const { mirror, api } = place;
  if (await cancelCreation(mirror, askedId)) return ok(undefined);
  const playlistId = await resolvePlaylistId(mirror.db, askedId);
  // Its creation is on its way, and nobody knows yet under which id it will be there.
  if (isTemporaryPlaylistId(playlistId)) return failed({ kind: 'away' });
  const deleted = await gone(place, api.deletePlaylist(playlistId, withVideos, mirror.newKey()));
  if (!deleted.ok) return deleted;
  const videoIds = await forgetPlaylist(mirror, playlistId, { withVideos });
  place.onDeleted?.(videoIds);
  return refreshed(mirror);
}

/** A playlist of which the archive has never heard is deleted by taking back all that was done to it. */
function cancelCreation({ db }: Mirror, playlistId: string): Promise<boolean> {
  return withOutbox(db, async () => {
    const rows = await db.outbox.where('lane').equals(playlistLane(playlistId)).toArray();
    const creation = rows.find(({ mutation }) => db.kinds.of(mutation)?.isCreation === true);
    if (!creation || !isUnsent(creation)) return false;
    await dropRows(db, rows);
    return true;
  });
}

/** The archive starts a task; its end is told by a notification. */
export function reindex(place: ArchivePlace, what: ReindexTarget, choice: { withVideos: boolean } = { withVideos: false }): Done {
  const ids = Object.fromEntries(Object.entries(what).map(([type, id]) => [type, [id]])) as unknown as ReindexIds;
  return done(place, place.api.startReindex(ids, choice.withVideos, place.mirror.newKey()));
}

export async function setChannelOverwrite(place: ArchivePlace, channelId: string, overwrite: Partial<WireChannelOverwrites>): Done {
  const { mirror, api } = place;
  const set = await done(place, api.setChannelOverwrites(channelId, overwrite, mirror.newKey()));
  if (!set.ok) return set;
  // The answer echoes the request, not the state (docs/behaviour.md, Channels).
  const { db } = mirror;
  await db.transaction('rw', db.documents, () => confirm(db));
  const asked = await askedNow(mirror);
  const channel = await api.getChannel(channelId);
  if (channel.ok) await applyChannel(db, channelKey(channelId), channel.value, asked);
  else await keepOverwrite(mirror, channelId, overwrite);
  return set;
}

function keepOverwrite({ db }: Mirror, channelId: string, overwrite: Partial<WireChannelOverwrites>): Promise<void> {
  return db.transaction('rw', db.channels, db.documents, async () => {
    const channel = await db.channels.get(channelId);
    if (!channel) return;
    const overwrites = { ...noOverwrites, ...channel.overwrites, ...overwrite };
    await db.channels.put({ ...channel, overwrites, asOf: await confirm(db) });
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

/** Lists that are on the screen are asked for again: their pages have moved up. */
async function refreshed(mirror: Mirror): Done {
  await refreshLiveKeys(mirror);
  return ok(undefined);
}

/** Deleted before, by a request whose answer was lost or from another device, is deleted. */
async function gone(place: ArchivePlace, answer: Answer<void>): Done {
  const settled = await done(place, answer);
  return !settled.ok && settled.error.kind === 'not-found' ? ok(undefined) : settled;
}

async function done(place: ArchivePlace, answer: Answer<void>): Done {
  const settled = await answer;
  return settled.ok ? settled : failed(await failureOf(place.api, settled.error));
}
