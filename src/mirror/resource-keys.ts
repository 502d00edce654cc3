// The resources that can be requested for refresh, as keys of `wanted` rows: one list page, one entity, one document. Called by code
// that requests a refresh (queries, sync, commands) and by src/sync/pull.ts, which fulfils the requests.
import { parseListKey, type ListKeyParts } from './list-keys.ts';
import type { PageDocumentKey } from './rows.ts';

export type Resource =
  | ({ kind: 'list'; key: string } & ListKeyParts)
  /** `nav`: the neighbours of the video in each of its playlists. */
  | { kind: 'video' | 'similar' | 'comments' | 'nav'; videoId: string }
  | { kind: 'channel' | 'channel-facts'; channelId: string }
  | { kind: 'playlist'; playlistId: string }
  | { kind: 'user-config' | 'account' | 'app-settings' }
  | { kind: 'search'; query: string }
  /** `key` may be one that this version does not know. The fetch then ends with not-found. */
  | { kind: 'page-document'; key: PageDocumentKey };

export const videoKey = (videoId: string): string => `video:${videoId}`;
export const similarKey = (videoId: string): string => `similar:${videoId}`;
export const commentsKey = (videoId: string): string => `comments:${videoId}`;
export const navKey = (videoId: string): string => `nav:${videoId}`;
export const channelKey = (channelId: string): string => `channel:${channelId}`;
export const channelFactsKey = (channelId: string): string => `channel-facts:${channelId}`;
/** @param query the query as sent (src/lib/search-query.ts) */
export const searchKey = (query: string) => `search:${query}` as const;
export const playlistKey = (playlistId: string): string => `playlist:${playlistId}`;

/** Null for a key that this version does not know (left behind by a newer one). */
export function parseResourceKey(key: string): Resource | null {
  const list = parseListKey(key);
  if (list) return { kind: 'list', key, ...list };
  if (key === 'user-config' || key === 'account' || key === 'app-settings') return { kind: key };
  const colon = key.indexOf(':');
  if (colon < 0) return null;
  const kind = key.slice(0, colon);
  const id = key.slice(colon + 1);
  if (id === '') return null;
  switch (kind) {
    case 'video':
    case 'similar':
    case 'comments':
    case 'nav':
      return { kind, videoId: id };
    case 'channel':
    case 'channel-facts':
      return { kind, channelId: id };
    case 'playlist':
      return { kind, playlistId: id };
    case 'search':
      return { kind, query: id };
    case 'page':
      return { kind: 'page-document', key: key as PageDocumentKey };
    default:
      return null;
  }
}
