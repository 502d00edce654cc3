// The data that screens read: the results of the hooks of this folder. Every view is self-contained, so that a screen draws loading, empty,
// failed, stale and offline from one value and never asks the network.
import type { Blocker } from '../mirror/blocked-rows.ts';
import type { Connection, OutboxRow, VideoCardRow, VideoDetailsRow, RefreshRequest, ChannelRow, PlaylistRow } from '../mirror/rows.ts';
import type {
  SortField,
  SortOrder,
  VideoKind,
  WireAccount,
  WireAppSettings,
  WireChannelOverwrites,
  WirePagination,
  WireUserConfig,
} from '../contract/names.ts';

/**
 * - `loading`: nothing on the device yet, and an answer is on its way (draw skeletons after 150 ms); `isUnread`: the device
 *   itself has not answered yet, which takes a frame or two
 * - `ready`: drawn from the device, whatever its age
 * - `missing`: nothing on the device, and fetching it failed or is impossible now (`failure` says why); offer a next step
 * - `not-found`: the archive answered 404; or no archive can have such an id; or a playlist created here no longer exists
 */
export type View<Data> =
  | { readonly state: 'loading'; readonly isUnread?: true }
  | {
      readonly state: 'ready';
      readonly data: Data;
      readonly fetchedAtMs: number;
      readonly isRefreshing: boolean;
      readonly failure: RefreshRequest['failure'] | null;
    }
  | { readonly state: 'missing'; readonly failure: NonNullable<RefreshRequest['failure']>; readonly message: string | null }
  | { readonly state: 'not-found' };

/** A card with its watch state folded in. The object stays the same while nothing in it changes, so `memo` works. */
export interface VideoCard extends VideoCardRow {
  isWatched: boolean;
  /** Seconds; null when there is nothing to continue (a watched video never resumes). */
  positionSeconds: number | null;
  isWaiting: boolean;
}

export interface VideoPage {
  /** Null for an empty list of videos in progress. */
  paginate: WirePagination | null;
  videos: VideoCard[];
  /** Whether the archive's page is not stored, so that this one is built from the mirror and may be incomplete. */
  isFromDevice: boolean;
}

export interface VideoPageView extends VideoCard {
  /** Null until the detail row exists. Until then, title and picture are drawn from the card. */
  details: VideoDetailsRow | null;
  alternativeSeconds: number | null;
  /** Whether `alternativeSeconds` is this device's position, and `positionSeconds` another device's. */
  isAlternativeHere: boolean;
}

/** A channel with its pending changes folded in. */
export interface ChannelView extends ChannelRow {
  isWaiting: boolean;
}

export interface ChannelPage {
  paginate: WirePagination | null;
  channels: ChannelView[];
  isFromDevice: boolean;
}

/** The channel's About tab: all seven overwrites are present, null if not set. */
export interface ChannelAbout extends ChannelView {
  overwrites: WireChannelOverwrites;
}

/**
 * A playlist with its pending changes folded in: order, membership, subscription. An entry with `isDownloaded` false is a ghost: it is
 * listed, but not in the archive.
 */
export interface PlaylistView extends PlaylistRow {
  /** Whether the playlist was created here and is not yet known to the archive. Its id is then temporary. */
  isOnlyHere: boolean;
  isWaiting: boolean;
}

/** A playlist as a card or a table row shows it. */
export interface PlaylistCard extends Omit<PlaylistView, 'entries' | 'description' | 'fetchedAtMs' | 'asOf' | 'confirmedAtMs'> {
  archivedCount: number;
  entryCount: number;
}

/** A custom playlist and its videos, as "Add to playlist" needs them. */
export interface CustomPlaylist {
  playlistId: string;
  name: string;
  videoIds: string[];
  isOnlyHere: boolean;
  isWaiting: boolean;
}

export interface PlaylistPage {
  paginate: WirePagination | null;
  playlists: PlaylistCard[];
  isFromDevice: boolean;
}

/** Filters, order and page of a list of videos. */
export interface VideoListQuery {
  channelId?: string;
  playlistId?: string;
  watch?: 'watched' | 'unwatched' | 'continue';
  kind?: VideoKind;
  sort?: SortField;
  order?: SortOrder;
  height?: number;
  /** Counted from 1. */
  page: number;
}

export interface ChannelListQuery {
  filter?: 'subscribed' | 'unsubscribed';
  page: number;
}

export interface PlaylistListQuery {
  /** The playlists of one channel. */
  channelId?: string;
  filter?: 'subscribed' | 'unsubscribed';
  kind?: 'regular' | 'custom';
  page: number;
}

/** One row of the sync sheet. */
export interface PendingChange {
  sequence: number;
  mutation: OutboxRow['mutation'];
  subject: string;
  state: OutboxRow['state'];
  createdAtMs: number;
  /** Whether the archive answers everything else but keeps failing on this change, which is still retried. */
  isServerFailing: boolean;
  /** How many other changes are retried and discarded with this one. */
  dependentCount: number;
  nextTryAtMs: number;
  /** Whether a request for the change has failed, so that `nextTryAtMs` ends a pause; otherwise it ends the undo window. */
  hasFailed: boolean;
  /** What the change waits for, if not only for the archive. */
  blocker: Blocker | null;
  /** Whether this version does not know the kind of the change. It is then kept, and sent by the version that made it. */
  isOfOtherVersion: boolean;
}

export interface SyncStatus {
  connection: Connection;
  /** How many changes wait or are being sent; parked ones are counted separately. */
  waitingCount: number;
  /** How many waiting changes this version cannot send: made by another version of the app, or behind such a change in its lane. */
  otherVersionCount: number;
  /** How many waiting changes depend on a creation that the archive refused. */
  blockedCount: number;
  sendingCount: number;
  parkedCount: number;
  /** When anything was last read from the archive, or null. */
  lastSyncAtMs: number | null;
}

export interface Session {
  account: WireAccount;
  userConfig: WireUserConfig;
  appSettings: WireAppSettings | null;
  server: { version: string; update: { version: string; isBreaking: boolean } | null } | null;
  isStaff: boolean;
}
