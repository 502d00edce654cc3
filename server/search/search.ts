// Finds the matches of a query: ids with scores, best first, at most thirty over all lists together.
import type { Database } from '../database/transaction.ts';
import { createFuzzyMatcher, matchInOneColumn, toMatchedWords, type MatchedWord } from './match-words.ts';
import { queryWords, type SearchKind, type SearchQuery } from './query-words.ts';
import { createSubtitleSearch, type SubtitleHit } from './subtitle-search.ts';

export interface Hit<Key> {
  key: Key;
  score: number;
}

export interface SearchHits {
  kind: SearchKind;
  videos: Hit<number>[];
  channels: Hit<string>[];
  playlists: Hit<string>[];
  spoken: SubtitleHit[];
}

export const maxHits = 30;
/** Ranking more matches takes too long while somebody types. Words with that many matches say little, so the newest matches come first. */
const maxRanked = 4_000;

type Filter = [condition: string, ...values: (string | number)[]];

export type Search = ReturnType<typeof createSearch>;

export function createSearch(database: Database) {
  const statementsBySql = new Map<string, ReturnType<Database['prepare']>>();
  /** The SQL texts are a closed set (indexes and combinations of filters), so the map stays small. */
  function statement(sql: string): ReturnType<Database['prepare']> {
    const preparedStatement = statementsBySql.get(sql) ?? database.prepare(sql);
    statementsBySql.set(sql, preparedStatement);
    return preparedStatement;
  }
  const fuzzyTitles = createFuzzyMatcher(database, 'video_word_counts');
  const fuzzyNames = createFuzzyMatcher(database, 'name_word_counts');
  const spoken = createSubtitleSearch(database);

  const videos = createRankedSearch<number>('video_words', 'video.id', 'JOIN video ON video.id = video_words.rowid', '2.0, 1.0, 1.0');
  const channels = createRankedSearch<string>(
    'name_words',
    'channel_id',
    "JOIN name_key ON name_key.id = name_words.rowid AND name_key.kind = 'channel' JOIN channel ON channel_id = ref",
    '2.0, 1.0, 1.0',
  );
  const playlists = createRankedSearch<string>(
    'name_words',
    'playlist_id',
    "JOIN name_key ON name_key.id = name_words.rowid AND name_key.kind = 'playlist' JOIN playlist ON playlist_id = ref",
    '2.0, 1.0, 1.0',
  );

  function createRankedSearch<Key extends number | string>(index: string, key: string, joins: string, weights: string) {
    return (match: string, filters: Filter[]): Hit<Key>[] => {
      const where = filters.map(([condition]) => ` AND ${condition}`).join('');
      const values = filters.flatMap(([, ...filterValues]) => filterValues);
      const { n } = statement(`SELECT count(*) AS n FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT ${maxRanked})`).get(match) as {
        n: number;
      };
      const [rank, order] = n < maxRanked ? [`bm25(${index}, ${weights})`, 'rank'] : ['0', `${index}.rowid DESC`];
      const sql = `SELECT ${key} AS key, ${rank} AS rank FROM ${index} ${joins} WHERE ${index} MATCH ?${where} ORDER BY ${order} LIMIT ${maxHits}`;
      return (statement(sql).all(match, ...values) as { key: Key; rank: number }[]).map((row) => ({
        key: row.key,
        score: Math.round(-row.rank * 1e4) / 1e4,
      }));
    };
  }

  /** Returns exact matches, followed by near matches if there are fewer than `maxHits`. */
  function withFuzzyFallback<Key>(
    words: MatchedWord[],
    fuzzy: SearchQuery['fuzzy'],
    fuzzyMatch: typeof fuzzyTitles,
    find: (words: MatchedWord[]) => Hit<Key>[],
  ): Hit<Key>[] {
    if (words.length === 0) return [];
    const exactHits = find(words);
    if (exactHits.length >= maxHits || fuzzy === 0) return exactHits;
    const exactKeys = new Set(exactHits.map(({ key }) => key));
    const lowestScore = exactHits.at(-1)?.score ?? Infinity;
    const nearHits = find(fuzzyMatch(words, fuzzy)).filter(({ key }) => !exactKeys.has(key));
    return [...exactHits, ...nearHits.map(({ key, score }) => ({ key, score: Math.min(score, lowestScore) }))].slice(0, maxHits);
  }

  const flagFilter = (column: string, flag: boolean | null): Filter[] => (flag === null ? [] : [[`${column} = ?`, Number(flag)]]);

  /**
   * Lists everything that passes the filters, for a query without words. `video:???` is not such a query, because `???` counts as a word
   * (which nothing matches).
   */
  function listFiltered<Key>(table: string, key: string, order: string, filters: Filter[]): Hit<Key>[] {
    const where = filters.length === 0 ? '' : `WHERE ${filters.map(([condition]) => condition).join(' AND ')}`;
    const rows = statement(`SELECT ${key} AS key FROM ${table} ${where} ORDER BY ${order} LIMIT ${maxHits}`).all(
      ...filters.flatMap(([, ...filterValues]) => filterValues),
    );
    return (rows as { key: Key }[]).map((row) => ({ key: row.key, score: 0 }));
  }

  function channelIdsNamed(nameWords: string[], fuzzy: SearchQuery['fuzzy']): string[] {
    return withFuzzyFallback(toMatchedWords(nameWords), fuzzy, fuzzyNames, (words) => channels(matchInOneColumn(words, ['name']), [])).map(({ key }) => key);
  }

  function findVideos(query: SearchQuery, columns: string[]): Hit<number>[] {
    const filters: Filter[] = [['video.absence IS NULL'], ...flagFilter('video.is_active', query.isActive)];
    if (query.channel) filters.push(['video.channel_id IN (SELECT value FROM json_each(?))', JSON.stringify(channelIdsNamed(query.channel, query.fuzzy))]);
    const words = toMatchedWords(query.words);
    if (query.words.length === 0 && query.kind === 'video') return listFiltered('video', 'video.id', 'published_at DESC, id DESC', filters);
    return withFuzzyFallback(words, query.fuzzy, fuzzyTitles, (matchedWords) => videos(matchInOneColumn(matchedWords, columns), filters));
  }

  function findNamed(query: SearchQuery, what: 'channel' | 'playlist', columns: string[]): Hit<string>[] {
    const filters = [...flagFilter(`${what}.is_active`, query.isActive), ...flagFilter(`${what}.is_subscribed`, query.isSubscribed)];
    const words = toMatchedWords(query.words);
    if (query.words.length === 0 && query.kind === what) return listFiltered(what, `${what}_id`, 'name_order', filters);
    return withFuzzyFallback(words, query.fuzzy, fuzzyNames, (matchedWords) =>
      (what === 'channel' ? channels : playlists)(matchInOneColumn(matchedWords, columns), filters),
    );
  }

  return {
    find(queryText: string): SearchHits {
      const query = queryWords(queryText);
      const { kind } = query;
      const nameColumns = kind === 'simple' ? ['name'] : ['name', 'description', 'tags'];
      const hits: SearchHits = {
        kind,
        videos: kind === 'simple' || kind === 'video' ? findVideos(query, kind === 'simple' ? ['title'] : ['title', 'tags', 'category']) : [],
        channels: kind === 'simple' || kind === 'channel' ? findNamed(query, 'channel', nameColumns) : [],
        playlists: kind === 'simple' || kind === 'playlist' ? findNamed(query, 'playlist', nameColumns) : [],
        spoken: kind === 'full' ? spoken(query, query.channel ? channelIdsNamed(query.channel, query.fuzzy) : null) : [],
      };
      return kind === 'simple' ? bestOverall(hits) : hits;
    },
  };
}

/** Keeps the best `maxHits` of all lists together. */
function bestOverall(hits: SearchHits): SearchHits {
  const lists = [hits.videos, hits.channels, hits.playlists];
  const scores = lists.flatMap((list) => list.map(({ score }) => score)).toSorted((one, other) => other - one);
  if (scores.length <= maxHits) return hits;
  const lowestScore = scores[maxHits - 1] ?? 0;
  let tiesLeft = maxHits - scores.filter((score) => score > lowestScore).length;
  const keep = <Key>(list: Hit<Key>[]): Hit<Key>[] => list.filter(({ score }) => score > lowestScore || (score === lowestScore && tiesLeft-- > 0));
  return { ...hits, channels: keep(hits.channels), playlists: keep(hits.playlists), videos: keep(hits.videos) };
}
