// Cards with their watch state joined in. Called by the queries of this folder, inside their transaction, and by the policies
// (src/app/saved-plans).
import type { MirrorDatabase } from '../mirror/database.ts';
import type { VideoCardRow, WatchStateRow } from '../mirror/rows.ts';
import type { VideoCard } from './views.ts';

export function toVideoCard(card: VideoCardRow, watch: WatchStateRow | undefined): VideoCard {
  const isWatched = watch?.shown.isWatched ?? false;
  return { ...card, isWatched, positionSeconds: isWatched ? null : (watch?.shown.positionSeconds ?? null), isWaiting: watch?.waiting === 1 };
}

export async function joinWatchStates(db: MirrorDatabase, cards: VideoCardRow[]): Promise<VideoCard[]> {
  const watches = await db.watchStates.bulkGet(cards.map((card) => card.videoId));
  return cards.map((card, index) => toVideoCard(card, watches[index]));
}

/** The cards, in the order of the ids; an id without a card is left out. */
export async function readVideoCards(db: MirrorDatabase, videoIds: string[]): Promise<VideoCard[]> {
  const [cards, watches] = await Promise.all([db.videoCards.bulkGet(videoIds), db.watchStates.bulkGet(videoIds)]);
  return cards.flatMap((card, index) => (card ? [toVideoCard(card, watches[index])] : []));
}
