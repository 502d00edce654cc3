// The part of the in-memory archive that is not watch state: subscriptions, playlists, settings, the download queue.
import { failed, ok, type Result } from '../../src/lib/result.ts';
import type { WireChannel, WireDownloadItem, WireCustomPlaylistAction, WirePlaylist, WirePlaylistUpdate, WireUserConfig } from '../../src/contract/names.ts';
import type { ApiError } from '../../src/network/api-error.ts';
import type { ListPage } from '../../src/network/archive-api.ts';
import { aWirePagination, aWireUserConfig, aWireChannel, aWireDownload, aWirePlaylist } from '../builders/mirror-wire.ts';

export type ModelAnswer<Value> = Result<Value, ApiError>;

interface ModelPlaylist {
  playlistId: string;
  name: string;
  isCustom: boolean;
  isSubscribed: boolean;
  sortOrder: 'top' | 'bottom';
  entries: string[];
  /** Null for custom playlists, and where a test needs no channel. */
  channelId: string | null;
}

/** Small, so that a device that looks for a playlist by its name has to read several pages. */
const pageSize = 2;

const notFound: ApiError = { kind: 'not-found', message: 'not found' };
const refusal = (message: string): ApiError => ({ kind: 'refused', status: 400, message });

interface ModelListsOptions {
  channelIds: string[];
  /** Video ids, by playlist id. */
  regularPlaylists: Record<string, string[]>;
  /** Video ids, by playlist id. */
  customPlaylists: Record<string, string[]>;
  /** Channel ids, by the id of a regular playlist. */
  channelOf?: Record<string, string>;
}

export function createModelLists({ channelIds, regularPlaylists, customPlaylists, channelOf = {} }: ModelListsOptions) {
  const isSubscribedById = new Map(channelIds.map((channelId) => [channelId, false]));
  const playlists = new Map<string, ModelPlaylist>();
  const configs = new Map<number, WireUserConfig>();
  /** Lines typed to subscribe to a channel or playlist. */
  const subscriptionLines: string[] = [];
  const ignoredVideoIds = new Set<string>();
  /** The status of each item in the download queue, by video id. */
  const downloads = new Map<string, WireDownloadItem['status']>([
    ['d1', 'pending'],
    ['d2', 'pending'],
    ['d3', 'ignore'],
  ]);
  /** Lines added to the download queue. A line that is added twice is listed once. */
  const queuedLines: string[] = [];
  /** Lines added by force. A line that is added twice is listed twice. */
  const forcedLines: string[] = [];
  /** Custom playlists lose the entries of deleted videos; regular playlists keep them. */
  const deletedVideoIds = new Set<string>();
  let createdCount = 0;
  const addPlaylist = (playlistId: string, name: string, isCustom: boolean, entries: string[]): void =>
    void playlists.set(playlistId, {
      playlistId,
      name,
      isCustom,
      isSubscribed: false,
      sortOrder: 'top',
      entries: [...entries],
      channelId: channelOf[playlistId] ?? null,
    });
  for (const [playlistId, entries] of Object.entries(regularPlaylists)) addPlaylist(playlistId, playlistId, false, entries);
  for (const [playlistId, entries] of Object.entries(customPlaylists)) addPlaylist(playlistId, playlistId, true, entries);

  function wireChannel(channelId: string): WireChannel {
    return aWireChannel({ channel_id: channelId, channel_name: channelId, channel_subscribed: isSubscribedById.get(channelId) ?? false });
  }

  function wirePlaylist({ playlistId, name, isCustom, isSubscribed, sortOrder, entries, channelId }: ModelPlaylist): WirePlaylist {
    return aWirePlaylist({
      ...(channelId === null ? {} : { playlist_channel_id: channelId }),
      playlist_id: playlistId,
      playlist_name: name,
      playlist_type: isCustom ? 'custom' : 'regular',
      playlist_subscribed: isSubscribed,
      playlist_sort_order: sortOrder,
      playlist_entries: entries.map((videoId, index) => ({
        youtube_id: videoId,
        title: videoId,
        uploader: null,
        idx: index,
        downloaded: !deletedVideoIds.has(videoId),
      })),
    });
  }

  function config(userId: number): WireUserConfig {
    const existing = configs.get(userId) ?? aWireUserConfig({ hide_watched: false });
    configs.set(userId, existing);
    return existing;
  }

  function listPlaylists(search: string): ListPage<WirePlaylist> {
    const query = new URLSearchParams(search);
    const matchingPlaylists = [...playlists.values()].filter(
      (playlist) => query.get('type') === null || (query.get('type') === 'custom') === playlist.isCustom,
    );
    const page = Number(query.get('page') ?? 1);
    const lastPage = Math.ceil(matchingPlaylists.length / pageSize);
    return {
      data: matchingPlaylists.slice((page - 1) * pageSize, page * pageSize).map(wirePlaylist),
      paginate: aWirePagination({ page_size: pageSize, current_page: page, last_page: page < lastPage ? lastPage : 0, total_hits: matchingPlaylists.length }),
    };
  }

  function changeCustom(playlistId: string, { action, video_id: videoId }: WireCustomPlaylistAction): ModelAnswer<void> {
    const playlist = playlists.get(playlistId);
    if (!playlist) return failed(notFound);
    if (!playlist.isCustom) return failed(refusal('not custom'));
    const { entries } = playlist;
    const currentIndex = entries.indexOf(videoId);
    if (action === 'create') {
      if (deletedVideoIds.has(videoId)) return failed(refusal('not in the archive'));
      if (currentIndex < 0) entries.push(videoId);
      return ok(undefined);
    }
    if (currentIndex < 0) return failed(refusal('not in the playlist'));
    entries.splice(currentIndex, 1);
    const targetIndexes = { top: 0, up: Math.max(0, currentIndex - 1), down: Math.min(entries.length, currentIndex + 1), bottom: entries.length };
    if (action !== 'remove') entries.splice(targetIndexes[action], 0, videoId);
    return ok(undefined);
  }

  return {
    subscriptionLines,
    ignoredVideoIds,
    config,
    listPlaylists,
    changeCustom,
    playlist: (playlistId: string) => playlists.get(playlistId),
    playlists: () => [...playlists.values()],
    wirePlaylists: () => [...playlists.values()].map(wirePlaylist),
    wireChannels: () => [...isSubscribedById.keys()].map(wireChannel),
    hasChannel: (channelId: string) => isSubscribedById.has(channelId),
    isSubscribed: (channelId: string) => isSubscribedById.get(channelId) ?? false,
    getChannel: (channelId: string): ModelAnswer<WireChannel> => (isSubscribedById.has(channelId) ? ok(wireChannel(channelId)) : failed(notFound)),
    setChannelSubscribed(channelId: string, isSubscribed: boolean): ModelAnswer<void> {
      if (!isSubscribedById.has(channelId)) return failed(notFound);
      isSubscribedById.set(channelId, isSubscribed);
      return ok(undefined);
    },
    getPlaylist(playlistId: string): ModelAnswer<WirePlaylist> {
      const playlist = playlists.get(playlistId);
      return playlist ? ok(wirePlaylist(playlist)) : failed(notFound);
    },
    updatePlaylist(playlistId: string, update: WirePlaylistUpdate): ModelAnswer<void> {
      const playlist = playlists.get(playlistId);
      if (!playlist) return failed(notFound);
      playlist.isSubscribed = update.playlist_subscribed ?? playlist.isSubscribed;
      playlist.sortOrder = update.playlist_sort_order ?? playlist.sortOrder;
      return ok(undefined);
    },
    queuedLines,
    forcedLines,
    download: (videoId: string) => downloads.get(videoId) ?? null,
    wireDownloads: () => [...downloads].map(([videoId, status]) => aWireDownload({ youtube_id: videoId, status })),
    addToQueue(lines: string[], isForced: boolean): void {
      queuedLines.push(...lines.filter((line) => !queuedLines.includes(line)));
      if (isForced) forcedLines.push(...lines);
    },
    changeDownload(videoId: string, to: WireDownloadItem['status'] | 'priority' | 'forgotten'): ModelAnswer<void> {
      if (!downloads.has(videoId)) return failed(notFound);
      if (to === 'forgotten') return ok(void downloads.delete(videoId));
      return ok(void downloads.set(videoId, to === 'priority' ? 'pending' : to));
    },
    createPlaylist(name: string): string {
      const playlistId = `TA_playlist_${++createdCount}`;
      addPlaylist(playlistId, name, true, []);
      return playlistId;
    },
    deleteVideo(videoId: string): void {
      deletedVideoIds.add(videoId);
      for (const playlist of playlists.values()) if (playlist.isCustom) playlist.entries = playlist.entries.filter((id) => id !== videoId);
    },
    removePlaylist: (playlistId: string) => playlists.delete(playlistId),
    /** Removes the channel with its regular playlists; model-archive.ts removes its videos. Returns false if there is no such channel. */
    removeChannel(channelId: string): boolean {
      for (const playlist of playlists.values()) if (playlist.channelId === channelId) playlists.delete(playlist.playlistId);
      return isSubscribedById.delete(channelId);
    },
    configure(userId: number, change: Partial<WireUserConfig>): WireUserConfig {
      const changedConfig = { ...config(userId), ...change };
      configs.set(userId, changedConfig);
      return changedConfig;
    },
  };
}
