// Reports to the saved videos what the mirror learns about their files at the archive: gone, back, or replaced. Started by the client when the page
// is idle; a separate chunk.
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { videoKey } from '../mirror/resource-keys.ts';
import { wish } from '../mirror/wanted.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import type { SourceFacts } from '../saved-media/ledger/source-facts.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';

type Link = Pick<SavedLink, 'items' | 'subscribe'> & { wishes: Pick<SavedLink['wishes'], 'noteSource'> };

/** How often a video that nobody opens is read again: otherwise a file that is gone would only show while travelling. */
const readAnewAfterMs = 24 * 60 * 60_000;
/** Limit per start, least recently read first. */
const mostReadAnew = 50;

/** `mayRead`: whether this device may prefetch. Returns the function that ends it. */
export function watchSources(mirror: Pick<Mirror, 'db' | 'clock'>, saved: Link, mayRead: () => boolean): () => void {
  const { db } = mirror;
  /** The last facts reported for each. */
  const told = new Map<string, string>();
  let watched = '';
  let endWatch = (): void => {};

  function onItems(): void {
    const keys = saved
      .items()
      .filter(({ wholeRevision }) => wholeRevision !== null)
      .map(({ videoId, wholeRevision }) => `${videoId} ${wholeRevision}`)
      .toSorted();
    if (keys.join('\n') === watched) return;
    if (watched === '' && mayRead()) void readAnew(mirror, keys).catch((reason: unknown) => console.warn('Saved videos are not read anew', reason));
    watched = keys.join('\n');
    endWatch();
    endWatch = watchQuery(
      mirror.clock,
      () => read(db, keys),
      (facts) => void tell(facts).catch((reason: unknown) => console.warn('What is known of saved videos was not kept', reason)),
    );
  }

  async function tell(facts: Map<string, SourceFacts | null>): Promise<void> {
    for (const [key, source] of facts) {
      const words = JSON.stringify(source);
      if (told.get(key) === words) continue;
      told.set(key, words);
      await saved.wishes.noteSource(videoIdOf(key), source);
    }
  }

  onItems();
  const leave = saved.subscribe(onItems);
  return () => {
    leave();
    endWatch();
  };
}

async function readAnew({ db, clock }: Pick<Mirror, 'db' | 'clock'>, keys: readonly string[]): Promise<void> {
  const details = await db.videoDetails.bulkGet(keys.map(videoIdOf));
  // Negative: it was read while the clock was ahead, and would count as fresh until the clock catches up.
  const isOld = (ageMs: number): boolean => ageMs > readAnewAfterMs || ageMs < 0;
  const old = details.filter((row) => row !== undefined).filter(({ fetchedAtMs }) => isOld(clock.now() - fetchedAtMs));
  for (const { videoId } of old.toSorted((one, other) => one.fetchedAtMs - other.fetchedAtMs).slice(0, mostReadAnew)) {
    await wish({ db, clock }, videoKey(videoId), 2);
  }
}

const videoIdOf = (key: string): string => key.split(' ')[0] ?? '';

/** Facts of each mirrored video; null: the archive has no file for it. */
async function read(db: MirrorDatabase, keys: readonly string[]): Promise<Map<string, SourceFacts | null>> {
  const videoIds = keys.map(videoIdOf);
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
