import { useEffect, useState } from 'react';
import { systemClock } from '../lib/clock.ts';
import type { PlayerEngine } from './player-engine.ts';
import { createSegmentSkipper, type SegmentSkipper } from './segment-skipper.ts';
import type { SkipSegment } from './skip-segments.ts';

interface Skipping {
  /** What was just skipped and can be taken back. */
  skipped: SkipSegment | null;
  undo(): void;
}

/** Binds a skipper to the element for as long as both are there. `url`: another source knows nothing of the last one. */
export function useSkipper(engine: PlayerEngine | null, element: HTMLVideoElement | null, segments: readonly SkipSegment[]): Skipping {
  const [skipper, setSkipper] = useState<SegmentSkipper | null>(null);
  const [skipped, setSkipped] = useState<SkipSegment | null>(null);
  useEffect(() => {
    if (!engine || !element) return undefined;
    const made = createSegmentSkipper({
      element,
      clock: systemClock,
      seekTo: (positionSeconds) => engine.request({ kind: 'seek-to', positionSeconds }),
      onChange: () => setSkipped(made.skipped()),
    });
    setSkipper(made);
    return () => made.close();
  }, [engine, element]);
  useEffect(() => skipper?.setSegments(segments), [skipper, segments]);
  return { skipped, undo: () => skipper?.undo() };
}
