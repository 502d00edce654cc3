// The archive's API as this client uses it: one method per call, every outcome a Result. Knows nothing of the mirror.
import type { Result } from '../lib/result.ts';
import type {
  WireAccount,
  WireAppSettings,
  WireChannel,
  WireChannelAggs,
  WireChannelNav,
  WireChannelOverwrites,
  WireComment,
  WireCustomPlaylistAction,
  WirePagination,
  WirePing,
  WirePlaylist,
  WirePlaylistNav,
  WirePlaylistUpdate,
  WireUserConfig,
  WireVideo,
} from '../contract/names.ts';
import type { ApiError } from './api-error.ts';
import type { Shape } from './shape.ts';

export type Answer<Value> = Promise<Result<Value, ApiError>>;

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** The request continues after the page is gone. */
  keepalive?: boolean;
  onHeaders?: (headers: Headers) => void;
}

/** The one entry point of all calls. Calls that the first load does not need are built on it, in lazily loaded chunks. */
export interface CallApi {
  /** `path` includes the query, and each part of it is encoded. */
  call<Value>(path: string, shape: Shape<Value>, request?: CallOptions): Answer<Value>;
}

/** For the last position of a page that is being closed, and for the login. */
export interface KeepaliveApi {
  /**
   * Sends the request before it returns; the request outlives the page. A pending sign-out does not hold it back (sign-out-gate.ts): the
   * caller has checked that there is none, or logs in.
   */
  callAtOnce: CallApi['call'];
}

export interface ListPage<Item> {
  data: Item[];
  /** Null for the bare `[]` that is an empty list of videos in progress (`watch=continue`). */
  paginate: WirePagination | null;
}

export interface PingAnswer extends WirePing {
  /** `X-Archive-Id`; null where the server sends none. */
  archiveId: string | null;
  /** `X-Start-Timestamp`; null where the server sends none. */
  startTimestamp: string | null;
}

/** The account that a request is sent for. */
export interface Owner {
  userId: number;
  /** Null where the server sends none. */
  archiveId: string | null;
}

/** The documents of the first load. */
export interface AccountApi {
  getUserConfig(signal?: AbortSignal): Answer<WireUserConfig>;
  getAccount(signal?: AbortSignal): Answer<WireAccount>;
  getAppSettings(signal?: AbortSignal): Answer<WireAppSettings>;
}

/** All other reads of the library (read-api.ts). */
export interface ReadApi {
  /** `search` is the canonical query string, without `?`. */
  listVideos(search: string, signal?: AbortSignal): Answer<ListPage<WireVideo>>;
  getVideo(videoId: string, signal?: AbortSignal): Answer<WireVideo>;
  /** Returns the video with addresses that a device without a session can play. */
  getCastVideo(videoId: string, signal?: AbortSignal): Answer<WireVideo>;
  listSimilar(videoId: string, signal?: AbortSignal): Answer<WireVideo[]>;
  /** A 404 (no comments) is an empty list here. */
  listComments(videoId: string, signal?: AbortSignal): Answer<WireComment[]>;
  listPlaylistNav(videoId: string, signal?: AbortSignal): Answer<WirePlaylistNav[]>;
  listChannels(search: string, signal?: AbortSignal): Answer<ListPage<WireChannel>>;
  getChannel(channelId: string, signal?: AbortSignal): Answer<WireChannel>;
  getChannelNav(channelId: string, signal?: AbortSignal): Answer<WireChannelNav>;
  getChannelAggs(channelId: string, signal?: AbortSignal): Answer<WireChannelAggs>;
  listPlaylists(search: string, signal?: AbortSignal): Answer<ListPage<WirePlaylist>>;
  getPlaylist(playlistId: string, signal?: AbortSignal): Answer<WirePlaylist>;
}

/** The writes of flush, each with an Idempotency-Key, and a read that only flush needs (write-api.ts). */
export interface WriteApi {
  setWatched(id: string, isWatched: boolean, idempotencyKey: string, signal?: AbortSignal): Answer<void>;
  saveProgress(videoId: string, positionSeconds: number, idempotencyKey: string, signal?: AbortSignal): Answer<{ isWatched: boolean }>;
  deleteProgress(videoId: string, idempotencyKey: string, signal?: AbortSignal): Answer<void>;
  setChannelSubscribed(channelId: string, isSubscribed: boolean, idempotencyKey: string, signal?: AbortSignal): Answer<void>;
  updatePlaylist(playlistId: string, update: WirePlaylistUpdate, idempotencyKey: string, signal?: AbortSignal): Answer<void>;
  /** `line` is an id, an address or a handle. A task reports the result. */
  addSubscription(type: 'channel' | 'playlist', line: string, idempotencyKey: string, signal?: AbortSignal): Answer<void>;
  /** Returns the new playlist's id. */
  createCustomPlaylist(name: string, idempotencyKey: string, signal?: AbortSignal): Answer<string>;
  changeCustomPlaylist(playlistId: string, change: WireCustomPlaylistAction, idempotencyKey: string, signal?: AbortSignal): Answer<void>;
  /** Returns the whole config after the change. */
  updateUserConfig(change: Partial<WireUserConfig>, idempotencyKey: string, signal?: AbortSignal): Answer<WireUserConfig>;
  /** Adds the video to the queue as ignored, whether or not it was there. */
  ignoreVideo(videoId: string, idempotencyKey: string, signal?: AbortSignal): Answer<void>;
  /** `lines` are links, ids or handles. A task reports the result. */
  addDownloads(
    lines: string[],
    options: { isAutoStart: boolean; isFlat: boolean; isForced: boolean },
    idempotencyKey: string,
    signal?: AbortSignal,
  ): Answer<void>;
  changeDownload(videoId: string, to: 'pending' | 'ignore' | 'priority' | 'forgotten', idempotencyKey: string, signal?: AbortSignal): Answer<void>;
  /** Reads only whether the item is in the queue. Fails with a 404 if not. */
  findDownload(videoId: string, signal?: AbortSignal): Answer<void>;
}

/** The writes of the commands (command-api.ts). */
export interface CommandApi {
  deleteVideo(videoId: string, idempotencyKey: string): Answer<void>;
  deleteChannel(channelId: string, idempotencyKey: string): Answer<void>;
  deletePlaylist(playlistId: string, withVideos: boolean, idempotencyKey: string): Answer<void>;
  startReindex(ids: ReindexIds, withVideos: boolean, idempotencyKey: string): Answer<void>;
  setChannelOverwrites(channelId: string, overwrites: Partial<WireChannelOverwrites>, idempotencyKey: string): Answer<void>;
}

export type ReindexIds = { video: string[] } | { channel: string[] } | { playlist: string[] };

export interface SessionApi {
  /**
   * The ping is not cached, follows no redirect, and is aborted after `timeoutMs`. A 200 without `pong` is from a captive portal or a
   * proxy.
   */
  ping(timeoutMs?: number): Answer<PingAnswer>;
  /** Changes with each login that this browser sees; null: unknown. */
  sessionMark(): string | null;
  /**
   * Whether the archive's answers name their user (`X-Stowaway-User`), judging by the last answer. If so, the archive refuses requests sent
   * for somebody else, and an answer that names somebody else becomes an `other-account` error.
   */
  namesUser(): boolean;
  logout(): Answer<void>;
}

/** The calls of the first load, and the basis of all others. */
export type ArchiveApi = CallApi & KeepaliveApi & AccountApi & SessionApi;

/** Called once for each request that was not aborted. The outcomes determine reachability. */
export type OutcomeListener = (outcome: 'answered' | ApiError['kind']) => void;
