// The newest videos of a channel that this device knows. They are only suggestions beside other content, so reading them causes no request
// to the archive.
import Dexie from 'dexie';
import type { Mirror } from '../mirror/database.ts';
import { liveStoreFor, type Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';
import { joinWatchStates } from './video-cards.ts';
import type { VideoCard } from './views.ts';

/** Enough for a short list, even if most of these videos are already shown elsewhere on the page. */
const maxRead = 24;

/** The store's value is null until the device has answered. */
export function channelNewestStore(mirror: Mirror, channelId: string): Store<VideoCard[] | null> {
  const { db } = mirror;
  return liveStoreFor<VideoCard[] | null>(mirror, `channel-newest:${channelId}`, null, () =>
    db.transaction('r', [db.videoCards, db.watchStates], () =>
      db.videoCards
        .where('[channelId+publishedAt]')
        .between([channelId, Dexie.minKey], [channelId, Dexie.maxKey])
        .reverse()
        .limit(maxRead)
        .toArray()
        .then((cards) => joinWatchStates(db, cards)),
    ),
  );
}

export function useChannelNewest(channelId: string): VideoCard[] | null {
  return useStore(channelNewestStore(useMirror(), channelId));
}
