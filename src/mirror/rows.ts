// The rows of the mirror: what one account's database on this device holds. Wire names end here.
// Knows nothing of React, HTTP or the outbox's rules.
import type {
  VideoKind,
  WireAccount,
  WireAppSettings,
  WireBackup,
  WireChannelOverwrites,
  WireComment,
  WireCookie,
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

/** A thin row: all that a card or a table line of a list shows. Never holds watch state. */
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
  /** Since when the archive does not find its file, ISO 8601. Absent while the file is there. */
  missingSince?: string;
}

/** A fat row: what only the video's own page shows. */
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
  /** Those of the file's own data. Absent: mirrored before they were kept. */
  chapters?: { title: string; startSeconds: number }[];
  playlistIds: string[];
  channelSubscriberCount: number;
  channelIsSubscribed: boolean;
  fetchedAtMs: number;
}

/** Whether a video is watched, and where it was left; `null` position: none is saved. */
export interface WatchState {
  isWatched: boolean;
  positionSeconds: number | null;
}

/**
 * Watch state apart from the cards, so that a tick of progress rewrites nothing large. `server` is the archive's last
 * word, kept pristine; `shown` is the fold of it and the pending mutations, recomputed whenever either changes.
 */
export interface WatchStateRow {
  videoId: string;
  server: WatchState;
  shown: WatchState;
  /** Pending mutations of this video (a channel-wide mark counts, too). 0 or 1 is kept as a number for indexing. */
  waiting: 0 | 1;
  /** When this device last wrote `shown.positionSeconds`; null if it never did. */
  localPositionAtMs: number | null;
  /** A position that lost a conflict and is offered at the next play. */
  alternativeSeconds: number | null;
  /**
   * Where this device left it, when that was so near to the archive's position that nothing was sent: shown for as long as
   * the two are taken for one, so that nobody falls back by seconds.
   */
  ownSeconds?: number | null;
  /** Whose position that is; another device's where nothing is said. */
  alternativeFrom?: 'here' | 'elsewhere';
  /**
   * When the archive last confirmed a change of this video made here (written by flush). Present servers' lists lag a
   * second behind (docs/behaviour.md, Progress and watched), so an answer asked for before that does not touch `server`.
   */
  confirmedAtMs?: number;
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
  /** Null: none is set. Absent: mirrored before they were kept. */
  overwrites?: WireChannelOverwrites | null;
  /** Views of the whole channel; only older servers tell. */
  viewCount?: number | null;
  fetchedAtMs: number;
  /** When the archive last confirmed a change of it made here: an answer asked for before that says nothing new. */
  confirmedAtMs?: number;
}

/** What the channel's own page shows beside the channel: tabs and totals. */
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
  /** As of a channel. */
  confirmedAtMs?: number;
}

export interface PlaylistEntry {
  videoId: string;
  title: string;
  uploader: string | null;
  index: number;
  /** False: known to the playlist, not in the archive. */
  isDownloaded: boolean;
}

/** One item of the archive's own queue. */
export interface DownloadRow {
  videoId: string;
  title: string;
  /** Empty for what was ignored without being looked up. */
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
  /** Downloaded as soon as the archive can. */
  isAutoStart: boolean;
  /** Why the last try failed. */
  message: string | null;
  /** The words of the program that failed, behind the message; absent: none. */
  details?: string[];
  status: 'pending' | 'ignore';
  /** Unix seconds. */
  addedAt: number | null;
  fetchedAtMs: number;
  /** As of a channel. */
  confirmedAtMs?: number;
}

export interface CommentsRow {
  videoId: string;
  /** Empty when the archive answered that there are none. */
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

/** A wish for fresher data: pull fulfils it and deletes the row, or leaves why it could not. */
export interface WantedRow {
  /** Canonical resource key: a list page's key, or `video:<id>`, `comments:<id>`, `channel:<id>` … (resource-keys.ts). */
  key: string;
  /** Data fetched at or after this moment fulfils the wish. */
  sinceMs: number;
  /** The wish is forgotten after this moment. */
  untilMs: number;
  /** Lower goes first: 0 what is on the screen, 1 what stands below it, 2 idle prefetch. */
  rank: 0 | 1 | 2;
  state: 'wanted' | 'fetching' | 'failed';
  /** Kind of the last failure, for the screen's words; absent otherwise. */
  failure?: 'unreachable' | 'captive' | 'signed-out' | 'forbidden' | 'not-found' | 'refused' | 'server-error' | 'bad-answer';
  message?: string;
  /** Failed as forbidden, over a copy: a tab has told the person. */
  isSaid?: true;
  /** While fetching: which tab's pull has it, and since when, so that another can take over from a dead one. */
  claimedBy?: string;
  claimedAtMs?: number;
}

export type Lane = `video:${string}` | `channel:${string}` | `playlist:${string}` | `subscription:${string}` | `download:${string}` | 'queue' | 'settings';

/** What a person wants, with its arguments. Its kind is defined in src/mutations/kinds: the mirror knows none by name (mutation-kinds.ts). */
export interface Mutation {
  kind: string;
}

/** What a change may say something of beside watch state. */
export interface Entities {
  /** A video's own copy of its channel shows it as well. */
  channel: Pick<ChannelRow, 'isSubscribed'>;
  /** Null: neither the archive nor a pending creation knows it. */
  playlist: PlaylistRow | null;
  /** Undefined: this device never knew it; null: it is forgotten. */
  download: DownloadRow | null | undefined;
  config: WireUserConfig;
}

/**
 * What is shown of a channel, a playlist, an item of the queue or the settings while something of it waits; gone when nothing does. The
 * archive's own row stays as the archive said it.
 */
export interface FoldedRow {
  /** Of its changes. */
  lane: Lane;
  /** Absent: what waits says nothing of the entity itself (a mark of all its videos). */
  shown?: ShownEntity;
}

export type ShownEntity = { [Name in keyof Entities]: { of: Name; entity: Entities[Name] } }[keyof Entities];

/** A change that can be undone: written with it, taken out by whoever undoes it, and cleared away when nobody can any more. */
export interface UndoRow {
  id?: number;
  mutation: Mutation;
  subject: string;
  /** Its row of the outbox; null: the change cancelled what it met, and nothing was left to be sent. */
  row: { sequence: number; idempotencyKey: string } | null;
  /** Rows of the outbox that it took the place of. */
  replaced: (OutboxRow & { sequence: number })[];
  /** What was shown before, of each video for which that has changed. */
  states: { videoId: string; before: WatchState }[];
  /** What was shown before of the channel, playlist, item or setting. */
  entity?: ShownEntity;
  untilMs: number;
}

export type OutboxState =
  /** `unknown`: a request of it has left and its answer never came, so the archive is asked before it is sent again. */
  | { name: 'waiting'; outcome?: 'unknown' }
  /** A position between two of the moments at which one is sent. On the device only, and counted nowhere as waiting. */
  | { name: 'held' }
  /** Durably marked before its request leaves: from here on the outcome may be unknown. */
  | { name: 'sent' }
  /** Refused by the server: shown with retry and discard, blocks nobody. */
  | { name: 'parked'; reason: 'forbidden' | 'refused' | 'gone' | 'ask'; message: string };

export interface OutboxRow {
  /** Auto-increment: the order of changes, not any clock. */
  sequence?: number;
  idempotencyKey: string;
  lane: Lane;
  mutation: Mutation;
  /** The server state that the person saw when they did it; null where none is needed. */
  base: WatchState | null;
  /** What it is about, in words for the sync sheet (title or name at the time). */
  subject: string;
  /** Goes out no earlier (undo window, backoff). */
  nextTryAtMs: number;
  attempts: number;
  /** How often in a row the archive itself failed at it (5xx); absent: never. */
  serverFailures?: number;
  /** Grows with each coalesced change, so that an answer to an older revision never deletes a newer wish. */
  revision: number;
  state: OutboxState;
  createdAtMs: number;
}

/**
 * What one page shows and nothing else reads, as one call answers it (src/sync/fetch-page-document.ts). Never a token: one
 * that the archive keeps is here only as the fact that it does.
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
}

/** How many items of one state the archive's queue has. */
export interface DownloadCounts {
  total: number;
  /** Largest first, thirty at most. */
  channels: { channelId: string; name: string; items: number }[];
}

export type PageDocumentKey = keyof PageDocuments;

/** As it is fetched. */
export type PageDocument = { [Key in PageDocumentKey]: { key: Key; value: PageDocuments[Key] } }[PageDocumentKey];

export interface DownloaderState {
  isReady: boolean;
  message: string | null;
  /** What it does not ask for now; absent: nothing, or it does not tell. */
  holds?: DownloadHold[];
  /** What was warned of in the last run. */
  warnings?: { title: string; message: string }[];
}

/** A site that the archive does not ask for now, or the whole network. */
export interface DownloadHold {
  site: string | null;
  message: string;
  advice: string;
  /** ISO 8601. */
  nextTryAt: string;
  details: string[];
}

/** Small documents of one account, one row each under a fixed key. */
export type AccountDocument =
  | (PageDocument & { fetchedAtMs: number })
  /** `confirmedAtMs`: as of a channel. */
  | { key: 'user-config'; value: WireUserConfig; fetchedAtMs: number; confirmedAtMs?: number }
  | { key: 'account'; value: WireAccount; fetchedAtMs: number }
  | { key: 'app-settings'; value: WireAppSettings; fetchedAtMs: number }
  | { key: 'server'; value: { version: string; update: { version: string; isBreaking: boolean } | null; startTimestamp: string | null }; fetchedAtMs: number }
  /** What plays after this: of this device alone. */
  | { key: 'up-next'; value: UpNext; fetchedAtMs: number }
  /** What this person searched for, the newest first: of this device alone. */
  | { key: 'recent-searches'; value: string[]; fetchedAtMs: number }
  /** Whether the program that downloads can be used there; the embedded server alone tells, with each page of the queue. */
  | { key: 'downloader'; value: DownloaderState; fetchedAtMs: number }
  | { key: 'last-sync'; value: { atMs: number }; fetchedAtMs: number }
  /** The archive's id of a playlist that was created here under a temporary one. */
  | { key: `alias:${string}`; value: { playlistId: string }; fetchedAtMs: number }
  /** This archive lets only staff change custom playlists: it answered 403 while it was of that version. */
  | { key: 'custom-playlists-refused'; value: { version: string | null; isSaid: boolean }; fetchedAtMs: number };

/** How the archive can be reached right now, as the engine of any tab saw it last. Lives in the registry database. */
export type Connection = {
  name: 'online' | 'degraded' | 'captive' | 'unreachable' | 'offline' | 'signed-out';
  sinceMs: number;
  /** When the archive last answered; null if never from this device. */
  lastAnswerAtMs: number | null;
};

/** One account that this device knows. */
export interface AccountRow {
  /** origin + archive id + user id, see account-key.ts. */
  accountKey: string;
  databaseName: string;
  archiveId: string | null;
  userId: number;
  name: string;
  isStaff: boolean;
  /** Locked: logged out with "keep my copy"; opens by signing in or by "Open my copy". */
  isLocked: 0 | 1;
  lastUsedAtMs: number;
}

/** What the registry has to remember beside accounts. */
export type RegistryNote =
  /** Someone logged out while the archive was away: the server's session is ended before anything else is asked. */
  | { key: 'sign-out'; atMs: number }
  /** A database that "clear this device" could not delete yet (another tab held it): deleted at the next start. */
  | { key: `delete:${string}`; databaseName: string };
