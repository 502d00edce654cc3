import { isTemporaryPlaylistId } from '../mirror/playlist-ids.ts';
import { notFoundStore, isArchiveId } from './archive-id.ts';
import { useMirror } from './mirror-context.tsx';
import { mayChangeCustomPlaylistsStore, customPlaylistsStore, pendingSubscriptionsStore, playlistListStore, playlistStore } from './playlist-stores.ts';
import { useListStore, useStore } from './use-store.ts';
import type { CustomPlaylist, PlaylistListQuery, PlaylistPage, PlaylistView, View } from './views.ts';

export function usePlaylistList(query: PlaylistListQuery): View<PlaylistPage> {
  return useListStore(playlistListStore(useMirror(), query), query.channelId);
}

/**
 * Also accepts a temporary id, even after the archive has assigned the real one. If the result's `playlistId` differs from the argument,
 * the playlist has moved to that address (docs/decisions/205).
 */
export function usePlaylist(playlistId: string): View<PlaylistView> {
  const mirror = useMirror();
  const isPossible = isArchiveId(playlistId) || isTemporaryPlaylistId(playlistId);
  return useStore<View<PlaylistView>>(isPossible ? playlistStore(mirror, playlistId) : notFoundStore);
}

/** All custom playlists, whatever the page size. The view is `ready` with the first page, and complete once `isRefreshing` is false. */
export function useCustomPlaylists(): View<CustomPlaylist[]> {
  return useStore(customPlaylistsStore(useMirror()));
}

/** Whether this account may change custom playlists: false once this version of the archive has refused such a change. */
export function useMayChangeCustomPlaylists(): boolean {
  return useStore(mayChangeCustomPlaylistsStore(useMirror()));
}

/** Lines of the subscribe form that wait to be sent. */
export function usePendingSubscriptions(kind: 'channel' | 'playlist'): string[] {
  return useStore(pendingSubscriptionsStore(useMirror(), kind));
}
