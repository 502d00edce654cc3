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
  return useStore(cardsStore(useMirror(), videoIds));
}

const noCards: ReadonlyMap<string, VideoCard> = new Map();

function cardsStore(mirror: Mirror, videoIds: readonly string[]): Store<ReadonlyMap<string, VideoCard>> {
  const { db } = mirror;
  const query = async (): Promise<ReadonlyMap<string, VideoCard>> => {
    const cards = await db.transaction('r', [db.videoCards, db.watchStates], () => readVideoCards(db, [...videoIds]));
    return new Map(cards.map((card) => [card.videoId, card]));
  };
  return storeFor(mirror, `cards ${videoIds.join(' ')}`, (onIdle) => createLiveStore({ clock: mirror.clock, query, initial: noCards, onIdle }));
}

function upNextStore(mirror: Mirror): Store<UpNext> {
  const query = async (): Promise<UpNext> => {
    const row = await mirror.db.documents.get('up-next');
    return row?.key === 'up-next' ? row.value : nothingNext;
  };
  return storeFor(mirror, 'up-next', (onIdle) => createLiveStore({ clock: mirror.clock, query, initial: nothingNext, onIdle }));
}
