// Records in the ledger that the archive's file of a saved video is gone, back or replaced, once the mirror knows. A separate chunk, which
// the client starts when the page is idle.
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { videoKey } from '../mirror/resource-keys.ts';
import { requestRefresh } from '../mirror/refresh-requests.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import type { SourceFacts } from '../saved-media/ledger/source-facts.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';
import { inBackground } from '../lib/in-background.ts';

type Link = Pick<SavedLink, 'items' | 'subscribe'> & { actions: Pick<SavedLink['actions'], 'recordSource'> };

/**
 * How often a video that nobody opens is read again. A user should learn before a journey, not during it, that the video's file is gone.
 */
const refetchAfterMs = 24 * 60 * 60_000;
/** The limit of videos per start; those not read for longest come first. */
const maxRefetched = 50;

/** Returns the function that stops watching. `mayPrefetch` returns whether this device may prefetch. */
export function watchSources(mirror: Pick<Mirror, 'db' | 'clock'>, saved: Link, mayPrefetch: () => boolean): () => void {
  const { db } = mirror;
  /** The last facts reported for each key: a video's id and the revision of its copy. */
  const reportedFacts = new Map<string, string>();
  let trackedKeys = '';
  let endWatch = (): void => {};
  /** Reports run one after another, because an older one must not be recorded last. */
  let lastReport = Promise.resolve();

  function onItems(): void {
    const keys = saved
      .items()
      .filter(({ wholeRevision }) => wholeRevision !== null)
      .map(({ videoId, wholeRevision }) => `${videoId} ${wholeRevision}`)
      .toSorted();
    if (keys.join('\n') === trackedKeys) return;
    if (trackedKeys === '' && mayPrefetch()) inBackground(refetchStale(mirror, keys), 'Saved videos could not be read again');
    trackedKeys = keys.join('\n');
    endWatch();
    endWatch = watchQuery(
      mirror.clock,
      () => readFacts(db, keys),
      (facts) => {
        lastReport = lastReport.then(() => report(facts)).catch((reason: unknown) => console.warn('The facts about saved videos were not recorded', reason));
      },
    );
  }

  async function report(facts: Map<string, SourceFacts | null>): Promise<void> {
    for (const [key, source] of facts) {
      const json = JSON.stringify(source);
      if (reportedFacts.get(key) === json) continue;
      await saved.actions.recordSource(videoIdOf(key), source);
      reportedFacts.set(key, json);
    }
  }

  onItems();
  const unsubscribe = saved.subscribe(onItems);
  return () => {
    unsubscribe();
    endWatch();
  };
}

async function refetchStale({ db, clock }: Pick<Mirror, 'db' | 'clock'>, keys: readonly string[]): Promise<void> {
  const details = await db.videoDetails.bulkGet(keys.map(videoIdOf));
  // A negative age means that the video was read while the clock was ahead. It would count as fresh until the clock catches up.
  const isStale = (ageMs: number): boolean => ageMs > refetchAfterMs || ageMs < 0;
  const staleRows = details.filter((row) => row !== undefined).filter(({ fetchedAtMs }) => isStale(clock.now() - fetchedAtMs));
  for (const { videoId } of staleRows.toSorted((one, other) => one.fetchedAtMs - other.fetchedAtMs).slice(0, maxRefetched)) {
    await requestRefresh({ db, clock }, videoKey(videoId), 2);
  }
}

const videoIdOf = (key: string): string => key.split(' ')[0] ?? '';

/** Facts about each mirrored video; null if the archive has no file for it. */
async function readFacts(db: MirrorDatabase, keys: readonly string[]): Promise<Map<string, SourceFacts | null>> {
  const videoIds = keys.map(videoIdOf);
  const [cards, details] = await Promise.all([db.videoCards.bulkGet(videoIds), db.videoDetails.bulkGet(videoIds)]);
  const facts = new Map<string, SourceFacts | null>();
  for (const [index, key] of keys.entries()) {
    const [card, detail] = [cards[index], details[index]];
    if (!card || !detail) continue;
    const urls = detail.hlsUrl === null ? [detail.mediaUrl] : [detail.mediaUrl, detail.hlsUrl];
    const source = { urls, sizeBytes: card.mediaSizeBytes > 0 ? card.mediaSizeBytes : null, fetchedAtMs: detail.fetchedAtMs };
    facts.set(key, card.missingSince === undefined ? source : null);
  }
  return facts;
}
