// Whether anything plays in this page. Media events do not bubble but can be captured, so callers need no player in their bundle.
const listeners = new Set<() => void>();
const events = ['play', 'playing', 'pause', 'ended', 'emptied'] as const;

export function isPlaying(): boolean {
  return [...document.querySelectorAll('video')].some((video) => !video.paused && !video.ended);
}

/** The subscribe function for useSyncExternalStore. */
export function subscribePlaying(listener: () => void): () => void {
  if (listeners.size === 0) for (const name of events) document.addEventListener(name, notifyAll, true);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const name of events) document.removeEventListener(name, notifyAll, true);
  };
}

function notifyAll(): void {
  for (const listener of listeners) listener();
}
