// The stores behind the hooks of video-page.ts: the video with its details, similar videos, comments, playlists. Not in the initial bundle.
import type { PromiseExtended } from 'dexie';
import type { WireComment, WirePlaylistNav } from '../contract/names.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { shownChannel } from '../mirror/fold-entities.ts';
import { channelLane } from '../mirror/lanes.ts';
import { commentsKey, navKey, similarKey, videoKey } from '../mirror/resource-keys.ts';
import type { VideoDetailsRow } from '../mirror/rows.ts';
import type { Store } from './live-store.ts';
import { resourceStore } from './resource-store.ts';
import { readVideoCards, toVideoCard } from './video-cards.ts';
import { viewStore, type ResourceState } from './view-store.ts';
import type { VideoCard, VideoPageView, View } from './views.ts';

export function videoStore(mirror: Mirror, videoId: string): Store<View<VideoPageView>> {
  const { db } = mirror;
  const key = videoKey(videoId);
  const find = (): Promise<ResourceState<VideoPageView>> =>
    db.transaction('r', [db.documents, db.videoCards, db.videoDetails, db.watchStates, db.channels, db.folded, db.wanted], async () => {
      const [card, details, watch, request] = await Promise.all([
        db.videoCards.get(videoId),
        db.videoDetails.get(videoId),
        db.watchStates.get(videoId),
        db.wanted.get(key),
      ]);
      const conflict = { alternativeSeconds: watch?.alternativeSeconds ?? null, isAlternativeHere: watch?.alternativeFrom === 'here' };
      const shownDetails = card && details ? { ...details, channelIsSubscribed: await isSubscribed(db, card.channelId, details) } : null;
      const data = card ? { ...toVideoCard(card, watch), details: shownDetails, ...conflict } : null;
      return { key, data, fetchedAtMs: details?.fetchedAtMs ?? null, request: request ?? null };
    });
  return viewStore(mirror, { id: key, rank: 0, find });
}

/** Whether the channel is subscribed, according to the newer of the channel's row and the video's, with a pending change folded in. */
function isSubscribed(db: MirrorDatabase, channelId: string, details: VideoDetailsRow): PromiseExtended<boolean> {
  return db.channels.get(channelId).then((channel) => {
    const isNewer = channel !== undefined && (channel.fetchedAtMs >= details.fetchedAtMs || (channel.asOf ?? 0) > (details.asOf ?? 0));
    const isSubscribed = isNewer ? channel.isSubscribed : details.channelIsSubscribed;
    return db.folded.get(channelLane(channelId)).then((folded) => shownChannel({ isSubscribed }, folded).isSubscribed);
  });
}

export function similarStore(mirror: Mirror, videoId: string): Store<View<VideoCard[]>> {
  const { db } = mirror;
  return resourceStore(mirror, {
    key: similarKey(videoId),
    rank: 1,
    tables: [db.similar, db.videoCards, db.watchStates],
    get: () => db.similar.get(videoId),
    show: (row) => readVideoCards(db, row.videoIds),
  });
}

export function commentsStore(mirror: Mirror, videoId: string): Store<View<WireComment[]>> {
  const { comments } = mirror.db;
  return resourceStore(mirror, {
    key: commentsKey(videoId),
    rank: 1,
    tables: [comments],
    get: () => comments.get(videoId),
    show: (row) => row.comments,
  });
}

export function playlistNavStore(mirror: Mirror, videoId: string): Store<View<WirePlaylistNav[]>> {
  const { playlistNavs } = mirror.db;
  return resourceStore(mirror, {
    key: navKey(videoId),
    rank: 1,
    tables: [playlistNavs],
    get: () => playlistNavs.get(videoId),
    show: (row) => row.playlists,
  });
}
