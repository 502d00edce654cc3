// Canonical keys of server-ordered lists: endpoint, filters, sort, page size and page in a fixed order, so that the same list requested in
// two ways is stored once. Knows nothing of rows.
import type { SortField, SortOrder, VideoKind } from '../contract/names.ts';

/** The filters of a list of videos, as this client names them. */
export interface VideoListFilters {
  channelId?: string;
  playlistId?: string;
  watch?: 'watched' | 'unwatched' | 'continue';
  kind?: VideoKind;
  sort?: SortField;
  order?: SortOrder;
  height?: number;
}

export type ListEndpoint = 'videos' | 'channels' | 'playlists' | 'downloads';

export interface ListKeyParts {
  endpoint: ListEndpoint;
  /** Filters and sort as the archive takes them, without page. */
  filters: string;
  pageSize: number;
  /** Counted from 1. */
  page: number;
}

/**
 * The filters as the archive takes them. `watch=continue` is sent alone, because present servers answer 500 to any other parameter beside
 * it while no position is saved. Without a sort the server's order is undefined, so a sort is always given, except for a playlist, which
 * always has its own order.
 */
export function videoListFilters(filters: VideoListFilters): string {
  if (filters.watch === 'continue') return 'watch=continue';
  const search = new URLSearchParams();
  if (filters.channelId) search.set('channel', filters.channelId);
  if (filters.playlistId) search.set('playlist', filters.playlistId);
  if (filters.watch) search.set('watch', filters.watch);
  if (filters.kind) search.set('type', filters.kind);
  if (!filters.playlistId) {
    search.set('sort', filters.sort ?? 'published');
    search.set('order', filters.order ?? 'desc');
  }
  if (filters.height) search.set('height', String(filters.height));
  return search.toString();
}

export function listKey({ endpoint, filters, pageSize, page }: ListKeyParts): string {
  const tail = `size=${pageSize}&page=${Math.max(1, page)}`;
  return `${endpoint}?${filters ? `${filters}&${tail}` : tail}`;
}

/** Null if the key is not that of a list page. */
export function parseListKey(key: string): ListKeyParts | null {
  const match = /^(videos|channels|playlists|downloads)\?(?:(.*)&)?size=(\d+)&page=(\d+)$/.exec(key);
  if (!match) return null;
  return { endpoint: match[1] as ListEndpoint, filters: match[2] ?? '', pageSize: Number(match[3]), page: Number(match[4]) };
}

/** The query string that fetches the page, without `?`. */
export function listQueryString({ filters, page }: ListKeyParts): string {
  // The first page of the continue list is requested without `page`, so that the request has no other parameter.
  if (filters === 'watch=continue' && page === 1) return filters;
  return filters ? `${filters}&page=${page}` : `page=${page}`;
}
