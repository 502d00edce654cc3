import { useCallback, useEffect } from 'react';
import { claimPlaylistRefusal } from '../../mutations/custom-playlist-policy.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { useSettledChanges } from '../../queries/sync-events.ts';
import { videoTexts } from '../../texts/video.ts';
import { useToast } from '../../ui/toasts.tsx';

/**
 * When the archive refuses this account a change of a custom playlist, one visible tab shows a toast, once. If no tab is visible at that
 * time, the next one that is opened or becomes visible shows the toast.
 */
export function usePlaylistRefusalNotice(): void {
  const mirror = useMirror();
  const showToast = useToast();
  const notify = useCallback(() => {
    if (document.visibilityState !== 'visible') return;
    void claimPlaylistRefusal(mirror).then(
      (isClaimed) => isClaimed && showToast({ text: videoTexts.playlistsAreForStaff }),
      (reason: unknown) => console.warn('A refusal could not be shown', reason),
    );
  }, [mirror, showToast]);
  useSettledChanges(({ outcome }) => outcome.name === 'parked' && outcome.reason === 'forbidden' && notify());
  useEffect(() => {
    notify();
    document.addEventListener('visibilitychange', notify);
    return () => document.removeEventListener('visibilitychange', notify);
  }, [notify]);
}
