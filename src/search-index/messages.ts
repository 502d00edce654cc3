// What the page and the worker of the index say to each other.
import type { SearchQuery } from '../lib/search-query.ts';

export interface IndexHit {
  id: string;
  /** Compares hits of one answer. */
  score: number;
}

/** Best first. */
export interface IndexHits {
  videos: IndexHit[];
  channels: IndexHit[];
  playlists: IndexHit[];
}

export type ToIndex =
  | { kind: 'open'; databaseName: string }
  | { kind: 'search'; number: number; query: SearchQuery }
  /** Something of the mirror has changed. */
  | { kind: 'changed' };

export type FromIndex =
  | { kind: 'hits'; number: number; hits: IndexHits }
  /** What it would answer now is another thing than before. */
  | { kind: 'updated' };
