// Every kind of change that may wait in the outbox, by name.
import { mutationKindsOf, type MutationKind, type MutationKinds } from '../../mirror/mutation-kinds.ts';
import { markVideoWatched, type MarkVideoWatched } from './mark-video-watched.ts';
import { markChannelWatched, type MarkChannelWatched } from './mark-channel-watched.ts';
import { markPlaylistWatched, type MarkPlaylistWatched } from './mark-playlist-watched.ts';
import { saveProgress, type SaveProgress } from './save-progress.ts';
import { subscribeChannel, type SubscribeChannel } from './subscribe-channel.ts';
import { subscribePlaylist, type SubscribePlaylist } from './subscribe-playlist.ts';
import { addSubscription, type AddSubscription } from './add-subscription.ts';
import { createPlaylist, type CreatePlaylist } from './create-playlist.ts';
import { changeMembership, type ChangeMembership } from './change-membership.ts';
import { orderPlaylist, type OrderPlaylist } from './order-playlist.ts';
import { sortPlaylist, type SortPlaylist } from './sort-playlist.ts';
import { setConfig, type SetConfig } from './set-config.ts';
import { ignoreVideo, type IgnoreVideo } from './ignore-video.ts';
import { addDownloads, type AddDownloads } from './add-downloads.ts';
import { changeDownload, type ChangeDownload } from './change-download.ts';

export type KnownMutation =
  | MarkVideoWatched
  | MarkChannelWatched
  | MarkPlaylistWatched
  | SaveProgress
  | SubscribeChannel
  | SubscribePlaylist
  | AddSubscription
  | CreatePlaylist
  | ChangeMembership
  | OrderPlaylist
  | SortPlaylist
  | SetConfig
  | IgnoreVideo
  | AddDownloads
  | ChangeDownload;

export type KindName = KnownMutation['kind'];

/** A kind missing from this table is a compile error. */
const table: { [Kind in KindName]: MutationKind<Extract<KnownMutation, { kind: Kind }>> } = {
  'mark-video-watched': markVideoWatched,
  'mark-channel-watched': markChannelWatched,
  'mark-playlist-watched': markPlaylistWatched,
  'save-progress': saveProgress,
  'subscribe-channel': subscribeChannel,
  'subscribe-playlist': subscribePlaylist,
  'add-subscription': addSubscription,
  'create-playlist': createPlaylist,
  'change-membership': changeMembership,
  'order-playlist': orderPlaylist,
  'sort-playlist': sortPlaylist,
  'set-config': setConfig,
  'ignore-video': ignoreVideo,
  'add-downloads': addDownloads,
  'change-download': changeDownload,
};

export const mutationKinds: MutationKinds = mutationKindsOf(table);
