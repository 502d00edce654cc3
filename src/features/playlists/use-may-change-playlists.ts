import { useEffect } from 'react';
import { markPlaylistRefusalSaid } from '../../mutations/custom-playlist-policy.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { useCustomPlaylistPolicy } from '../../queries/playlists.ts';
import { videoTexts } from '../../texts/video.ts';
import { useToast } from '../../ui/toasts.tsx';

/** Whether this account may fill custom playlists here. An archive that has refused it once is not asked again. */
export function useMayChangePlaylists(): boolean {
  return useCustomPlaylistPolicy().mayChange;
}

/** Where playlists are filled: says once that the archive has refused it, whenever that comes to be known. */
export function usePlaylistRefusalToast(): void {
  const mirror = useMirror();
  const showToast = useToast();
  const { isToBeSaid } = useCustomPlaylistPolicy();
  useEffect(() => {
    if (!isToBeSaid) return;
    showToast({ text: videoTexts.playlistsAreForStaff });
    void markPlaylistRefusalSaid(mirror).catch(() => {}); // no room: it is said again
  }, [isToBeSaid, mirror, showToast]);
}
