// The sender of each kind of change, by the kind's name. A kind missing here is a compile error.
import type { KindName, KnownMutation } from '../../mutations/kinds/table.ts';
import { sendMarkVideoWatched } from './mark-video-watched.ts';
import { sendMarkChannelWatched } from './mark-channel-watched.ts';
import { sendMarkPlaylistWatched } from './mark-playlist-watched.ts';
import { sendSaveProgress } from './save-progress.ts';
import { sendSubscribeChannel } from './subscribe-channel.ts';
import { sendSubscribePlaylist } from './subscribe-playlist.ts';
import { sendAddSubscription } from './add-subscription.ts';
import { sendCreatePlaylist } from './create-playlist.ts';
import { sendChangeMembership } from './change-membership.ts';
import { sendOrderPlaylist } from './order-playlist.ts';
import { sendSortPlaylist } from './sort-playlist.ts';
import { sendSetConfig } from './set-config.ts';
import { sendIgnoreVideo } from './ignore-video.ts';
import { sendAddDownloads } from './add-downloads.ts';
import { sendChangeDownload } from './change-download.ts';
import type { Sender } from './sender.ts';

export type Senders = { [Kind in KindName]: Sender<Extract<KnownMutation, { kind: Kind }>> };

export const senders: Senders = {
  'mark-video-watched': sendMarkVideoWatched,
  'mark-channel-watched': sendMarkChannelWatched,
  'mark-playlist-watched': sendMarkPlaylistWatched,
  'save-progress': sendSaveProgress,
  'subscribe-channel': sendSubscribeChannel,
  'subscribe-playlist': sendSubscribePlaylist,
  'add-subscription': sendAddSubscription,
  'create-playlist': sendCreatePlaylist,
  'change-membership': sendChangeMembership,
  'order-playlist': sendOrderPlaylist,
  'sort-playlist': sendSortPlaylist,
  'set-config': sendSetConfig,
  'ignore-video': sendIgnoreVideo,
  'add-downloads': sendAddDownloads,
  'change-download': sendChangeDownload,
};
