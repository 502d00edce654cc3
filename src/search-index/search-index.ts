// The inverted index of the mirror: titles, names, descriptions and tags. Lives in the worker; does not know where its rows come from or
// where it is stored. Changes go into a small segment beside the large one until the index is stored.
import type { SearchQuery } from '../lib/search-query.ts';
import type { IndexHit, IndexHits } from './messages.ts';
import { matchingTerms, countPostings, type MatchingTerms } from './matching-terms.ts';
import { buildSegment, mergeSegments, type Segment } from './segment.ts';
import { indexedWordsOf, wordsOf } from './words.ts';

export type EntryKind = 'video' | 'channel' | 'playlist';

/** One video, channel or playlist, as searched. */
export interface IndexEntry {
  kind: EntryKind;
  id: string;
  /** Title or name. */
  name: string;
  description: string;
  tags: string;
  /** The name of a video's channel, which `channel:` searches. */
  channelName: string;
  isActive: boolean;
  isSubscribed: boolean;
  /** Ties are broken by the higher value: Unix seconds for a video, subscribers for a channel. */
  rank: number;
}

/** The index as stored between starts: flat, so that a hundred thousand entries load quickly. */
export interface StoredIndex {
  version: typeof storedVersion;
  keys: string;
  flags: Uint8Array;
  ranks: Uint32Array;
  stamps: Uint32Array;
  terms: string;
  offsets: Uint32Array;
  postings: Uint32Array;
}

/** Any other version is discarded and rebuilt. */
export const storedVersion = 1;

/** The most hits of one kind. The archive returns this many of all kinds together (docs/behaviour.md, Search). */
const maxHits = 30;
/** Similar words are searched only if there are fewer exact hits than this, because otherwise hits would come and go during typing. */
const minExactHits = 3;
/** Above this share of removed or outdated entries, the index is rebuilt. */
const maxDeadShare = 0.5;

const kinds: readonly EntryKind[] = ['video', 'channel', 'playlist'];
/** A place is an entry's number times `fieldCount` plus its field, so that "all words in one field" is one comparison. */
const fieldNames = ['name', 'description', 'tags', 'channelName'] as const;
const fieldCount = fieldNames.length;
const nameField = 0;
const channelField = 3;
const weights = [2, 1, 1, 0];

/** Bits of an entry's flags. The two lowest are the index of its kind in `kinds`. */
const flag = { kind: 3, active: 4, subscribed: 8, alive: 16 } as const;

export type SearchIndex = ReturnType<typeof createSearchIndex>;

export function createSearchIndex(storedIndex: StoredIndex | null) {
  const keys: string[] = storedIndex && storedIndex.keys !== '' ? storedIndex.keys.split('\n') : [];
  const numberByKey = new Map(keys.map((key, number) => [key, number]));
  let flags = ensureCapacity(storedIndex?.flags ?? new Uint8Array(), Uint8Array, keys.length);
  let ranks = ensureCapacity(storedIndex?.ranks ?? new Uint32Array(), Uint32Array, keys.length);
  let stamps = ensureCapacity(storedIndex?.stamps ?? new Uint32Array(), Uint32Array, keys.length);
  let largeSegment: Segment = storedIndex
    ? { terms: storedIndex.terms === '' ? [] : storedIndex.terms.split('\n'), offsets: storedIndex.offsets, postings: storedIndex.postings }
    : buildSegment(new Map());
  /** The places of entries added since the index was stored, by term; `smallSegment` is built from them. */
  let freshPlaces = new Map<string, number[]>();
  let smallSegment: Segment | null = null;
  let isChanged = false;

  function segments(): Segment[] {
    if (freshPlaces.size > 0) smallSegment ??= buildSegment(freshPlaces);
    return smallSegment ? [largeSegment, smallSegment] : [largeSegment];
  }

  /** Returns whether the entry is new or changed. */
  function put(entry: IndexEntry): boolean {
    const key = keyOf(entry);
    const stamp = stampOf(entry);
    const existingNumber = numberByKey.get(key);
    if (existingNumber !== undefined && stamps[existingNumber] === stamp && isAlive(existingNumber)) return false;
    if (existingNumber !== undefined) flags[existingNumber] = 0;
    add(key, entry, stamp);
    return true;
  }

  function add(key: string, entry: IndexEntry, stamp: number): void {
    const number = keys.length;
    keys.push(key);
    numberByKey.set(key, number);
    flags = ensureCapacity(flags, Uint8Array, keys.length);
    ranks = ensureCapacity(ranks, Uint32Array, keys.length);
    stamps = ensureCapacity(stamps, Uint32Array, keys.length);
    flags[number] = kinds.indexOf(entry.kind) | (entry.isActive ? flag.active : 0) | (entry.isSubscribed ? flag.subscribed : 0) | flag.alive;
    ranks[number] = Math.max(0, Math.min(0xffffffff, Math.floor(entry.rank)));
    stamps[number] = stamp;
    for (const [field, name] of fieldNames.entries()) {
      for (const word of new Set(indexedWordsOf(entry[name]))) {
        const places = freshPlaces.get(word);
        if (places) places.push(number * fieldCount + field);
        else freshPlaces.set(word, [number * fieldCount + field]);
      }
    }
    smallSegment = null;
    isChanged = true;
  }

  /** Removes every entry of a kind whose id is not among `ids`; returns whether there was one. */
  function keepOnly(kind: EntryKind, ids: ReadonlySet<string>): boolean {
    let hasRemoved = false;
    for (const [number, key] of keys.entries()) {
      if (!isAlive(number) || kindOf(number) !== kind || ids.has(idOf(key))) continue;
      flags[number] = 0;
      hasRemoved = true;
    }
    isChanged ||= hasRemoved;
    return hasRemoved;
  }

  const isAlive = (number: number): boolean => ((flags[number] ?? 0) & flag.alive) !== 0;
  const kindOf = (number: number): EntryKind => kinds[(flags[number] ?? 0) & flag.kind] ?? 'video';

  function find(query: SearchQuery): IndexHits {
    const noHits: IndexHits = { videos: [], channels: [], playlists: [] };
    if (query.kind === 'full') return noHits;
    const words = query.words.flatMap(wordsOf);
    // A query that is only punctuation has no hits.
    if (query.words.length > 0 && words.length === 0) return noHits;
    if (words.length === 0) return query.kind === 'simple' ? noHits : rank(query, null);
    const exactHits = rank(query, scorePlaces(words, query.kind === 'simple', null));
    if (query.fuzzy === 0 || countOf(exactHits) >= minExactHits) return exactHits;
    return appendHits(exactHits, rank(query, scorePlaces(words, query.kind === 'simple', query.fuzzy)));
  }

  /** Per place, how many of the query's words it has, and their score. Reused by every query. */
  let wordsFound = new Uint8Array();
  let placeScores = new Float32Array();

  /** Per place, the score of all words together; 0 if one is missing. */
  function scorePlaces(words: readonly string[], isNameOnly: boolean, fuzzy: SearchQuery['fuzzy'] | null): Float32Array {
    const places = keys.length * fieldCount;
    if (wordsFound.length < places) [wordsFound, placeScores] = [new Uint8Array(places * 2), new Float32Array(places * 2)];
    wordsFound.fill(0, 0, places);
    placeScores.fill(0, 0, places);
    for (const [wordIndex, word] of words.entries()) {
      const groups = segments().map((segment) => ({ segment, terms: matchingTerms(segment, word, wordIndex === words.length - 1, fuzzy) }));
      const count = groups.reduce((sum, { segment, terms }) => sum + countPostings(segment, terms), 0);
      const rarity = Math.log(1 + keys.length / (1 + count));
      for (const { segment, terms } of groups) addScores(segment, terms, { wordIndex, rarity, isNameOnly });
    }
    if (words.length > 1) for (let place = 0; place < places; place += 1) if (wordsFound[place] !== words.length) placeScores[place] = 0;
    return placeScores;
  }

  function addScores(
    segment: Segment,
    terms: MatchingTerms,
    { wordIndex, rarity, isNameOnly }: { wordIndex: number; rarity: number; isNameOnly: boolean },
  ): void {
    for (let match = 0; match < terms.indexes.length; match += 1) {
      const index = terms.indexes[match] ?? 0;
      const gain = (terms.closeness[match] ?? 0) * rarity;
      const end = segment.offsets[index + 1] ?? 0;
      for (let posting = segment.offsets[index] ?? 0; posting < end; posting += 1) {
        const place = segment.postings[posting] ?? 0;
        const field = place % fieldCount;
        if (wordsFound[place] !== wordIndex || field === channelField || (isNameOnly && field !== nameField)) continue;
        wordsFound[place] = wordIndex + 1;
        placeScores[place] = (placeScores[place] ?? 0) + gain * (weights[field] ?? 1);
      }
    }
  }

  /** @param scoresByPlace null if every entry that passes the filters is a hit */
  function rank(query: SearchQuery, scoresByPlace: Float32Array | null): IndexHits {
    const bestByKind: Record<EntryKind, { number: number; score: number }[]> = { video: [], channel: [], playlist: [] };
    const entriesInChannel = query.channel && query.channel.length > 0 ? entriesOfChannel(query.channel.flatMap(wordsOf)) : null;
    for (let number = 0; number < keys.length; number += 1) {
      const entryFlags = flags[number] ?? 0;
      if ((entryFlags & flag.alive) === 0) continue;
      const kind = kinds[entryFlags & flag.kind] ?? 'video';
      if (query.kind !== 'simple' && query.kind !== kind) continue;
      let score = 0;
      if (scoresByPlace) {
        const place = number * fieldCount;
        score = Math.max(scoresByPlace[place] ?? 0, scoresByPlace[place + 1] ?? 0, scoresByPlace[place + 2] ?? 0);
        if (score === 0) continue;
      }
      if (query.isActive !== null && query.isActive !== ((entryFlags & flag.active) !== 0)) continue;
      if (query.isSubscribed !== null && query.isSubscribed !== ((entryFlags & flag.subscribed) !== 0)) continue;
      if (entriesInChannel && !entriesInChannel.has(number)) continue;
      insertRanked(bestByKind[kind], number, score);
    }
    const hits = (kind: EntryKind): IndexHit[] => bestByKind[kind].map(({ number, score }) => ({ id: idOf(keys[number] ?? ''), score }));
    return { videos: hits('video'), channels: hits('channel'), playlists: hits('playlist') };
  }

  /** Inserts into a sorted list that never grows beyond `maxHits`. */
  function insertRanked(list: { number: number; score: number }[], number: number, score: number): void {
    const isBetter = (other: { number: number; score: number }): boolean =>
      score > other.score || (score === other.score && (ranks[number] ?? 0) > (ranks[other.number] ?? 0));
    const worstHit = list[maxHits - 1];
    if (worstHit && !isBetter(worstHit)) return;
    let index = list.length;
    while (index > 0 && isBetter(list[index - 1] as { number: number; score: number })) index -= 1;
    list.splice(index, 0, { number, score });
    if (list.length > maxHits) list.pop();
  }

  /** Videos of the channels whose name has all these words, the last one as a prefix. */
  function entriesOfChannel(words: readonly string[]): ReadonlySet<number> {
    let matchingEntries: Set<number> | null = null;
    for (const [wordIndex, word] of words.entries()) {
      const remainingEntries = new Set<number>();
      for (const segment of segments()) {
        for (const index of matchingTerms(segment, word, wordIndex === words.length - 1, null).indexes) {
          for (let posting = segment.offsets[index] ?? 0; posting < (segment.offsets[index + 1] ?? 0); posting += 1) {
            const place = segment.postings[posting] ?? 0;
            const number = Math.floor(place / fieldCount);
            if (place % fieldCount === channelField && (matchingEntries === null || matchingEntries.has(number))) remainingEntries.add(number);
          }
        }
      }
      matchingEntries = remainingEntries;
    }
    return matchingEntries ?? new Set();
  }

  /** Returns a test of whether a video belongs to a channel whose name has all these words, the last one as a prefix. */
  function channelTest(words: readonly string[]): (videoId: string) => boolean {
    const entriesInChannel = entriesOfChannel(words.flatMap(wordsOf));
    return (videoId) => {
      const number = numberByKey.get(`video ${videoId}`);
      return number !== undefined && isAlive(number) && entriesInChannel.has(number);
    };
  }

  /** How many entries can be found. */
  function size(): number {
    return flags.subarray(0, keys.length).reduce((sum, entryFlags) => sum + ((entryFlags & flag.alive) === 0 ? 0 : 1), 0);
  }

  return {
    put,
    keepOnly,
    find,
    channelTest,
    size,
    isChanged: (): boolean => isChanged,
    /** Whether most entries are removed or outdated, so that the index should be rebuilt. */
    needsRebuild(): boolean {
      return keys.length > 1_000 && size() < keys.length * (1 - maxDeadShare);
    },
    /** The form to store; from now on the index counts as stored. */
    toStored(): StoredIndex {
      largeSegment = segments().reduce((one, other) => mergeSegments(one, other));
      freshPlaces = new Map();
      smallSegment = null;
      isChanged = false;
      return {
        version: storedVersion,
        keys: keys.join('\n'),
        flags: flags.slice(0, keys.length),
        ranks: ranks.slice(0, keys.length),
        stamps: stamps.slice(0, keys.length),
        terms: largeSegment.terms.join('\n'),
        offsets: largeSegment.offsets,
        postings: largeSegment.postings,
      };
    },
  };
}

const countOf = (hits: IndexHits): number => hits.videos.length + hits.channels.length + hits.playlists.length;

function appendHits(exactHits: IndexHits, others: IndexHits): IndexHits {
  const mergeHits = (one: IndexHit[], other: IndexHit[]): IndexHit[] => {
    const idsInOne = new Set(one.map(({ id }) => id));
    return [...one, ...other.filter(({ id }) => !idsInOne.has(id))].slice(0, maxHits);
  };
  return {
    videos: mergeHits(exactHits.videos, others.videos),
    channels: mergeHits(exactHits.channels, others.channels),
    playlists: mergeHits(exactHits.playlists, others.playlists),
  };
}

const keyOf = ({ kind, id }: IndexEntry): string => `${kind} ${id}`;
const idOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

/** Detects changed entries: FNV-1a over the whole entry. */
function stampOf(entry: IndexEntry): number {
  const text = `${entry.name}\n${entry.description}\n${entry.tags}\n${entry.channelName}\n${entry.isActive ? 1 : 0}${entry.isSubscribed ? 1 : 0}\n${entry.rank}`;
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Returns the same array if it has at least `minLength` elements; otherwise a copy with twice that length, so that it rarely grows. */
function ensureCapacity<Numbers extends Uint8Array | Uint32Array>(numbers: Numbers, Type: new (length: number) => Numbers, minLength: number): Numbers {
  if (numbers.length >= minLength) return numbers;
  const largerArray = new Type(Math.max(64, minLength * 2));
  largerArray.set(numbers);
  return largerArray;
}
