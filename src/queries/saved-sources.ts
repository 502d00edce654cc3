// Tells what is saved here what the mirror hears of its files at the archive: that one is gone, back, or another one now. Started by the client
// when the page is idle; loaded apart.
import { liveQuery, type Subscription } from 'dexie';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import type { SourceFacts } from '../saved-media/ledger/source-facts.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';

type Link = Pick<SavedLink, 'items' | 'subscribe'> & { wishes: Pick<SavedLink['wishes'], 'noteSource'> };

/** Ends it. */
export function watchSources({ db }: Pick<Mirror, 'db'>, saved: Link): () => void {
  /** The last that was told of each. */
  const told = new Map<string, string>();
  let watched = '';
  let watch: Subscription | null = null;

  function onItems(): void {
    const videoIds = saved
      .items()
      .filter(({ wholeRevision }) => wholeRevision !== null)
      .map(({ videoId, wholeRevision }) => `${videoId} ${wholeRevision}`)
      .toSorted();
    if (videoIds.join('\n') === watched) return;
    watched = videoIds.join('\n');
    watch?.unsubscribe();
    watch = liveQuery(() => read(db, videoIds)).subscribe({
      next: (facts) => void tell(facts).catch((reason: unknown) => console.warn('What is known of saved videos was not kept', reason)),
      error: (reason: unknown) => console.warn('The files of saved videos are not watched', reason),
    });
  }

  async function tell(facts: Map<string, SourceFacts | null>): Promise<void> {
    for (const [key, source] of facts) {
      const words = JSON.stringify(source);
      if (told.get(key) === words) continue;
      told.set(key, words);
      await saved.wishes.noteSource(key.split(' ')[0] ?? '', source);
    }
  }

  onItems();
  const leave = saved.subscribe(onItems);
  return () => {
    leave();
    watch?.unsubscribe();
  };
}

/** Of each that is mirrored; null: the archive has no file of it. */
async function read(db: MirrorDatabase, keys: readonly string[]): Promise<Map<string, SourceFacts | null>> {
  const videoIds = keys.map((key) => key.split(' ')[0] ?? '');
  const [cards, details] = await Promise.all([db.videoCards.bulkGet(videoIds), db.videoDetails.bulkGet(videoIds)]);
  const facts = new Map<string, SourceFacts | null>();
  for (const [at, key] of keys.entries()) {
    const [card, detail] = [cards[at], details[at]];
    if (!card || !detail) continue;
    const urls = detail.hlsUrl === null ? [detail.mediaUrl] : [detail.mediaUrl, detail.hlsUrl];
    const source = { urls, sizeBytes: card.mediaSizeBytes > 0 ? card.mediaSizeBytes : null, fetchedAtMs: detail.fetchedAtMs };
    facts.set(key, card.missingSince === undefined ? source : null);
  }
  return facts;
}
