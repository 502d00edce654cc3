// Finds videos that share words in title and tags, using the rarest words.
import type { Database } from '../database/transaction.ts';
import { indexedWordsIn } from './words.ts';

const maxResults = 6;
/** The rarest words distinguish best. Matching more words would cost time on every page and change little. */
const maxWords = 8;
/** A word in more than this share of a large archive says nothing about a video, and ranking its hits would be slow. */
const commonShare = 0.02;
/** A word in at most this many videos is never too common. */
const alwaysRare = 200;

export function createSimilarVideos(database: Database) {
  const source = database.prepare('SELECT id, title, tags FROM video WHERE video_id = ? AND absence IS NOT ?');
  const total = database.prepare('SELECT count(*) AS n FROM video WHERE absence IS NULL');
  const wordCount = database.prepare('SELECT doc FROM video_word_counts WHERE term = ?');
  const selectRanked = database.prepare(`
    SELECT video.id, bm25(video_words) AS rank FROM video_words JOIN video ON video.id = video_words.rowid AND video.absence IS NULL
    WHERE video_words MATCH ? AND video.id <> ? ORDER BY rank LIMIT ${maxResults}`);

  return {
    /** Row ids with their scores, best first; empty for an unknown or deleted video. */
    find(videoId: string): { id: number; score: number }[] {
      const video = source.get(videoId, 'trash') as { id: number; title: string; tags: string } | undefined;
      if (!video) return [];
      const maxDocuments = Math.max(alwaysRare, (total.get() as { n: number }).n * commonShare);
      const rareWords = tokensOf(`${video.title} ${(JSON.parse(video.tags) as string[]).join(' ')}`)
        .map((word) => ({ word, documents: (wordCount.get(word) as { doc: number } | undefined)?.doc ?? 0 }))
        .filter(({ documents }) => documents > 1 && documents <= maxDocuments)
        .toSorted((one, other) => one.documents - other.documents)
        .slice(0, maxWords);
      if (rareWords.length === 0) return [];
      const match = `{title tags} : (${rareWords.map(({ word }) => `"${word}"`).join(' OR ')})`;
      return (selectRanked.all(match, video.id) as { id: number; rank: number }[]).map(({ id, rank }) => ({ id, score: Math.round(-rank * 1e4) / 1e4 }));
    },
  };
}

/** Drops single letters, which say nothing about a video. */
function tokensOf(text: string): string[] {
  return [...new Set(indexedWordsIn(text).filter((word) => word.length > 1))];
}
