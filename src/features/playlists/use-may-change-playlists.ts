import { useEffect } from 'react';
import { markPlaylistRefusalSaid } from '../../mutations/custom-playlist-policy.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { useCustomPlaylistPolicy } from '../../queries/playlists.ts';
import { videoTexts } from '../../texts/video.ts';
import { useToast } from '../../ui/toasts.tsx';

/** Whether this account may fill custom playlists here. An archive that has refused it once is not asked again; that is said once. */
export function useMayChangePlaylists(): boolean {
  const mirror = useMirror();
  const showToast = useToast();
  const { mayChange, isToBeSaid } = useCustomPlaylistPolicy();
  useEffect(() => {
    if (!isToBeSaid) return;
    showToast({ text: videoTexts.playlistsAreForStaff });
    void markPlaylistRefusalSaid(mirror).catch(() => {}); // no room: it is said again
  }, [isToBeSaid, mirror, showToast]);
  return mayChange;
}
