// One resource: which calls fetch it, and how their answers are written. Called by pull.
import { failed, ok, type Result } from '../lib/result.ts';
import {
  applyChannel,
  applyChannelFacts,
  applyChannelGone,
  applyChannelList,
  applyComments,
  applyDocument,
  applyKeptVideoGone,
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
import { listKey, listSearch } from '../mirror/list-keys.ts';
import type { Resource } from '../mirror/resource-keys.ts';
import type { Asked } from '../mirror/rows.ts';
import { wish } from '../mirror/wanted.ts';
import type { ApiError } from '../network/api-error.ts';
import type { AccountApi, Answer, CallApi, ListOf } from '../network/archive-api.ts';
import { createReadApi } from '../network/read-api.ts';

interface Source {
  mirror: Mirror;
  api: AccountApi & CallApi;
  signal: AbortSignal;
}

/** An answer that passed the shape checks, not yet written. */
export interface Fetched {
  apply(): Promise<void | 'other-account'>;
}

/** @param asked when its first call leaves: changes made between that and the answer are newer than the answer */
export async function fetchResource(source: Source, resource: Resource, key: string, asked: Asked): Promise<Result<Fetched, ApiError>> {
  const { mirror, api, signal } = source;
  const { db } = mirror;
  const reads = createReadApi(api);
  switch (resource.kind) {
    case 'list':
      return fetchList(source, resource, asked);
    case 'video':
      return then(reads.getVideo(resource.videoId, signal), (video) => applyVideo(db, video, asked));
    case 'similar':
      return then(reads.listSimilar(resource.videoId, signal), (videos) => applySimilar(db, resource.videoId, videos, asked));
    case 'comments':
      return then(reads.listComments(resource.videoId, signal), (comments) => applyComments(db, resource.videoId, comments, asked));
    case 'nav':
      return then(reads.listPlaylistNav(resource.videoId, signal), (playlists) => applyPlaylistNav(db, resource.videoId, playlists, asked));
    case 'channel':
      return then(reads.getChannel(resource.channelId, signal), (channel) => applyChannel(db, key, channel, asked));
    case 'channel-facts': {
      const [nav, aggs] = await Promise.all([reads.getChannelNav(resource.channelId, signal), reads.getChannelAggs(resource.channelId, signal)]);
      if (!nav.ok) return nav;
      if (!aggs.ok) return aggs;
      return ok({ apply: () => applyChannelFacts(db, key, resource.channelId, nav.value, aggs.value, asked) });
    }
    case 'playlist':
      return then(reads.getPlaylist(resource.playlistId, signal), (playlist) => applyPlaylist(db, key, playlist, asked));
    case 'user-config':
      return then(api.getUserConfig(signal), (value) => applyDocument(db, { key: 'user-config', value }, asked));
    case 'account':
      return then(api.getAccount(signal), async (value) => {
        const account = await mirror.registry.accounts.get(mirror.accountKey);
        if (account?.userId !== value.id) return 'other-account';
        await applyDocument(db, { key: 'account', value }, asked);
      });
    case 'app-settings':
      return then(api.getAppSettings(signal), (value) => applyDocument(db, { key: 'app-settings', value }, asked));
    case 'search':
    case 'page-document': {
      const part = await import('./fetch-apart.ts').catch(() => null);
      return part ? part.fetchApart(db, api, resource, asked, signal) : failed({ kind: 'unreachable' });
    }
  }
}

async function fetchList(source: Source, list: Extract<Resource, { kind: 'list' }>, asked: Asked): Promise<Result<Fetched, ApiError>> {
  const { api, mirror, signal } = source;
  const reads = createReadApi(api);
  const search = listSearch(list);
  switch (list.endpoint) {
    case 'videos':
      return then(reads.listVideos(search, signal), (answer) => applyPage(source, list, asked, answer, (page) => applyVideoList(mirror.db, page)));
    case 'channels':
      return then(reads.listChannels(search, signal), (answer) => applyPage(source, list, asked, answer, (page) => applyChannelList(mirror.db, page)));
    case 'playlists':
      return then(reads.listPlaylists(search, signal), (answer) => applyPage(source, list, asked, answer, (page) => applyPlaylistList(mirror.db, page)));
    case 'downloads': {
      const part = await import('./fetch-downloads.ts').catch(() => null);
      if (!part) return failed({ kind: 'unreachable' });
      return then(part.listDownloads(api, search, signal), (answer) =>
        applyPage(source, list, asked, answer, (page) => part.applyDownloadList(mirror.db, page)),
      );
    }
  }
}

/**
 * The page size may have been changed on another device: then the answer is stored under its actual size, the request for the old one is dropped, and
 * the settings, from which the views take their key, are fetched again.
 */
async function applyPage<Item>(
  { mirror }: Source,
  list: Extract<Resource, { kind: 'list' }>,
  asked: Asked,
  answer: ListOf<Item>,
  apply: (page: ListOf<Item> & { key: string; asked: Asked }) => Promise<void>,
): Promise<void> {
  const pageSize = answer.paginate?.page_size ?? list.pageSize;
  const key = listKey({ ...list, pageSize });
  await apply({ ...answer, key, asked });
  if (key === list.key) return;
  await mirror.db.wanted.delete(list.key);
  await wish(mirror, 'user-config', 0);
}

async function then<Value>(answer: Answer<Value>, apply: (value: Value) => Promise<void | 'other-account'>): Promise<Result<Fetched, ApiError>> {
  const settled = await answer;
  return settled.ok ? ok({ apply: () => apply(settled.value) }) : failed(settled.error);
}

/** Called when the archive says that it does not exist. `isKept`: this device has a copy of the video's file. */
export async function forgetResource(
  { db, clock }: Pick<Mirror, 'db' | 'clock'>,
  resource: Resource,
  isKept: (videoId: string) => Promise<boolean>,
): Promise<void> {
  if (resource.kind === 'video' && (await isKept(resource.videoId))) return applyKeptVideoGone(db, resource.videoId, clock.now());
  if (resource.kind === 'video') return applyVideoGone(db, resource.videoId, clock.now());
  if (resource.kind === 'channel') return applyChannelGone(db, resource.channelId, clock.now());
  if (resource.kind === 'playlist') return applyPlaylistGone(db, resource.playlistId, clock.now());
}
