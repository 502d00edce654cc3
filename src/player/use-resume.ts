import { useEffect, useRef, useState } from 'react';
import type { PlayerEngine } from './player-engine.ts';
import type { PlayerState } from './player-state.ts';
import type { StartPlace } from './start-place.ts';

/** How long "Continued at" stands (docs/look-and-feel.md, Hit areas and keys). */
const resumeNoticeMs = 6000;

/** Where a saved position has led, while that is told, and an end to telling it. */
export function useResume(engine: PlayerEngine | null, file: { url: string; start: StartPlace } | null, state: PlayerState): [number | null, () => void] {
  const [resumed, setResumed] = useState<number | null>(null);
  const url = file?.url;
  const latest = useRef(file);
  latest.current = file;
  useEffect(() => {
    const start = latest.current?.start;
    if (engine && url !== undefined && start?.origin === 'saved') setResumed(start.positionSeconds);
  }, [engine, url]);

  // It counts from when it can be read: a blocked start may be long.
  const isDue = resumed !== null && (state.name === 'playing' || state.name === 'paused');
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => setResumed(null), resumeNoticeMs);
    return () => clearTimeout(timer);
  }, [isDue]);
  return [resumed, () => setResumed(null)];
}
