// What the page and the worker of the index say to each other.
import type { SortField, SortOrder, VideoKind } from '../contract/names.ts';
import type { SearchQuery } from '../lib/search-query.ts';
import type { SpokenHit } from '../mirror/search-answer.ts';

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

/** A list of videos that the archive would answer, from the device. */
export interface ListQuestion {
  channelId?: string;
  watch?: 'watched' | 'unwatched';
  kind?: VideoKind;
  sort?: SortField;
  order?: SortOrder;
  height?: number;
  /** How many stand on the pages before. */
  from: number;
  count: number;
  /** What waits to be sent, and may be newer than what was read. */
  changed: { videoId: string; isWatched: boolean }[];
}

export interface ListedIds {
  ids: string[];
  /** How many match, on all pages. */
  total: number;
}

export type ToIndex =
  /** `account`: whose saved videos are searched, too. */
  | { kind: 'open'; databaseName: string; account: string }
  | { kind: 'search'; number: number; query: SearchQuery }
  | { kind: 'list'; number: number; question: ListQuestion }
  /** What is said in saved videos. A newer one ends those before it. */
  | { kind: 'search-spoken'; number: number; query: SearchQuery }
  /** Something of the mirror has changed. */
  | { kind: 'changed' }
  /** Another video is whole here, or was removed. */
  | { kind: 'saved-changed' };

export type FromIndex =
  /** It ends itself: the database has gone or was closed. Nothing that was asked is answered any more. */
  | { kind: 'gone' }
  /** This one question could not be answered. */
  | { kind: 'failed'; number: number }
  | { kind: 'hits'; number: number; hits: IndexHits }
  /** Null: it could not be read. */
  | { kind: 'listed'; number: number; listed: ListedIds | null }
  /** Null: a newer question has ended it. */
  | { kind: 'spoken-hits'; number: number; hits: SpokenHit[] | null }
  /** What it would answer now is another thing than before. */
  | { kind: 'updated' };
