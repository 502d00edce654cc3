// The part of the archive in memory that is not watch state: subscriptions, playlists, settings, the queue.
import { failed, ok, type Result } from '../../src/lib/result.ts';
import type { WireChannel, WireDownloadItem, WireCustomPlaylistAction, WirePlaylist, WirePlaylistUpdate, WireUserConfig } from '../../src/contract/names.ts';
import type { ApiError } from '../../src/network/api-error.ts';
import type { ListPage } from '../../src/network/archive-api.ts';
import { aPagination, aUserConfig, aWireChannel, aWireDownload, aWirePlaylist } from '../builders/mirror-wire.ts';

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

/** Small, so that finding a name requires paging. */
const pageSize = 2;

const notFound: ApiError = { kind: 'not-found', message: 'not found' };
const refused = (message: string): ApiError => ({ kind: 'refused', status: 400, message });

interface ModelListsOptions {
  channelIds: string[];
  regular: Record<string, string[]>;
  custom: Record<string, string[]>;
  /** By regular playlist. */
  channelOf?: Record<string, string>;
}

export function createModelLists({ channelIds, regular, custom, channelOf = {} }: ModelListsOptions) {
  const subscribed = new Map(channelIds.map((channelId) => [channelId, false]));
  const playlists = new Map<string, ModelPlaylist>();
  const configs = new Map<number, WireUserConfig>();
  const lines: string[] = [];
  const ignored = new Set<string>();
  /** The download queue, by video. */
  const downloads = new Map<string, WireDownloadItem['status']>([
    ['d1', 'pending'],
    ['d2', 'pending'],
    ['d3', 'ignore'],
  ]);
  const queued: string[] = [];
  const forced: string[] = [];
  /** Videos that were deleted: regular playlists keep their entries. */
  const deletedVideoIds = new Set<string>();
  let createdCount = 0;
  const add = (playlistId: string, name: string, isCustom: boolean, entries: string[]): void =>
    void playlists.set(playlistId, {
      playlistId,
      name,
      isCustom,
      isSubscribed: false,
      sortOrder: 'top',
      entries: [...entries],
      channelId: channelOf[playlistId] ?? null,
    });
  for (const [playlistId, entries] of Object.entries(regular)) add(playlistId, playlistId, false, entries);
  for (const [playlistId, entries] of Object.entries(custom)) add(playlistId, playlistId, true, entries);

  function wireChannel(channelId: string): WireChannel {
    return aWireChannel({ channel_id: channelId, channel_name: channelId, channel_subscribed: subscribed.get(channelId) ?? false });
  }

  function wire({ playlistId, name, isCustom, isSubscribed, sortOrder, entries, channelId }: ModelPlaylist): WirePlaylist {
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
    const existing = configs.get(userId) ?? aUserConfig({ hide_watched: false });
    configs.set(userId, existing);
    return existing;
  }

  function listPlaylists(search: string): ListPage<WirePlaylist> {
    const query = new URLSearchParams(search);
    const matching = [...playlists.values()].filter((playlist) => query.get('type') === null || (query.get('type') === 'custom') === playlist.isCustom);
    const page = Number(query.get('page') ?? 1);
    const lastPage = Math.ceil(matching.length / pageSize);
    return {
      data: matching.slice((page - 1) * pageSize, page * pageSize).map(wire),
      paginate: aPagination({ page_size: pageSize, current_page: page, last_page: page < lastPage ? lastPage : 0, total_hits: matching.length }),
    };
  }

  function changeCustom(playlistId: string, { action, video_id: videoId }: WireCustomPlaylistAction): ModelAnswer<void> {
    const playlist = playlists.get(playlistId);
    if (!playlist) return failed(notFound);
    if (!playlist.isCustom) return failed(refused('not custom'));
    const { entries } = playlist;
    const from = entries.indexOf(videoId);
    if (action === 'create') {
      if (deletedVideoIds.has(videoId)) return failed(refused('not in the archive'));
      if (from < 0) entries.push(videoId);
      return ok(undefined);
    }
    if (from < 0) return failed(refused('not in the playlist'));
    entries.splice(from, 1);
    const places = { top: 0, up: Math.max(0, from - 1), down: Math.min(entries.length, from + 1), bottom: entries.length };
    if (action !== 'remove') entries.splice(places[action], 0, videoId);
    return ok(undefined);
  }

  return {
    lines,
    ignored,
    config,
    listPlaylists,
    changeCustom,
    playlist: (playlistId: string) => playlists.get(playlistId),
    playlists: () => [...playlists.values()],
    wirePlaylists: () => [...playlists.values()].map(wire),
    wireChannels: () => [...subscribed.keys()].map(wireChannel),
    hasChannel: (channelId: string) => subscribed.has(channelId),
    isSubscribed: (channelId: string) => subscribed.get(channelId) ?? false,
    getChannel: (channelId: string): ModelAnswer<WireChannel> => (subscribed.has(channelId) ? ok(wireChannel(channelId)) : failed(notFound)),
    setChannelSubscribed(channelId: string, isSubscribed: boolean): ModelAnswer<void> {
      if (!subscribed.has(channelId)) return failed(notFound);
      subscribed.set(channelId, isSubscribed);
      return ok(undefined);
    },
    getPlaylist(playlistId: string): ModelAnswer<WirePlaylist> {
      const playlist = playlists.get(playlistId);
      return playlist ? ok(wire(playlist)) : failed(notFound);
    },
    updatePlaylist(playlistId: string, update: WirePlaylistUpdate): ModelAnswer<void> {
      const playlist = playlists.get(playlistId);
      if (!playlist) return failed(notFound);
      playlist.isSubscribed = update.playlist_subscribed ?? playlist.isSubscribed;
      playlist.sortOrder = update.playlist_sort_order ?? playlist.sortOrder;
      return ok(undefined);
    },
    queued,
    /** One entry for each line added by force. */
    forced,
    download: (videoId: string) => downloads.get(videoId) ?? null,
    wireDownloads: () => [...downloads].map(([videoId, status]) => aWireDownload({ youtube_id: videoId, status })),
    /** Existing entries are skipped. */
    queue(lines: string[], isForced: boolean): void {
      queued.push(...lines.filter((line) => !queued.includes(line)));
      if (isForced) forced.push(...lines);
    },
    changeDownload(videoId: string, to: WireDownloadItem['status'] | 'priority' | 'forgotten'): ModelAnswer<void> {
      if (!downloads.has(videoId)) return failed(notFound);
      if (to === 'forgotten') return ok(void downloads.delete(videoId));
      return ok(void downloads.set(videoId, to === 'priority' ? 'pending' : to));
    },
    create(name: string): string {
      const playlistId = `TA_playlist_${++createdCount}`;
      add(playlistId, name, true, []);
      return playlistId;
    },
    deleteVideo(videoId: string): void {
      deletedVideoIds.add(videoId);
      for (const playlist of playlists.values()) if (playlist.isCustom) playlist.entries = playlist.entries.filter((id) => id !== videoId);
    },
    removePlaylist: (playlistId: string) => playlists.delete(playlistId),
    /** Also removes its regular playlists, but not its videos, which model-archive.ts removes. False: there is no such channel. */
    removeChannel(channelId: string): boolean {
      for (const playlist of playlists.values()) if (playlist.channelId === channelId) playlists.delete(playlist.playlistId);
      return subscribed.delete(channelId);
    },
    configure(userId: number, change: Partial<WireUserConfig>): WireUserConfig {
      const changed = { ...config(userId), ...change };
      configs.set(userId, changed);
      return changed;
    },
  };
}
