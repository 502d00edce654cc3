import { useCallback, useEffect } from 'react';
import { claimPlaylistRefusal } from '../../mutations/custom-playlist-policy.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { useMayChangeCustomPlaylists } from '../../queries/playlists.ts';
import { useSettledChanges } from '../../queries/sync-events.ts';
import { videoTexts } from '../../texts/video.ts';
import { useToast } from '../../ui/toasts.tsx';

/**
 * Whether this account may fill custom playlists here. That the archive has refused it is said once, in one tab: when it does, or, where
 * nobody was looking then, when such a place is opened or visible again.
 */
export function useMayChangePlaylists(): boolean {
  const mirror = useMirror();
  const showToast = useToast();
  const tell = useCallback(() => {
    if (document.visibilityState !== 'visible') return;
    void claimPlaylistRefusal(mirror).then(
      (isOurs) => isOurs && showToast({ text: videoTexts.playlistsAreForStaff }),
      (reason: unknown) => console.warn('A refusal was not said', reason),
    );
  }, [mirror, showToast]);
  useSettledChanges(({ outcome }) => outcome.name === 'parked' && outcome.reason === 'forbidden' && tell());
  useEffect(() => {
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [tell]);
  return useMayChangeCustomPlaylists();
}
