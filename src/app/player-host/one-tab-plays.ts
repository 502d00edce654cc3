// Only one video plays on this device: a tab that begins tells the others, and they pause.
import type { PlayerHandle } from '../../player/player.tsx';

const channelName = 'stowaway.playing';

/** Call with each new player. The answer stops it. */
export function onlyThisTabPlays(handle: PlayerHandle): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(channelName);
  let wasPlaying = false;
  channel.onmessage = () => {
    if (handle.isRunning()) handle.request({ kind: 'pause' });
  };
  const look = () => {
    const isPlaying = handle.read().state.name === 'playing';
    if (isPlaying && !wasPlaying) channel.postMessage('playing');
    wasPlaying = isPlaying;
  };
  const unsubscribe = handle.subscribe(look);
  look();
  return () => {
    unsubscribe();
    channel.close();
  };
}
