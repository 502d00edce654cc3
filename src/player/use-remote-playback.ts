// Playback on another screen or speaker through the browser itself (AirPlay, remote playback); Google's cast is separate. Called by
// player.tsx.
import { useEffect, useState } from 'react';

/** Safari offers AirPlay under its own names. */
interface SafariVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?(): void;
}

export interface RemotePlaybackChoice {
  /** Whether a screen or speaker that could play the video is nearby. */
  isPossible: boolean;
  /** Opens the browser's list of screens. */
  choose(): void;
}

export function useRemotePlayback(element: HTMLVideoElement): RemotePlaybackChoice {
  const [isPossible, setIsPossible] = useState(false);
  useEffect(() => {
    if ('webkitShowPlaybackTargetPicker' in element) {
      const updateAvailability = (event: Event) => setIsPossible((event as Event & { availability?: string }).availability === 'available');
      element.addEventListener('webkitplaybacktargetavailabilitychanged', updateAvailability);
      return () => element.removeEventListener('webkitplaybacktargetavailabilitychanged', updateAvailability);
    }
    const remote: RemotePlayback | undefined = element.remote;
    if (!remote) return undefined;
    let isUnmounted = false;
    // The promise is rejected if the browser cannot watch for screens. No screen is then offered.
    remote.watchAvailability((isAvailable) => !isUnmounted && setIsPossible(isAvailable)).catch(() => {});
    return () => {
      isUnmounted = true;
      remote.cancelWatchAvailability().catch(() => {});
    };
  }, [element]);
  return {
    isPossible,
    choose() {
      const safari: SafariVideo = element;
      if (safari.webkitShowPlaybackTargetPicker) return safari.webkitShowPlaybackTargetPicker();
      // Fire and forget: a user who closes the list has chosen nothing.
      (element.remote as RemotePlayback | undefined)?.prompt().catch(() => {});
    },
  };
}
