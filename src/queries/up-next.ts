import { emptyUpNext, type UpNext } from '../lib/up-next.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { videoKey } from '../mirror/resource-keys.ts';
import { readDocument } from './documents.ts';
import { liveStoreFor, type Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useKept, useStore } from './use-store.ts';
import { readVideoCards } from './video-cards.ts';
import type { VideoCard } from './views.ts';

/** The videos that play next, the same in every tab. */
export function useUpNext(): UpNext {
  return useStore(upNextStore(useMirror()));
}

/** Cards of these videos, by id, as far as the device has them. */
export function useCardsById(videoIds: readonly string[]): ReadonlyMap<string, VideoCard> {
  const cards = useStore(cardsStore(useMirror(), videoIds));
  // While a changed list is read, the previous pictures stay.
  const keptCards = useKept(cards, cards !== unreadCards);
  return new Map(keptCards.map((card) => [card.videoId, card]));
}

/** A step reads few rows, because the first video is rarely missing. */
const stepSize = 20;
/** The search stops after this many missing videos in a row. */
const maxScanned = 200;

/** The videos at the front that are gone from the server, or whose file is missing there, up to the first whose file is there. */
export function useMissingUpcoming(videoIds: readonly string[]): readonly string[] {
  return useStore(missingUpcomingStore(useMirror(), videoIds.slice(0, maxScanned)));
}

export function missingUpcomingStore(mirror: Mirror, videoIds: readonly string[]): Store<readonly string[]> {
  const { db } = mirror;
  return liveStoreFor(mirror, `missing ${videoIds.join(' ')}`, noneMissing, () =>
    db.transaction('r', [db.videoCards, db.wanted], () => findLeadingMissing(db, videoIds)),
  );
}

const noneMissing: readonly string[] = [];

async function findLeadingMissing(db: MirrorDatabase, videoIds: readonly string[]): Promise<readonly string[]> {
  for (let from = 0; from < videoIds.length; from += stepSize) {
    const ids = videoIds.slice(from, from + stepSize);
    const [cards, requests] = await Promise.all([db.videoCards.bulkGet(ids), db.wanted.bulkGet(ids.map(videoKey))]);
    // A video without a card may merely be unknown to this device. It is gone if the archive answered the request for it with 404.
    const presentIndex = cards.findIndex((card, index) => (card ? card.missingSince === undefined : requests[index]?.failure !== 'not-found'));
    if (presentIndex >= 0) return videoIds.slice(0, from + presentIndex);
  }
  return videoIds;
}

const unreadCards: VideoCard[] = [];

function cardsStore(mirror: Mirror, videoIds: readonly string[]): Store<VideoCard[]> {
  const { db } = mirror;
  return liveStoreFor(mirror, `cards ${videoIds.join(' ')}`, unreadCards, () =>
    db.transaction('r', [db.videoCards, db.watchStates], () => readVideoCards(db, [...videoIds])),
  );
}

function upNextStore(mirror: Mirror): Store<UpNext> {
  return liveStoreFor(mirror, 'up-next', emptyUpNext, async () => (await readDocument(mirror.db, 'up-next'))?.value ?? emptyUpNext);
}
