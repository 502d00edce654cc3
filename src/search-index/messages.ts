// Messages between the page and the index worker.
import type { SortField, SortOrder, VideoKind } from '../contract/names.ts';
import type { SearchQuery } from '../lib/search-query.ts';
import type { SubtitleHit } from '../mirror/search-answer.ts';

export interface IndexHit {
  id: string;
  /** Comparable only within one answer. */
  score: number;
}

/** Best first. */
export interface IndexHits {
  videos: IndexHit[];
  channels: IndexHit[];
  playlists: IndexHit[];
}

/** Selects one page of a list of videos, in the order in which the archive would return it. */
export interface ListQuery {
  channelId?: string;
  watch?: 'watched' | 'unwatched';
  kind?: VideoKind;
  sort?: SortField;
  order?: SortOrder;
  height?: number;
  /** The number of items on earlier pages. */
  from: number;
  count: number;
  /** Pending changes, which may be newer than the data read. */
  changed: { videoId: string; isWatched: boolean }[];
}

export interface ListedIds {
  ids: string[];
  /** The number of matching videos on all pages. */
  total: number;
}

export type ToIndex =
  /** `account`: the account whose saved videos are searched too. */
  | { kind: 'open'; databaseName: string; account: string }
  | { kind: 'search'; number: number; query: SearchQuery }
  | { kind: 'list'; number: number; query: ListQuery }
  /** Searches the subtitles of saved videos. A newer search supersedes earlier ones. */
  | { kind: 'search-subtitles'; number: number; query: SearchQuery }
  /** Something in the mirror has changed. */
  | { kind: 'changed' }
  /** A video has been saved completely on this device, or a saved video was removed. */
  | { kind: 'saved-changed' };

export type FromIndex =
  /** The worker ends: the database is gone or was closed. Requests under way get no answer. */
  | { kind: 'gone' }
  /** This request could not be answered. */
  | { kind: 'failed'; number: number }
  | { kind: 'hits'; number: number; hits: IndexHits }
  /** `listed` is null if the list could not be read. */
  | { kind: 'listed'; number: number; listed: ListedIds | null }
  /** `hits` is null if a newer search superseded this one. */
  | { kind: 'subtitle-hits'; number: number; hits: SubtitleHit[] | null }
  /** Answers may have changed. */
  | { kind: 'updated' };
