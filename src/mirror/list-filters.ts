// Filters of the lists of channels, playlists and downloads, as the archive takes them; those of videos are in list-keys.ts.
import type { VideoKind } from '../contract/names.ts';

export function channelListFilters(filters: { filter?: 'subscribed' | 'unsubscribed' }): string {
  return filters.filter ? `filter=${filters.filter}` : '';
}

/** The filters of a list of playlists, as this client names them. */
export interface PlaylistListFilters {
  channelId?: string;
  filter?: 'subscribed' | 'unsubscribed';
  kind?: 'regular' | 'custom';
}

export function playlistListFilters({ channelId, filter, kind }: PlaylistListFilters): string {
  const search = new URLSearchParams();
  if (channelId) search.set('channel', channelId);
  if (filter) search.set('subscribed', String(filter === 'subscribed'));
  if (kind) search.set('type', kind);
  return search.toString();
}

/** The filters of the list of downloads, as this client names them. */
export interface DownloadFilters {
  status: 'pending' | 'ignore';
  channelId?: string;
  kind?: VideoKind | 'unknown';
  hasError?: boolean;
  /** Words of the title, in order. */
  text?: string;
}

/** The filters as the archive takes them, in a fixed order. */
export function downloadListFilters({ status, channelId, kind, hasError, text }: DownloadFilters): string {
  const search = new URLSearchParams({ filter: status });
  if (channelId) search.set('channel', channelId);
  if (kind) search.set('vid_type', kind);
  if (hasError !== undefined) search.set('error', String(hasError));
  if (text) search.set('q', text);
  return search.toString();
}
