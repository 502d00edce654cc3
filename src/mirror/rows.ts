// The rows of the mirror: the contents of one account's database on this device. Knows nothing of React, HTTP or the outbox's rules.
import type {
  VideoKind,
  WireAccount,
  WireAppSettings,
  WireBackup,
  WireChannelOverwrites,
  WireComment,
  WireCookie,
  WireDevice,
  WireMembershipProfile,
  WirePagination,
  WirePlaylistNav,
  WireSchedule,
  WireSnapshotInfo,
  WireSponsorBlock,
  WireStream,
  WireSubtitle,
  WireTaskNotifications,
  WireUserConfig,
} from '../contract/names.ts';
import type { UpNext } from '../lib/up-next.ts';
import type { ArchiveStats } from './archive-stats.ts';
import type { Catalogue } from './catalogue-state.ts';

/** A summary row: all that a card or a table row of a list shows. Never contains watch state. */
export interface VideoCardRow {
  videoId: string;
  title: string;
  channelId: string;
  channelName: string;
  channelThumbUrl: string | null;
  thumbUrl: string | null;
  kind: VideoKind;
  /** ISO 8601. */
  publishedAt: string;
  /** Unix seconds. */
  downloadedAt: number;
  durationSeconds: number;
  mediaSizeBytes: number;
  width: number;
  height: number;
  viewCount: number;
  likeCount: number;
  isActive: boolean;
  /** When the archive first found the video's file missing, ISO 8601. Absent while the file is there. */
  missingSince?: string;
}

/** A detail row: the fields that only the video's own page shows. */
export interface VideoDetailsRow {
  videoId: string;
  mediaUrl: string;
  hlsUrl: string | null;
  sourceUrl: string | null;
  description: string | null;
  tags: string[];
  /** ISO 8601. */
  lastRefreshedAt: string;
  dislikeCount: number;
  averageRating: number;
  commentCount: number | null;
  streams: WireStream[];
  subtitles: WireSubtitle[];
  sponsorBlock: WireSponsorBlock | null;
  /** Chapters from the file's metadata. Absent in rows that were mirrored before chapters were stored. */
  chapters?: { title: string; startSeconds: number }[];
  playlistIds: string[];
  channelSubscriberCount: number;
  channelIsSubscribed: boolean;
  fetchedAtMs: number;
  /** See `ChannelRow.asOf`. */
  asOf?: number;
}

/** Whether a video is watched, and its saved position in seconds; null: none. */
export interface WatchState {
  isWatched: boolean;
  positionSeconds: number | null;
}

/**
 * Watch state, separate from the cards so that saving a position rewrites nothing large. `server` is the archive's last state, stored
 * unchanged; `shown` is `server` with the pending mutations folded on top, recomputed whenever either changes.
 */
export interface WatchStateRow {
  videoId: string;
  server: WatchState;
  shown: WatchState;
  /**
   * 1 if changes of this video wait, including marks of its channel or playlists, but not a deferred position. A number, because booleans
   * cannot be indexed.
   */
  waiting: 0 | 1;
  /** When this device last wrote `shown.positionSeconds`; null if it never did. */
  localPositionAtMs: number | null;
  /** A conflicting position that lost, offered at the next play. */
  alternativeSeconds: number | null;
  /**
   * This device's own position, if it was so close to the archive's that nothing was sent. It is shown while both count as the same moment,
   * so that playback does not jump back by seconds.
   */
  ownSeconds?: number | null;
  /** Whose position `alternativeSeconds` is; absent: another device's. */
  alternativeFrom?: 'here' | 'elsewhere';
  /**
   * When the archive last confirmed a change of this video made here (written by flush). Present servers' lists lag a second behind
   * (docs/behaviour.md, Progress and watched), so an answer requested within that time does not touch `server`.
   */
  confirmedAtMs?: number;
  /** The number of the confirmation at `confirmedAtMs`. */
  asOf?: number;
}

/** When a request left. */
export interface RequestTime {
  atMs: number;
  /** How many confirmations this copy had seen by then (request-order.ts). */
  asOf: number;
}

/** An item deleted from the archive. */
export interface Deletion {
  atMs: number;
  /** The deletion's number among the confirmations. */
  asOf: number;
}

export interface ChannelRow {
  channelId: string;
  name: string;
  thumbUrl: string | null;
  bannerUrl: string | null;
  subscriberCount: number;
  isSubscribed: boolean;
  isActive: boolean;
  description: string | null;
  tags: string[];
  lastRefreshedAt: string;
  sourceUrl: string | null;
  /** Null if none is set. Absent in rows that were mirrored before overwrites were stored. */
  overwrites?: WireChannelOverwrites | null;
  /** Views of the whole channel; sent by older servers only. */
  viewCount?: number | null;
  /** Videos in the archive, when the row was fetched; sent by our server only. */
  videoCount?: number | null;
  fetchedAtMs: number;
  /** The confirmation count when this row was requested or confirmed; answers that were requested earlier are older. */
  asOf?: number;
  /**
   * When the archive last confirmed a change made here; absent if the row was fetched since. A list requested soon after the confirmation
   * may not show the change yet.
   */
  confirmedAtMs?: number;
}

/** The tabs and totals of a channel's own page. */
export interface ChannelFactsRow {
  channelId: string;
  hasStreams: boolean;
  hasShorts: boolean;
  hasPlaylists: boolean;
  hasPending: boolean;
  hasIgnored: boolean;
  totalItems: number;
  /** Display form as the server sends it, `NA` for none. */
  totalDuration: string;
  totalSizeBytes: number;
  fetchedAtMs: number;
}

export interface PlaylistRow {
  playlistId: string;
  name: string;
  kind: 'regular' | 'custom';
  channelId: string | null;
  channelName: string | null;
  thumbUrl: string | null;
  description: string | null;
  isSubscribed: boolean;
  isActive: boolean;
  sortOrder: 'top' | 'bottom';
  lastRefreshedAt: string;
  sourceUrl: string | null;
  entries: PlaylistEntry[];
  fetchedAtMs: number;
  /** See `ChannelRow.asOf`. */
  asOf?: number;
  confirmedAtMs?: number;
}

export interface PlaylistEntry {
  videoId: string;
  title: string;
  uploader: string | null;
  index: number;
  /** False: on the playlist, but not in the archive. */
  isDownloaded: boolean;
}

/** One item of the archive's own queue. */
export interface DownloadRow {
  videoId: string;
  title: string;
  /** Empty for items that were ignored without being looked up. */
  channelId: string;
  channelName: string;
  /** Whether the archive has a page of the channel. */
  isChannelIndexed: boolean;
  thumbUrl: string | null;
  kind: VideoKind | 'unknown';
  /** ISO 8601. */
  publishedAt: string | null;
  /** Display form as the server sends it, `NA` for none. */
  durationText: string;
  /** Whether the archive downloads the video as soon as possible. */
  isAutoStart: boolean;
  /** Why the last attempt failed. */
  message: string | null;
  /** The output of the failed program, in addition to the message; absent: none. */
  details?: string[];
  status: 'pending' | 'ignore';
  /** Unix seconds. */
  addedAt: number | null;
  fetchedAtMs: number;
  /** See `ChannelRow.asOf`. */
  asOf?: number;
  confirmedAtMs?: number;
}

export interface CommentsRow {
  videoId: string;
  /** Empty if the archive has none. */
  comments: WireComment[];
  fetchedAtMs: number;
}

export interface SimilarRow {
  videoId: string;
  videoIds: string[];
  fetchedAtMs: number;
}

export interface PlaylistNavRow {
  videoId: string;
  playlists: WirePlaylistNav[];
  fetchedAtMs: number;
}

/** One page of a server-ordered list: ids in the server's order, never re-sorted here. */
export interface ListPageRow {
  /** Canonical key of endpoint, filters, sort, page size and page: see list-keys.ts. */
  key: string;
  ids: string[];
  paginate: WirePagination | null;
  fetchedAtMs: number;
}

/** A refresh request: pull fulfils it and deletes the row, or records why it failed. */
export interface RefreshRequest {
  /** Canonical resource key: a list page's key, or `video:<id>`, `comments:<id>`, `channel:<id>` … (resource-keys.ts). */
  key: string;
  /** Data fetched at or after this moment fulfils the request. */
  sinceMs: number;
  /** The request expires at this moment. */
  untilMs: number;
  /** The lowest is fetched first: 0 for the main content of the screen, 1 for secondary content, 2 for idle prefetch. */
  rank: 0 | 1 | 2;
  state: 'wanted' | 'fetching' | 'failed';
  /** Kind of the last failure, for the screen's text; absent if none. `full`: this device had no space for the answer. */
  failure?: 'unreachable' | 'captive' | 'proxy-login' | 'signed-out' | 'forbidden' | 'not-found' | 'refused' | 'server-error' | 'bad-answer' | 'full';
  message?: string;
  /** The request repeats one that failed as `not-found`. The screen shows that failure until there is a new answer. */
  wasNotFound?: true;
  /** Requested again during the fetch, whose answer may be older than the second request. */
  isAskedAgain?: true;
  /** Failed as forbidden, and a tab has already notified the user. */
  isSaid?: true;
  /** While fetching: which tab's pull claimed it, and when, so that another tab can take over from a dead one. */
  claimedBy?: string;
  claimedAtMs?: number;
}

export type Lane = `video:${string}` | `channel:${string}` | `playlist:${string}` | `subscription:${string}` | `download:${string}` | 'queue' | 'settings';

/** A change that the user made, with its arguments. The kinds are in src/mutations/kinds; the mirror knows none by name. */
export interface Mutation {
  kind: string;
}

/** The entities that a change may affect besides watch state. */
export interface Entities {
  /** The fields of a channel that a change may affect, also in a video's copy of its channel. */
  channel: Pick<ChannelRow, 'isSubscribed'>;
  /** Null if the playlist is neither in the archive nor was created on this device. */
  playlist: PlaylistRow | null;
  /** Undefined: unknown to this device; null: removed from the queue. */
  download: DownloadRow | null | undefined;
  config: WireUserConfig;
}

/**
 * The shown state of a channel, a playlist, a queue item or the settings while changes of it wait; deleted when none do. The archive's own
 * row stays unchanged.
 */
export interface FoldedRow {
  /** The lane of its changes. */
  lane: Lane;
  /** Absent: the waiting changes do not affect the entity itself (a mark of all its videos). */
  shown?: ShownEntity;
}

export type ShownEntity = { [Name in keyof Entities]: { of: Name; entity: Entities[Name] } }[keyof Entities];

/** The data for undoing a change: written with the change, deleted when it is undone or too old. */
export interface UndoRow {
  id?: number;
  mutation: Mutation;
  subject: string;
  /** The change's outbox row; null: the change cancelled earlier ones, and nothing was left to send. */
  row: { sequence: number; idempotencyKey: string } | null;
  /** Outbox rows that the change replaced. */
  replaced: (OutboxRow & { sequence: number })[];
  /** The state shown before, for each video whose state changed. */
  states: { videoId: string; before: WatchState }[];
  /** The channel, playlist, item or setting as shown before. */
  entity?: ShownEntity;
  untilMs: number;
}

export type OutboxState =
  /** `unknown`: a request has left and its answer never came, so the archive's state is read before the change is sent again. */
  | { name: 'waiting'; outcome?: 'unknown' }
  /** A deferred position, saved between two moments at which positions are sent. On the device only, and never counted as waiting. */
  | { name: 'held' }
  /** Durably marked before its request leaves; from then on the outcome may be unknown. */
  | { name: 'sent' }
  /**
   * The server refused the change, or the user must be asked before it is sent again. The user sees it with Retry and Discard. It blocks
   * other changes only if it creates the playlist of its lane. `unsure`: it may have taken effect, and could take effect twice if sent
   * again.
   */
  | { name: 'parked'; reason: 'forbidden' | 'refused' | 'gone' | 'ask' | 'unsure'; message: string };

export interface OutboxRow {
  /** Auto-increment: orders the changes, independently of clocks. */
  sequence?: number;
  idempotencyKey: string;
  lane: Lane;
  mutation: Mutation;
  /** The server state that the user saw when making the change; null if none is needed. */
  base: WatchState | null;
  /** The title or name of the changed item at the time, for the sync sheet. */
  subject: string;
  /** The row is not sent before this time (undo window, backoff). */
  nextTryAtMs: number;
  attempts: number;
  /** How often the archive itself failed at this change (5xx); absent: never. */
  serverFailures?: number;
  /** Incremented when a newer change replaces this one, so that an answer to the older revision does not delete the newer change. */
  revision: number;
  state: OutboxState;
  createdAtMs: number;
}

/** A change that the archive has received, or no longer needs to receive. */
export interface SentChange {
  lane: Lane;
  /** The change without its lists of ids. */
  mutation: Mutation;
  subject: string;
  /** When the user made it. */
  askedAtMs: number;
  settledAtMs: number;
  /**
   * - `sent`: the archive accepted it
   * - `there`: the archive already had it, so nothing was sent
   * - `superseded`: a change made elsewhere takes precedence (docs/decisions/202)
   */
  outcome: 'sent' | 'there' | 'superseded';
  /** The number of videos that a mark of a whole channel or playlist skipped; absent if none. */
  leftCount?: number;
}

/**
 * Documents that only one page shows, each the answer of one call (src/sync/fetch-page-document.ts). Never contains a token, only whether
 * the archive has one.
 */
export interface PageDocuments {
  'page:downloads-pending': DownloadCounts;
  'page:downloads-ignore': DownloadCounts;
  'page:schedules': WireSchedule[];
  'page:task-notifications': WireTaskNotifications;
  'page:cookie': WireCookie;
  'page:membership': { hasToken: boolean };
  'page:membership-profile': WireMembershipProfile;
  'page:backups': WireBackup[];
  'page:snapshots': WireSnapshotInfo;
  'page:stats': ArchiveStats;
  /** The devices on which the account is signed in; empty for servers that do not report them. */
  'page:devices': WireDevice[];
}

/** How many items of one status the archive's queue has. */
export interface DownloadCounts {
  total: number;
  /** Largest first, at most thirty. */
  channels: { channelId: string; name: string; items: number }[];
}

export type PageDocumentKey = keyof PageDocuments;

/** A page's document, as fetched. */
export type PageDocument = { [Key in PageDocumentKey]: { key: Key; value: PageDocuments[Key] } }[PageDocumentKey];

export interface DownloaderState {
  isReady: boolean;
  message: string | null;
  /** The sites from which nothing is requested for now; absent: none, or not sent. */
  holds?: DownloadHold[];
  /** Warnings of the last run. */
  warnings?: { title: string; message: string }[];
}

/** A site from which the archive requests nothing for now; `site` is null for the whole network. */
export interface DownloadHold {
  site: string | null;
  message: string;
  advice: string;
  /** ISO 8601. */
  nextTryAt: string;
  details: string[];
}

/** Records who may send from this copy (fence.ts). */
export interface Fence {
  /** Whether somebody is signing in, or has signed out, so that nothing is sent for this user. */
  isLocked: boolean;
  /** Incremented by each claim and each lock, so that writes of an earlier owner are refused. */
  epoch: number;
  /** Until this moment, the tab that claimed the fence may have a request under way; 0: the claim has ended. */
  untilMs: number;
}

/** Small documents of one account, one row each under a fixed key. */
export type AccountDocument =
  /** `asOf`: see `ChannelRow.asOf`. */
  | (PageDocument & { fetchedAtMs: number; asOf?: number })
  | { key: 'user-config'; value: WireUserConfig; fetchedAtMs: number; asOf?: number }
  | { key: 'account'; value: WireAccount; fetchedAtMs: number; asOf?: number }
  | { key: 'app-settings'; value: WireAppSettings; fetchedAtMs: number; asOf?: number }
  | { key: 'server'; value: { version: string; update: { version: string; isBreaking: boolean } | null; startTimestamp: string | null }; fetchedAtMs: number }
  /** The videos that play next; on this device only. */
  | { key: 'up-next'; value: UpNext; fetchedAtMs: number }
  /** Recent searches, newest first; on this device only. */
  | { key: 'recent-searches'; value: string[]; fetchedAtMs: number }
  /** Whether the archive's downloader works; only the embedded server sends it, with each page of the queue. */
  | { key: 'downloader'; value: DownloaderState; fetchedAtMs: number }
  | { key: 'last-sync'; value: { atMs: number }; fetchedAtMs: number }
  /** Outcomes of the last changes, newest first; on this device only. */
  | { key: 'sent-changes'; value: SentChange[]; fetchedAtMs: number }
  /** Records who may send; never fetched. */
  | { key: 'fence'; value: Fence; fetchedAtMs: number }
  /** How many changes the archive has confirmed to this device (request-order.ts). */
  | { key: 'confirmations'; value: { count: number }; fetchedAtMs: number }
  /** The most recent deletions, by endpoint and id. */
  | { key: 'deletions'; value: Record<string, Deletion>; fetchedAtMs: number }
  /** How complete the copy of the whole catalogue is; never fetched. */
  | { key: 'catalogue'; value: Catalogue; fetchedAtMs: number }
  /** The archive's id of a playlist created here under a temporary id. */
  | { key: `alias:${string}`; value: { playlistId: string }; fetchedAtMs: number }
  /** The archive answered 403 because, at this version, it lets only staff change custom playlists. */
  | { key: 'custom-playlists-refused'; value: { version: string | null; isSaid: boolean }; fetchedAtMs: number };

/** Whether the archive can be reached, as last seen by any tab's engine. Stored in the registry database. */
export type Connection = {
  name: 'online' | 'degraded' | 'captive' | 'proxy-login' | 'unreachable' | 'offline' | 'signed-out';
  sinceMs: number;
  /** When the archive last answered this device; null if never. */
  lastAnswerAtMs: number | null;
};

/** One account that this device knows. */
export interface AccountRow {
  /**
   * The copy's permanent name on this device, under which saved videos, locks and the last position are kept. Made of the origin, archive
   * id and user id at the copy's creation (account-key.ts); a copy moved to another archive id keeps its name.
   */
  accountKey: string;
  databaseName: string;
  archiveId: string | null;
  /** The archive id under which the worker keeps the pictures. Absent: `archiveId`. */
  picturesOf?: string | null;
  userId: number;
  name: string;
  isStaff: boolean;
  /**
   * 1: locked, and not opened at startup, after a logout with "keep my copy" or because another account took over. The user opens such a
   * copy by signing in or with "Open my copy".
   */
  isLocked: 0 | 1;
  lastUsedAtMs: number;
}

/** Everything that the registry stores besides accounts and the connection. */
export type RegistryNote =
  /** Somebody logged out, and the server's session may still exist, so it must be ended before any other call. */
  | { key: 'sign-out'; atMs: number }
  /** How often somebody has signed in or out on this device. A ping sent before such a change says nothing about the session after it. */
  | { key: 'session'; count: number }
  /**
   * A database that is deleted at the next start. Without `account`: a cleared copy, which another tab may still have open; the data that
   * such a tab wrote outside the database (localStorage, caches) is deleted, too. With `account`: a copy that another copy (`heir`) has
   * replaced. If pages have written changes into the replaced copy since, it is kept under that account instead. `isOnlySaved`: of the
   * cleared copy, only saved videos are left.
   */
  | { key: `delete:${string}`; databaseName: string; account?: AccountRow; heir?: string; isOnlySaved?: boolean }
  /** The user wants to keep these two copies separate (`separateCopiesKey`), so moving is not offered again. */
  | { key: `apart:${string}` };
