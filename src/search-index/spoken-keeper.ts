// Keeps the spoken index in step with one account's saved videos, and answers with their text. Called by the worker. Only numbers and single words
// are stored; a crash loses what was found since then, and the next look finds it again.
import { passagesOf, type Passage } from '../contract/subtitle-passages.ts';
import type { SearchQuery } from '../lib/search-query.ts';
import type { SpokenHit } from '../mirror/search-answer.ts';
import { markWords } from './mark-words.ts';
import type { MirrorRows } from './mirror-rows.ts';
import { createRunOnceMore } from './run-once-more.ts';
import type { readSaved, SavedSubtitles } from './saved-subtitles.ts';
import { createSpokenIndex, type SpokenTrack } from './spoken-index.ts';

export interface SpokenKeeper {
  /** Best first. Null: ended by `isOutdated`. */
  find(query: SearchQuery, ports: { isOfChannel: (videoId: string) => boolean; isOutdated: () => boolean }): Promise<SpokenHit[] | null>;
  /** Something about the saved videos has changed: scans them, after any scan under way. */
  look(): Promise<void>;
}

export interface SpokenPorts {
  rows: Pick<MirrorRows, 'readSpoken' | 'keepSpoken' | 'cards' | 'subtitlesOf'>;
  /** Of one account. */
  readSaved: <Value>(work: Parameters<typeof readSaved<Value>>[1]) => Promise<Value | null>;
  onUpdate: () => void;
  /** Yields to waiting work. */
  breathe: () => Promise<void>;
}

/** Cache of the tracks shown last: about 60 kB per hour of talk. */
const mostRead = 40;
/** New tracks can be found before all are read, without notifying callers of each one. */
const toldEvery = 25;

export async function createSpokenKeeper({ rows, readSaved, onUpdate, breathe }: SpokenPorts): Promise<SpokenKeeper> {
  let index = createSpokenIndex(await rows.readSpoken().catch(() => null));
  const read = new Map<string, Passage[]>();

  async function lookThrough(): Promise<void> {
    if (index.isWorn()) index = createSpokenIndex(null);
    const standing = (await readSaved((saved) => follow(saved))) ?? [];
    index.keepOnly(standing);
    if (!index.isChanged()) return;
    onUpdate();
    await rows.keepSpoken(index.isEmpty() ? null : index.toStored());
  }

  /** Returns the tracks that exist. */
  async function follow(saved: SavedSubtitles): Promise<SpokenTrack[]> {
    const standing: SpokenTrack[] = [];
    let added = 0;
    for (const { videoId, revision } of await saved.videos()) {
      const known = await rows.subtitlesOf(videoId);
      for (const { url, body } of await saved.tracksOf(videoId)) {
        const subtitle = known.find(({ media_url }) => encodeURI(media_url) === url);
        const source = subtitle?.source === 'auto' ? 'auto' : 'user';
        const lang = subtitle?.lang.toLowerCase() ?? '';
        const track: SpokenTrack = { videoId, url, lang, source, stamp: `${revision} ${body.size} ${lang} ${source}` };
        if (!index.has(track)) {
          // If it cannot be read now, the next look retries.
          const text = await body.text().catch(() => null);
          if (text === null) continue;
          index.put(track, passagesOf(text));
          if (++added % toldEvery === 0) onUpdate();
        }
        standing.push(track);
      }
      await breathe();
    }
    return standing;
  }

  async function passages(saved: SavedSubtitles, { videoId, url, stamp }: SpokenTrack): Promise<Passage[]> {
    const key = `${videoId} ${url} ${stamp}`;
    const standing = read.get(key);
    if (standing) return standing;
    const body = (await saved.tracksOf(videoId)).find((file) => file.url === url)?.body;
    const found = passagesOf((await body?.text().catch(() => '')) ?? '');
    read.set(key, found);
    if (read.size > mostRead) read.delete([...read.keys()][0] as string);
    await breathe();
    return found;
  }

  return {
    look: createRunOnceMore(lookThrough),
    async find(query, { isOfChannel, isOutdated }) {
      if (query.kind !== 'simple' && query.kind !== 'full') return [];
      const { hits, terms } = index.find(query, isOfChannel);
      if (hits.length === 0) return [];
      const answered = await readSaved(async (saved) => {
        const whole = new Map((await saved.videos()).map(({ videoId, revision }) => [videoId, revision]));
        const cards = new Map((await rows.cards(hits.map(({ track }) => track.videoId))).map((card) => [card.videoId, card]));
        const spoken: SpokenHit[] = [];
        for (const { track, place, score } of hits) {
          const { videoId, lang, source, stamp } = track;
          // Removed or saved again since the last look.
          if (Number.parseInt(stamp, 10) !== whole.get(videoId)) continue;
          const passage = (await passages(saved, track))[place];
          if (isOutdated()) return null;
          if (!passage) continue;
          const card = cards.get(videoId);
          spoken.push({
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
        return spoken;
      });
      return isOutdated() ? null : (answered ?? []);
    },
  };
}
