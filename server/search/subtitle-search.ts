// Searches spoken words: finds subtitle passages with any of the words, best first.
import type { Database } from '../database/transaction.ts';
import { matchAnyWord, createFuzzyMatcher, toMatchedWords } from './match-words.ts';
import type { SearchQuery } from './query-words.ts';

export interface SubtitleHit {
  videoId: string;
  title: string;
  channelId: string;
  channelName: string;
  lang: string;
  source: 'user' | 'auto';
  /** The passage's number within the video's track, from 1. */
  place: number;
  startMs: number;
  endMs: number;
  /** The passage's text, with the matches wrapped as in the contract and everything else unchanged. */
  line: string;
  /** When the video was refreshed, in Unix seconds. */
  refreshedAt: number;
  score: number;
}

const maxHits = 30;
const maxRanked = 4_000;

export function createSubtitleSearch(database: Database) {
  const fuzzyMatch = createFuzzyMatcher(database, 'subtitle_word_counts');
  const countMatches = database.prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM subtitle_words WHERE subtitle_words MATCH ? LIMIT ${maxRanked})`);
  const prepareFind = (rank: string, order: string) =>
    database.prepare(`
      SELECT video.video_id AS videoId, video.title, video.channel_id AS channelId, coalesce(channel.name, video.channel_id) AS channelName,
        line.lang, line.source, line.place, line.start_ms AS startMs, line.end_ms AS endMs, video.refreshed_at AS refreshedAt,
        highlight(subtitle_words, 0, '<span class="settings-current">', '</span>') AS line, ${rank} AS rank
      FROM subtitle_words JOIN subtitle_line AS line ON line.id = subtitle_words.rowid JOIN video ON video.id = line.video
        LEFT JOIN channel ON channel.channel_id = video.channel_id
      WHERE subtitle_words MATCH ?1 AND video.absence IS NULL AND (?2 IS NULL OR line.lang = ?2) AND (?3 IS NULL OR line.source = ?3)
        AND (?4 IS NULL OR video.channel_id IN (SELECT value FROM json_each(?4)))
      ORDER BY ${order} LIMIT ${maxHits}`);
  const findBest = prepareFind('bm25(subtitle_words)', 'rank');
  const findNewest = prepareFind('0', 'subtitle_words.rowid DESC');

  /** @param channelIds null for any channel */
  return (query: SearchQuery, channelIds: string[] | null): SubtitleHit[] => {
    const words = toMatchedWords(query.words);
    if (words.length === 0) return [];
    const findMatches = (match: string): SubtitleHit[] => {
      const { n } = countMatches.get(match) as { n: number };
      const source = query.source === null ? null : query.source === 'auto' ? 'auto' : 'user';
      const rows = (n < maxRanked ? findBest : findNewest).all(match, query.lang, source, channelIds && JSON.stringify(channelIds));
      return (rows as unknown as (Omit<SubtitleHit, 'score'> & { rank: number })[]).map(({ rank, ...hit }) => ({
        ...hit,
        score: Math.round(-rank * 1e4) / 1e4,
      }));
    };
    // Unfinished and mistyped words are matched only if no whole word matches.
    const exactHits = findMatches(matchAnyWord(words.map((word) => ({ ...word, isPrefix: false }))));
    return exactHits.length > 0 ? exactHits : findMatches(matchAnyWord(fuzzyMatch(words, query.fuzzy)));
  };
}
