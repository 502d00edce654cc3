// Keeps the subtitle index up to date with one account's saved videos, and answers searches with the matching passages. Called by the
// worker. The stored index records which passages contain a word, not their text. A crash loses at most the changes since the index was
// last stored; the next scan finds them again.
import { passagesOf, type Passage } from '../contract/subtitle-passages.ts';
import type { SearchQuery } from '../lib/search-query.ts';
import type { SubtitleHit } from '../mirror/search-answer.ts';
import { markWords } from './mark-words.ts';
import type { MirrorRows } from './mirror-rows.ts';
import { createCoalescedRun } from './coalesced-run.ts';
import type { readSaved, SavedSubtitles } from './saved-subtitles.ts';
import { createSubtitleIndex, type SubtitleTrack } from './subtitle-index.ts';

export interface SubtitleIndexKeeper {
  /** Resolves to the hits, best first; null if the search was stopped because `isOutdated` returned true. */
  find(query: SearchQuery, ports: { isOfChannel: (videoId: string) => boolean; isOutdated: () => boolean }): Promise<SubtitleHit[] | null>;
  /** Call when something about the saved videos has changed. Scans them, after any scan under way. */
  rescan(): Promise<void>;
}

export interface SubtitlePorts {
  rows: Pick<MirrorRows, 'readSubtitleIndex' | 'storeSubtitleIndex' | 'cards' | 'subtitlesOf'>;
  /** Reads the saved videos of one account. */
  readSaved: <Value>(work: Parameters<typeof readSaved<Value>>[1]) => Promise<Value | null>;
  onUpdate: () => void;
  /** Yields to waiting work. */
  yieldNow: () => Promise<void>;
}

/** How many tracks are cached: about 60 kB each per hour of speech. */
const maxCachedTracks = 40;
/** The page is notified each time this many tracks have been indexed, because they can be found before all are read. */
const notifyEvery = 25;

export async function createSubtitleIndexKeeper({ rows, readSaved, onUpdate, yieldNow }: SubtitlePorts): Promise<SubtitleIndexKeeper> {
  let index = createSubtitleIndex(await rows.readSubtitleIndex().catch(() => null));
  const passageCache = new Map<string, Passage[]>();

  async function scan(): Promise<void> {
    if (index.needsRebuild()) index = createSubtitleIndex(null);
    const existingTracks = (await readSaved((saved) => indexNewTracks(saved))) ?? [];
    index.keepOnly(existingTracks);
    if (!index.isChanged()) return;
    onUpdate();
    await rows.storeSubtitleIndex(index.isEmpty() ? null : index.toStored());
  }

  /** Returns the existing tracks, all of which are now indexed. A track that could not be read is left out. */
  async function indexNewTracks(saved: SavedSubtitles): Promise<SubtitleTrack[]> {
    const existingTracks: SubtitleTrack[] = [];
    let addedCount = 0;
    for (const { videoId, revision } of await saved.videos()) {
      const subtitles = await rows.subtitlesOf(videoId);
      for (const { url, body } of await saved.tracksOf(videoId)) {
        const subtitle = subtitles.find(({ media_url }) => encodeURI(media_url) === url);
        const source = subtitle?.source === 'auto' ? 'auto' : 'user';
        const lang = subtitle?.lang.toLowerCase() ?? '';
        const track: SubtitleTrack = { videoId, url, lang, source, stamp: `${revision} ${body.size} ${lang} ${source}` };
        if (!index.has(track)) {
          // If the text cannot be read now, the next scan retries.
          const text = await body.text().catch(() => null);
          if (text === null) continue;
          index.put(track, passagesOf(text));
          if (++addedCount % notifyEvery === 0) onUpdate();
        }
        existingTracks.push(track);
      }
      await yieldNow();
    }
    return existingTracks;
  }

  async function readPassages(saved: SavedSubtitles, { videoId, url, stamp }: SubtitleTrack): Promise<Passage[]> {
    const key = `${videoId} ${url} ${stamp}`;
    const cachedPassages = passageCache.get(key);
    if (cachedPassages) return cachedPassages;
    const body = (await saved.tracksOf(videoId)).find((file) => file.url === url)?.body;
    const passages = passagesOf((await body?.text().catch(() => '')) ?? '');
    passageCache.set(key, passages);
    if (passageCache.size > maxCachedTracks) passageCache.delete([...passageCache.keys()][0] as string);
    await yieldNow();
    return passages;
  }

  return {
    rescan: createCoalescedRun(scan),
    async find(query, { isOfChannel, isOutdated }) {
      if (query.kind !== 'simple' && query.kind !== 'full') return [];
      const { hits, terms } = index.find(query, isOfChannel);
      if (hits.length === 0) return [];
      const subtitleHits = await readSaved(async (saved) => {
        const revisions = new Map((await saved.videos()).map(({ videoId, revision }) => [videoId, revision]));
        const cards = new Map((await rows.cards(hits.map(({ track }) => track.videoId))).map((card) => [card.videoId, card]));
        const foundHits: SubtitleHit[] = [];
        for (const { track, index: passageIndex, score } of hits) {
          const { videoId, lang, source, stamp } = track;
          // A stamp begins with the revision. If it differs, the video has been removed or saved again since the last scan.
          if (Number.parseInt(stamp, 10) !== revisions.get(videoId)) continue;
          const passage = (await readPassages(saved, track))[passageIndex];
          if (isOutdated()) return null;
          if (!passage) continue;
          const card = cards.get(videoId);
          foundHits.push({
            videoId,
            title: card?.title ?? videoId,
            channelId: card?.channelId ?? '',
            channelName: card?.channelName ?? '',
            thumbUrl: card?.thumbUrl ?? null,
            lang,
            source,
            startSeconds: passage.startMs / 1_000,
            endSeconds: passage.endMs / 1_000,
            line: markWords(passage.text, terms),
            score,
          });
        }
        return foundHits;
      });
      return isOutdated() ? null : (subtitleHits ?? []);
    },
  };
}
