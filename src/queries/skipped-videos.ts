import type { SyncEvent } from '../mirror/sync-events.ts';
import { useCountWhenVisible } from './sync-events.ts';

/** How many videos a mark of a whole channel or playlist has skipped. */
export function skippedCount(event: SyncEvent): number {
  return event.kind === 'settled' && event.outcome.name === 'sent' ? (event.outcome.leftCount ?? 0) : 0;
}

/** Calls back with how many videos were skipped by marks of a whole channel or playlist, as soon as this tab is visible. */
export function useSkippedVideos(onSkipped: (count: number) => void): void {
  useCountWhenVisible(skippedCount, onSkipped);
}
