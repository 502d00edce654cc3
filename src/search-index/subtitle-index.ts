// The inverted index of the subtitles of saved videos: which passages contain a word. The text of a passage stays in the subtitle itself,
// which is deleted with its video. Lives in the worker; does not know where tracks come from or where it is stored.
import type { Passage } from '../contract/subtitle-passages.ts';
import type { SearchQuery } from '../lib/search-query.ts';
import { matchingTerms, countPostings } from './matching-terms.ts';
import { buildSegment, mergeSegments, type Segment } from './segment.ts';
import { indexedWordsOf, wordsOf } from './words.ts';

/** One subtitle of a saved video. */
export interface SubtitleTrack {
  videoId: string;
  /** Path and query on the archive. */
  url: string;
  /** Empty if unknown. */
  lang: string;
  source: 'user' | 'auto';
  /** A different value means that the track must be read again. */
  stamp: string;
}

interface IndexedTrack extends SubtitleTrack {
  /** The number of the track's first passage; the others follow. */
  first: number;
  count: number;
  isGone: boolean;
}

/** The form stored between starts. */
export interface StoredSubtitleIndex {
  version: typeof subtitleIndexVersion;
  tracks: IndexedTrack[];
  lengths: Uint8Array;
  terms: string;
  offsets: Uint32Array;
  postings: Uint32Array;
}

/** Any other version is discarded and rebuilt. */
export const subtitleIndexVersion = 1;

export interface PassageHit {
  track: SubtitleTrack;
  /** Index among the passages of its track. */
  index: number;
  score: number;
}

export interface PassageHits {
  /** Best first. */
  hits: PassageHit[];
  /** The terms to mark in the hits. */
  terms: ReadonlySet<string>;
}

/** As many as the archive returns (docs/behaviour.md, Search). */
const maxHits = 30;
/** Above this, fresh postings are merged into the large segment, because a place in a growable list takes eight times the space. */
const maxFreshPostings = 200_000;
const maxDeadShare = 0.5;
/** BM25 with the constants of the embedded server's SQLite, so that the scores of both are comparable. A word counts once per passage. */
const [k1, b] = [1.2, 0.75];

export type SubtitleIndex = ReturnType<typeof createSubtitleIndex>;

const keyOf = ({ videoId, url }: Pick<SubtitleTrack, 'videoId' | 'url'>): string => `${videoId} ${url}`;

export function createSubtitleIndex(storedIndex: StoredSubtitleIndex | null) {
  const tracks: IndexedTrack[] = storedIndex ? [...storedIndex.tracks] : [];
  const tracksByKey = new Map(tracks.filter(({ isGone }) => !isGone).map((track) => [keyOf(track), track]));
  const lengths: number[] = storedIndex ? Array.from(storedIndex.lengths) : [];
  /** For each passage, the index of its track. */
  const trackIndexes: number[] = tracks.flatMap(({ count }, index) => Array.from<number>({ length: count }).fill(index));
  let wordCount = lengths.reduce((sum, length) => sum + length, 0);
  let largeSegment: Segment = storedIndex
    ? { terms: storedIndex.terms === '' ? [] : storedIndex.terms.split('\n'), offsets: storedIndex.offsets, postings: storedIndex.postings }
    : buildSegment(new Map());
  let freshPlaces = new Map<string, number[]>();
  let freshCount = 0;
  let smallSegment: Segment | null = null;
  let isChanged = false;

  function segments(): Segment[] {
    if (freshPlaces.size > 0) smallSegment ??= buildSegment(freshPlaces);
    return smallSegment ? [largeSegment, smallSegment] : [largeSegment];
  }

  function mergeFresh(): void {
    largeSegment = segments().reduce((one, other) => mergeSegments(one, other));
    freshPlaces = new Map();
    freshCount = 0;
    smallSegment = null;
  }

  function drop(track: IndexedTrack): void {
    track.isGone = true;
    tracksByKey.delete(keyOf(track));
    isChanged = true;
  }

  const has = (track: SubtitleTrack): boolean => tracksByKey.get(keyOf(track))?.stamp === track.stamp;

  function put(track: SubtitleTrack, passages: readonly Passage[]): void {
    const existingTrack = tracksByKey.get(keyOf(track));
    if (existingTrack) drop(existingTrack);
    const indexedTrack: IndexedTrack = { ...track, first: lengths.length, count: passages.length, isGone: false };
    tracks.push(indexedTrack);
    tracksByKey.set(keyOf(track), indexedTrack);
    for (const { text } of passages) {
      const number = lengths.length;
      const words = new Set(indexedWordsOf(text));
      for (const word of words) {
        const places = freshPlaces.get(word);
        if (places) places.push(number);
        else freshPlaces.set(word, [number]);
      }
      const length = Math.min(255, words.size);
      lengths.push(length);
      trackIndexes.push(tracks.length - 1);
      wordCount += length;
      freshCount += words.size;
    }
    smallSegment = null;
    isChanged = true;
    if (freshCount > maxFreshPostings) mergeFresh();
  }

  /** Removes every track that is not among `existingTracks`; returns whether there was one. */
  function keepOnly(existingTracks: readonly SubtitleTrack[]): boolean {
    const keys = new Set(existingTracks.map(keyOf));
    const goneTracks = [...tracksByKey.values()].filter((track) => !keys.has(keyOf(track)));
    for (const track of goneTracks) drop(track);
    return goneTracks.length > 0;
  }

  /** Finds any of the words, like the archive: first as whole words; prefixes and typing errors only if that finds nothing. */
  function find(query: SearchQuery, isWanted: (videoId: string) => boolean): PassageHits {
    const words = query.words.flatMap(wordsOf);
    const exactMatches = rank(query, words, false, isWanted);
    return exactMatches.hits.length > 0 ? exactMatches : rank(query, words, true, isWanted);
  }

  function rank({ fuzzy, lang, source }: SearchQuery, words: readonly string[], isTolerant: boolean, isWanted: (videoId: string) => boolean): PassageHits {
    const isTrackSearched = tracks.map(
      (track) =>
        !track.isGone &&
        (lang === null || track.lang === lang) &&
        (source === null || (source === 'auto') === (track.source === 'auto')) &&
        isWanted(track.videoId),
    );
    /** For each passage, the number of the last word that was found in it; 0 if none was. Bytes, so only 255 words are searched. */
    const lastWordCounted = new Uint8Array(lengths.length);
    const scores = new Float32Array(lengths.length);
    const matchedTerms = new Set<string>();
    const foundNumbers: number[] = [];
    const meanLength = wordCount / Math.max(1, lengths.length);
    for (const [wordIndex, word] of words.slice(0, 255).entries()) {
      const groups = segments().map((segment) => ({
        segment,
        terms: matchingTerms(segment, word, isTolerant && wordIndex === words.length - 1, isTolerant ? fuzzy : null),
      }));
      const count = groups.reduce((sum, { segment, terms }) => sum + countPostings(segment, terms), 0);
      const rarity = Math.log(1 + (Math.max(lengths.length, count) - count + 0.5) / (count + 0.5));
      for (const { segment, terms } of groups) {
        for (let match = 0; match < terms.indexes.length; match += 1) {
          const index = terms.indexes[match] ?? 0;
          const gain = (terms.closeness[match] ?? 0) * rarity * (k1 + 1);
          matchedTerms.add(segment.terms[index] as string);
          for (let posting = segment.offsets[index] ?? 0; posting < (segment.offsets[index + 1] ?? 0); posting += 1) {
            const number = segment.postings[posting] ?? 0;
            if (lastWordCounted[number] === wordIndex + 1 || !isTrackSearched[trackIndexes[number] ?? 0]) continue;
            if (lastWordCounted[number] === 0) foundNumbers.push(number);
            lastWordCounted[number] = wordIndex + 1;
            scores[number] = (scores[number] ?? 0) + gain / (1 + k1 * (1 - b + (b * (lengths[number] ?? 0)) / meanLength));
          }
        }
      }
    }
    const hits = topHits(foundNumbers, scores).map((number): PassageHit => {
      const track = tracks[trackIndexes[number] ?? 0] as IndexedTrack;
      return { track, index: number - track.first, score: scores[number] ?? 0 };
    });
    return { hits, terms: matchedTerms };
  }

  return {
    has,
    put,
    keepOnly,
    find,
    isChanged: (): boolean => isChanged,
    isEmpty: (): boolean => tracksByKey.size === 0,
    /** Whether most passages belong to removed or replaced tracks, so that the index should be rebuilt. */
    needsRebuild(): boolean {
      const aliveCount = [...tracksByKey.values()].reduce((sum, { count }) => sum + count, 0);
      return lengths.length > 1_000 && aliveCount < lengths.length * (1 - maxDeadShare);
    },
    /** The form to store; from now on the index counts as stored. */
    toStored(): StoredSubtitleIndex {
      mergeFresh();
      isChanged = false;
      return {
        version: subtitleIndexVersion,
        tracks,
        lengths: Uint8Array.from(lengths),
        terms: largeSegment.terms.join('\n'),
        offsets: largeSegment.offsets,
        postings: largeSegment.postings,
      };
    },
  };
}

/** The passages with the highest scores, best first; of equal ones, the earlier comes first. */
function topHits(numbers: readonly number[], scores: Float32Array): number[] {
  const bestNumbers: number[] = [];
  const isBetter = (one: number, other: number): boolean => (scores[one] ?? 0) > (scores[other] ?? 0) || (scores[one] === scores[other] && one < other);
  for (const number of numbers) {
    const worstNumber = bestNumbers[maxHits - 1];
    if (worstNumber !== undefined && !isBetter(number, worstNumber)) continue;
    let index = bestNumbers.length;
    while (index > 0 && isBetter(number, bestNumbers[index - 1] as number)) index -= 1;
    bestNumbers.splice(index, 0, number);
    if (bestNumbers.length > maxHits) bestNumbers.pop();
  }
  return bestNumbers;
}
