// The hooks through which components read the session. The context wraps the player, the mini player and the host's components beside them.
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PlaybackSnapshot } from './playback.ts';
import type { PlayerSession, SessionSnapshot } from './player-session.ts';

export const SessionContext = createContext<PlayerSession | null>(null);

export function usePlayerSession(): PlayerSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('SessionContext is missing');
  return session;
}

/** Re-renders when the selected value changes. The value must be a primitive, or a part of the snapshot that keeps its identity. */
export function useSessionValue<Value>(select: (snapshot: SessionSnapshot) => Value): Value {
  const session = usePlayerSession();
  return useSyncExternalStore(session.subscribe, () => select(session.read()));
}

/** The current playback. For components over the picture, which are drawn only while there is a video. */
export function usePlayback(): PlaybackSnapshot {
  const playback = useSessionValue((snapshot) => snapshot.playback);
  if (!playback) throw new Error('No video');
  return playback;
}
