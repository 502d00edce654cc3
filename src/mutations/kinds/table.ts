// Every kind of change that may wait in the outbox, by its name. One that is missing here does not compile.
import { mutationKindsOf, type MutationKind, type MutationKinds } from '../../mirror/mutation-kinds.ts';
import type { Mutation, MutationOf } from '../../mirror/rows.ts';
import { markVideoWatched } from './mark-video-watched.ts';
import { markChannelWatched } from './mark-channel-watched.ts';
import { markPlaylistWatched } from './mark-playlist-watched.ts';
import { saveProgress } from './save-progress.ts';
import { subscribeChannel } from './subscribe-channel.ts';
import { subscribePlaylist } from './subscribe-playlist.ts';
import { addSubscription } from './add-subscription.ts';
import { createPlaylist } from './create-playlist.ts';
import { changeMembership } from './change-membership.ts';
import { orderPlaylist } from './order-playlist.ts';
import { sortPlaylist } from './sort-playlist.ts';
import { setConfig } from './set-config.ts';
import { ignoreVideo } from './ignore-video.ts';
import { addDownloads } from './add-downloads.ts';
import { changeDownload } from './change-download.ts';

const table: { [Kind in Mutation['kind']]: MutationKind<MutationOf<Kind>> } = {
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
