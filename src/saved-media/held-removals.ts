// Removals that a full device cannot record. Files can be deleted even then, which frees space, but nothing could be undone afterwards. So
// these removals are held in memory for as long as Undo is offered. If the tab is closed before, the video stays.
import type { Clock } from '../lib/clock.ts';
import { undoMs } from './saver/undo-timer.ts';

export interface HeldRemovals {
  has(videoId: string): boolean;
  hold(videoId: string): void;
  /** Cancels a removal. Returns whether it was held. */
  release(videoId: string): boolean;
  /** Cancels all removals. */
  stop(): void;
}

/** @param onOver called when the time for Undo is over; the removal is held until it is released */
export function createHeldRemovals(clock: Clock, onOver: (videoId: string) => void): HeldRemovals {
  const cancelByVideo = new Map<string, () => void>();
  function release(videoId: string): boolean {
    cancelByVideo.get(videoId)?.();
    return cancelByVideo.delete(videoId);
  }
  return {
    has: (videoId) => cancelByVideo.has(videoId),
    hold(videoId) {
      release(videoId);
      const cancel = clock.after(undoMs, () => onOver(videoId));
      cancelByVideo.set(videoId, cancel);
    },
    release,
    stop() {
      for (const videoId of [...cancelByVideo.keys()]) release(videoId);
    },
  };
}
