import { useRef } from 'react';
import { nothingNext, type UpNext } from '../lib/up-next.ts';
import type { Mirror } from '../mirror/database.ts';
import { createLiveStore, storeFor, type Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';
import { readVideoCards } from './video-cards.ts';
import type { VideoCard } from './views.ts';

/** What plays after this, as it is in every tab. */
export function useUpNext(): UpNext {
  return useStore(upNextStore(useMirror()));
}

/** Cards of these videos, by id: those that the device has. */
export function useCardsById(videoIds: readonly string[]): ReadonlyMap<string, VideoCard> {
  const cards = useStore(cardsStore(useMirror(), videoIds));
  // While a changed list is read, the pictures of the one before stay.
  const latest = useRef(cards);
  if (cards !== unread) latest.current = cards;
  return new Map(latest.current.map((card) => [card.videoId, card]));
}

const unread: VideoCard[] = [];

function cardsStore(mirror: Mirror, videoIds: readonly string[]): Store<VideoCard[]> {
  const { db } = mirror;
  const query = (): Promise<VideoCard[]> => db.transaction('r', [db.videoCards, db.watchStates], () => readVideoCards(db, [...videoIds]));
  return storeFor(mirror, `cards ${videoIds.join(' ')}`, (onIdle) => createLiveStore({ clock: mirror.clock, query, initial: unread, onIdle }));
}

function upNextStore(mirror: Mirror): Store<UpNext> {
  const query = async (): Promise<UpNext> => {
    const row = await mirror.db.documents.get('up-next');
    return row?.key === 'up-next' ? row.value : nothingNext;
  };
  return storeFor(mirror, 'up-next', (onIdle) => createLiveStore({ clock: mirror.clock, query, initial: nothingNext, onIdle }));
}
