// Sends a search to the archive, and writes the answer. Called by fetch-on-demand.ts.
import type { WireChannel, WirePlaylist, WireSearchResults, WireVideo } from '../contract/names.ts';
import { putChannels, putVideoHits } from '../mirror/apply.ts';
import { completeRequest } from '../mirror/store-answer.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { foldTables } from '../mirror/fold.ts';
import { toChannelRow, toPlaylistRow } from '../mirror/from-wire.ts';
import { putPlaylists } from '../mirror/put-playlists.ts';
import { readDeletionTest } from '../mirror/request-order.ts';
import { searchKey } from '../mirror/resource-keys.ts';
import type { RequestTime } from '../mirror/rows.ts';
import { toSubtitleHit } from '../mirror/search-answer.ts';
import type { Answer, CallApi } from '../network/archive-api.ts';
import { searchShape } from '../network/search-shapes.ts';

/** @param query the query as it is sent (src/lib/search-query.ts), not yet encoded */
export function fetchSearch(api: CallApi, query: string, signal: AbortSignal): Answer<WireSearchResults> {
  return api.call(`/api/search/?query=${encodeURIComponent(query)}`, searchShape, { signal });
}

/** How many answers are kept for use while the archive is unreachable. */
const maxAnswers = 40;

export async function applySearch(db: MirrorDatabase, query: string, { results }: WireSearchResults, requestTime: RequestTime): Promise<void> {
  await db.transaction('rw', [...foldTables(db), db.searches, db.wanted], async () => {
    // The answer may still contain what was deleted since the request.
    const isDeleted = await readDeletionTest(db, requestTime);
    const channels = (results.channel_results as WireChannel[]).filter((channel) => !isDeleted(`channels:${channel.channel_id}`));
    const playlists = (results.playlist_results as WirePlaylist[]).filter((playlist) => !isDeleted(`playlists:${playlist.playlist_id}`));
    const spoken = results.fulltext_results.filter((hit) => !isDeleted(`videos:${hit.youtube_id}`) && !isDeleted(`channels:${hit.subtitle_channel_id}`));
    const videos = await putVideoHits(db, results.video_results as WireVideo[], requestTime);
    await putMissingRows(db, channels, playlists);
    await db.searches.put({
      query,
      fetchedAtMs: requestTime.atMs,
      videoIds: videos.map((video) => video.youtube_id),
      channelIds: channels.map((channel) => channel.channel_id),
      playlistIds: playlists.map((playlist) => playlist.playlist_id),
      spoken: spoken.map(toSubtitleHit),
    });
    // Sorted by distance from now, because after the clock was set back, earlier answers lie in the future and would seem newer than this
    // one.
    const distanceMs = (answer: { fetchedAtMs: number }): number => Math.abs(answer.fetchedAtMs - requestTime.atMs);
    const answers = (await db.searches.toArray()).sort((one, other) => distanceMs(one) - distanceMs(other));
    await db.searches.bulkDelete(answers.slice(maxAnswers).map((answer) => answer.query));
    await completeRequest(db, searchKey(query), requestTime);
  });
}

/**
 * Stores only the hits that have no row yet, because a hit may lack some keys (docs/behaviour.md, Search) and must not replace a full row.
 * The new rows are stored as never fetched, so that their own pages fetch them again.
 */
async function putMissingRows(db: MirrorDatabase, channels: readonly WireChannel[], playlists: readonly WirePlaylist[]): Promise<void> {
  const knownChannels = await db.channels.bulkGet(channels.map((channel) => channel.channel_id));
  await putChannels(
    db,
    channels.filter((_channel, index) => !knownChannels[index]).map((channel) => toChannelRow(channel, 0)),
  );
  const knownPlaylists = await db.playlists.bulkGet(playlists.map((playlist) => playlist.playlist_id));
  await putPlaylists(
    db,
    playlists.filter((_playlist, index) => !knownPlaylists[index]).map((playlist) => toPlaylistRow(playlist, 0)),
  );
}
