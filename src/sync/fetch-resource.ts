// Fetches one resource of any kind, and returns the function that writes the answer. Called by pull.
import type { WireVideo } from '../contract/names.ts';
import { ageMs } from '../lib/clock.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import {
  applyChannel,
  applyChannelFacts,
  applyChannelGone,
  applyChannelList,
  applyComments,
  applyDocument,
  markSavedVideoMissing,
  applyPlaylist,
  applyPlaylistGone,
  applyPlaylistList,
  applyPlaylistNav,
  applySimilar,
  applyVideo,
  applyVideoGone,
  applyVideoList,
} from '../mirror/apply.ts';
import type { Mirror } from '../mirror/database.ts';
import { listKey, listQueryString } from '../mirror/list-keys.ts';
import type { Resource } from '../mirror/resource-keys.ts';
import type { RequestTime } from '../mirror/rows.ts';
import { requestRefresh } from '../mirror/refresh-requests.ts';
import type { ApiError } from '../network/api-error.ts';
import type { AccountApi, Answer, CallApi, ListPage } from '../network/archive-api.ts';
import { createReadApi } from '../network/read-api.ts';
import { readShape } from '../network/shape.ts';
import { pageShape, videoShape } from '../network/wire-shapes.ts';

interface FetchContext {
  mirror: Mirror;
  api: AccountApi & CallApi;
  signal: AbortSignal;
}

/** An answer that passed the shape checks, not yet written. */
export interface FetchedAnswer {
  apply(): Promise<void | 'other-account'>;
}

/** @param requestTime when the first call leaves: changes made between then and the answer are newer than the answer */
export async function fetchResource(
  context: FetchContext,
  resource: Resource,
  key: string,
  requestTime: RequestTime,
): Promise<Result<FetchedAnswer, ApiError>> {
  const { mirror, api, signal } = context;
  const { db } = mirror;
  const reads = createReadApi(api);
  switch (resource.kind) {
    case 'list':
      return fetchList(context, resource, requestTime);
    case 'video':
      return toFetched(reads.getVideo(resource.videoId, signal), (video) => applyVideo(db, video, requestTime));
    case 'similar':
      return toFetched(reads.listSimilar(resource.videoId, signal), (videos) => applySimilar(db, resource.videoId, videos, requestTime));
    case 'comments':
      return toFetched(reads.listComments(resource.videoId, signal), (comments) => applyComments(db, resource.videoId, comments, requestTime));
    case 'nav':
      return toFetched(reads.listPlaylistNav(resource.videoId, signal), (playlists) => applyPlaylistNav(db, resource.videoId, playlists, requestTime));
    case 'channel':
      return toFetched(reads.getChannel(resource.channelId, signal), (channel) => applyChannel(db, key, channel, requestTime));
    case 'channel-facts': {
      const [nav, aggs] = await Promise.all([reads.getChannelNav(resource.channelId, signal), reads.getChannelAggs(resource.channelId, signal)]);
      if (!nav.ok) return nav;
      if (!aggs.ok) return aggs;
      return ok({ apply: () => applyChannelFacts(db, key, resource.channelId, nav.value, aggs.value, requestTime) });
    }
    case 'playlist':
      return toFetched(reads.getPlaylist(resource.playlistId, signal), (playlist) => applyPlaylist(db, key, playlist, requestTime));
    case 'user-config':
      return toFetched(api.getUserConfig(signal), (value) => applyDocument(db, { key: 'user-config', value }, requestTime));
    case 'account':
      return toFetched(api.getAccount(signal), async (value) => {
        const account = await mirror.registry.accounts.get(mirror.accountKey);
        if (account?.userId !== value.id) return 'other-account';
        await applyDocument(db, { key: 'account', value }, requestTime);
      });
    case 'app-settings':
      return toFetched(api.getAppSettings(signal), (value) => applyDocument(db, { key: 'app-settings', value }, requestTime));
    case 'search':
    case 'page-document': {
      const chunk = await import('./fetch-on-demand.ts').catch(() => null);
      return chunk ? chunk.fetchOnDemand(db, api, resource, requestTime, signal) : failed({ kind: 'unreachable' });
    }
  }
}

async function fetchList(context: FetchContext, list: Extract<Resource, { kind: 'list' }>, requestTime: RequestTime): Promise<Result<FetchedAnswer, ApiError>> {
  const { api, mirror, signal } = context;
  const reads = createReadApi(api);
  const search = listQueryString(list);
  switch (list.endpoint) {
    case 'videos': {
      const store = (answer: ListPage<WireVideo>, at: RequestTime): Promise<void> =>
        applyListPage(context, list, at, answer, (page) => applyVideoList(mirror.db, page));
      const firstList = await takeFirstList(mirror, search, signal);
      if (firstList) return ok({ apply: () => store(firstList.answer, firstList.requestTime) });
      return toFetched(reads.listVideos(search, signal), (answer) => store(answer, requestTime));
    }
    case 'channels':
      return toFetched(reads.listChannels(search, signal), (answer) =>
        applyListPage(context, list, requestTime, answer, (page) => applyChannelList(mirror.db, page)),
      );
    case 'playlists':
      return toFetched(reads.listPlaylists(search, signal), (answer) =>
        applyListPage(context, list, requestTime, answer, (page) => applyPlaylistList(mirror.db, page)),
      );
    case 'downloads': {
      const chunk = await import('./fetch-downloads.ts').catch(() => null);
      if (!chunk) return failed({ kind: 'unreachable' });
      return toFetched(chunk.listDownloads(api, search, signal), (answer) =>
        applyListPage(context, list, requestTime, answer, (page) => chunk.applyDownloadList(mirror.db, page)),
      );
    }
  }
}

/** A first answer older than this is not used, because the list is then requested long after the first start. */
const maxFirstListAgeMs = 30_000;

/**
 * Takes the answer that was requested before this copy existed (commands/load-account.ts). Only the first request of the list gets it.
 * Resolves to null if there is no usable answer, or if `signal` aborts while the answer is awaited.
 */
async function takeFirstList(
  { firstLists, clock }: Mirror,
  search: string,
  signal: AbortSignal,
): Promise<{ answer: ListPage<WireVideo>; requestTime: RequestTime } | null> {
  const pendingList = firstLists?.get(search);
  if (!pendingList) return null;
  firstLists?.delete(search);
  const whenAborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  const firstList = await Promise.race([pendingList, whenAborted]);
  if (!firstList || ageMs(clock, firstList.requestTime.atMs) > maxFirstListAgeMs) return null;
  const answer = readShape(pageShape(videoShape), firstList.body);
  return answer.ok ? { answer: answer.value, requestTime: firstList.requestTime } : null;
}

/**
 * Stores the page under the size that the archive used. If another device has changed the page size, drops the request for the old size and
 * requests the settings again, because the views take the page size from them.
 */
async function applyListPage<Item>(
  { mirror }: FetchContext,
  list: Extract<Resource, { kind: 'list' }>,
  requestTime: RequestTime,
  answer: ListPage<Item>,
  apply: (page: ListPage<Item> & { key: string; requestTime: RequestTime }) => Promise<void>,
): Promise<void> {
  const pageSize = answer.paginate?.page_size ?? list.pageSize;
  const key = listKey({ ...list, pageSize });
  await apply({ ...answer, key, requestTime });
  if (key === list.key) return;
  await mirror.db.wanted.delete(list.key);
  await requestRefresh(mirror, 'user-config', 0);
}

async function toFetched<Value>(answer: Answer<Value>, apply: (value: Value) => Promise<void | 'other-account'>): Promise<Result<FetchedAnswer, ApiError>> {
  const result = await answer;
  return result.ok ? ok({ apply: () => apply(result.value) }) : failed(result.error);
}

/**
 * Called when the archive says that the resource does not exist.
 *
 * @param isSaved resolves to whether this device has a copy of the video's file
 */
export async function removeResource(
  { db, clock }: Pick<Mirror, 'db' | 'clock'>,
  resource: Resource,
  isSaved: (videoId: string) => Promise<boolean>,
): Promise<void> {
  if (resource.kind === 'video') {
    const remove = (await isSaved(resource.videoId)) ? markSavedVideoMissing : applyVideoGone;
    return remove(db, resource.videoId, clock.now());
  }
  if (resource.kind === 'channel') return applyChannelGone(db, resource.channelId, clock.now());
  if (resource.kind === 'playlist') return applyPlaylistGone(db, resource.playlistId, clock.now());
}
