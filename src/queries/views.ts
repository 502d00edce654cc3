// What screens read: the answers of the hooks of this folder. Every view is complete in itself, so that a screen draws
// loading, empty, failed, stale and offline from one value and never asks the network.
import type { Connection, OutboxRow, VideoCardRow, VideoDetailsRow, WantedRow, ChannelRow } from '../mirror/rows.ts';
import type { SortField, SortOrder, VideoKind, WireAccount, WireAppSettings, WirePagination, WireUserConfig } from '../contract/names.ts';

/**
 * - `loading`: nothing on the device yet, and an answer is on its way (draw skeletons after 150 ms)
 * - `ready`: drawn from the device, whatever its age
 * - `missing`: nothing on the device and the archive could not be asked (`failure` says why); offer a next step
 * - `not-found`: the archive itself answered 404
 */
export type View<Data> =
  | { readonly state: 'loading' }
  | {
      readonly state: 'ready';
      readonly data: Data;
      readonly fetchedAtMs: number;
      readonly isRefreshing: boolean;
      readonly failure: WantedRow['failure'] | null;
    }
  | { readonly state: 'missing'; readonly failure: NonNullable<WantedRow['failure']>; readonly message: string | null }
  | { readonly state: 'not-found' };

/** A card with its watch state folded in. Object identity is kept while nothing of it changed, so memo works. */
export interface VideoCard extends VideoCardRow {
  isWatched: boolean;
  /** Seconds; null when there is nothing to continue (a watched video never resumes). */
  positionSeconds: number | null;
  isWaiting: boolean;
}

export interface VideoPage {
  /** Null when a list page was never stored and the list is computed from what is mirrored ("from this device, may be incomplete"). */
  paginate: WirePagination | null;
  videos: VideoCard[];
  isFromDevice: boolean;
}

export interface VideoPageView extends VideoCard {
  /** Null until the fat row is there: title and picture are drawn from the card meanwhile. */
  details: VideoDetailsRow | null;
  alternativeSeconds: number | null;
}

export interface ChannelPage {
  paginate: WirePagination | null;
  channels: ChannelRow[];
  isFromDevice: boolean;
}

/** Filters of a list of videos: only what differs from the server's default is sent. */
export interface VideoListQuery {
  channelId?: string;
  playlistId?: string;
  watch?: 'watched' | 'unwatched' | 'continue';
  kind?: VideoKind;
  sort?: SortField;
  order?: SortOrder;
  height?: number;
  /** From 1. */
  page: number;
}

export interface ChannelListQuery {
  filter?: 'subscribed' | 'unsubscribed';
  page: number;
}

/** One line of the sync sheet. */
export interface PendingChange {
  sequence: number;
  mutation: OutboxRow['mutation'];
  subject: string;
  state: OutboxRow['state'];
  createdAtMs: number;
}

export interface SyncStatus {
  connection: Connection;
  /** Changes that wait or are being sent; parked ones are counted apart. */
  waitingCount: number;
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

/*
 * Hooks (all read the mirror of the open account from MirrorContext; none talks to the network):
 *
 *   videos.ts    useVideoList(query: VideoListQuery): View<VideoPage>
 *                useVideo(videoId: string): View<VideoPageView>
 *                useSimilar(videoId: string): View<VideoCard[]>
 *                useComments(videoId: string): View<WireComment[]>
 *                usePlaylistNav(videoId: string): View<WirePlaylistNav[]>
 *   channels.ts  useChannelList(query: ChannelListQuery): View<ChannelPage>
 *                useChannel(channelId: string): View<ChannelRow>
 *                useChannelFacts(channelId: string): View<ChannelFactsRow>
 *   sync.ts      useSyncStatus(): SyncStatus
 *                usePendingChanges(): PendingChange[]
 *                useCopyAges(): { videosAtMs: number | null; channelsAtMs: number | null; videoCount: number; channelCount: number }
 *   session.ts   useSession(): Session
 *                useKeptAccounts(): AccountRow[]          (registry; works on /login/ without an open account)
 *   mirror-context.tsx   MirrorContext, useMirror(): Mirror  (what mutations take as their first argument)
 *
 * Mutations (src/mutations, each (mirror, args) => Promise<...>; durable when the promise resolves):
 *
 *   mark-video-watched.ts    markVideoWatched(mirror, { videoId, isWatched, subject }): Promise<Undo>
 *   mark-channel-watched.ts  markChannelWatched(mirror, { channelId, isWatched, subject }): Promise<Undo>  (due after 8 s)
 *   mark-playlist-watched.ts markPlaylistWatched(mirror, { playlistId, isWatched, subject }): Promise<Undo>
 *   save-progress.ts         saveProgress(mirror, { videoId, positionSeconds, durationSeconds, subject, isToBeSent }): Promise<void>
 *                            startOver(mirror, { videoId, subject }): Promise<void>
 *   outbox-rows.ts           retryChange(mirror, sequence), discardChange(mirror, sequence), discardAllChanges(mirror), tryNow(mirror)
 *   type Undo = () => Promise<void>
 *
 * Commands (src/commands, given by CommandsContext; each answers a Result):
 *
 *   useCommands(): Commands = {
 *     checkBackend(): Promise<'online' | 'signed-out' | 'unreachable' | 'captive'>
 *     login({ username, password, isRemembered }): Promise<Result<void, { kind: 'refused' | 'too-many' | 'maybe-signed-in' | 'unreachable'; message: string | null; retryAfterMs?: number }>>
 *     logout({ clearDevice: boolean }): Promise<Result<void, …>>   (offline too: the session cookie is ended when the server is back)
 *     openCopy(accountKey: string): Promise<void>
 *   }
 */
