// The messages about saved videos that this tab exchanges with the other tabs and the saver (messages.ts). Knows nothing of the ledger.
import type { Clock } from '../../lib/clock.ts';
import { createThrottle } from '../../lib/throttle.ts';
import { savedChannelName, type SavedMessage } from '../messages.ts';

export interface TabMessages {
  /** Works even after `close`, because a change may still be running, and the other tabs must be notified of it. */
  post(message: SavedMessage): void;
  /** From now on the saver is notified when the user presses something. */
  passOnPresses(): void;
  /** From now on no message is received, and no further press is passed on. */
  close(): void;
}

interface Ports {
  account: string;
  clock: Clock;
  /** Called when another tab or the saver has changed the row of this video. */
  onChanged(videoId: string): void;
  onPlansChanged(): void;
}

/** Presses are passed on only if a saved video has changed within this time, because an idle saver delays no screen. */
const idleAfterMs = 60_000;

/** Receives messages from the first moment on, so it must be called before the first read: then no later change is missed. */
export function createTabMessages({ account, clock, onChanged, onPlansChanged }: Ports): TabMessages {
  const channel = new BroadcastChannel(savedChannelName);
  const onPress = createThrottle(clock, 100, () => post({ kind: 'pressed' }));
  const pressListeners = new AbortController();
  let lastChangeAtMs = -Infinity;
  let isClosed = false;

  channel.onmessage = ({ data }: MessageEvent<SavedMessage>) => {
    if (data.kind === 'changed') lastChangeAtMs = clock.now();
    if (data.kind === 'changed' && data.account === account) onChanged(data.videoId);
    if (data.kind === 'plans-changed' && data.account === account) onPlansChanged();
  };

  function post(message: SavedMessage): void {
    if (!isClosed) return channel.postMessage(message);
    const lateChannel = new BroadcastChannel(savedChannelName);
    lateChannel.postMessage(message);
    lateChannel.close();
  }

  function handlePress(): void {
    if (clock.now() - lastChangeAtMs < idleAfterMs) onPress('');
  }

  return {
    post,
    passOnPresses() {
      // A press of a mouse, a finger or a key. Screen readers send `click`.
      for (const event of ['pointerdown', 'keydown', 'click', 'popstate'])
        window.addEventListener(event, handlePress, { capture: true, passive: true, signal: pressListeners.signal });
    },
    close() {
      isClosed = true;
      pressListeners.abort();
      channel.close();
    },
  };
}
