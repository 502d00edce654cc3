// Only one video plays on this device: a tab that starts playback notifies the others, and they pause.
import type { PlayerSession } from '../../player/player-session.ts';

const channelName = 'stowaway.playing';

/**
 * Announces to the other tabs when playback starts in this tab. When another tab announces this, pauses the video of this tab and cancels
 * its countdown to the next video. Returns a function that ends both.
 */
export function pauseOtherTabs(session: PlayerSession): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(channelName);
  let wasPlaying = false;
  channel.onmessage = () => {
    session.cancelCountdown();
    if (session.isRunning()) session.request({ kind: 'pause' });
  };
  const check = () => {
    const isPlaying = session.read().playback?.state.name === 'playing';
    if (isPlaying && !wasPlaying) channel.postMessage('playing');
    wasPlaying = isPlaying;
  };
  const unsubscribe = session.subscribe(check);
  check();
  return () => {
    unsubscribe();
    channel.close();
  };
}
