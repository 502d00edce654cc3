import { useEffect, useRef, useState } from 'react';
import { bindMediaSession, type MediaFacts, type MediaNeighbours, type MediaSessionBinding } from './media-session.ts';
import type { PlayerEngine } from './player-engine.ts';

/** Tells the system what plays, for as long as the player stands. Taken when something has been started: an open page alone takes no headset keys. */
export function useMediaSession(engine: PlayerEngine | null, hasStarted: boolean, facts: MediaFacts, neighbours: MediaNeighbours): void {
  const [binding, setBinding] = useState<MediaSessionBinding | null>(null);
  useEffect(() => {
    if (!engine || !hasStarted) return undefined;
    const session: MediaSession | undefined = navigator.mediaSession;
    const made = bindMediaSession(engine, session, (init) => new MediaMetadata(init));
    setBinding(made);
    return () => made.close();
  }, [engine, hasStarted]);

  const { title, artist, album, posterUrl } = facts;
  useEffect(() => binding?.show({ title, artist, album, posterUrl }), [binding, title, artist, album, posterUrl]);

  const latest = useRef(neighbours);
  latest.current = neighbours;
  const hasPrevious = neighbours.previous !== null;
  const hasNext = neighbours.next !== null;
  useEffect(
    () =>
      binding?.offer({
        previous: hasPrevious ? () => latest.current.previous?.() : null,
        next: hasNext ? () => latest.current.next?.() : null,
      }),
    [binding, hasPrevious, hasNext],
  );
}
