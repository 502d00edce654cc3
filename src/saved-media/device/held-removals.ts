// Removals that a full device cannot record. Files can be deleted even then, which frees space, but nothing could be undone afterwards. So
// these removals are held in memory for as long as Undo is offered. If the tab is closed or frozen before then, the video stays.
import type { Clock } from '../../lib/clock.ts';
import { undoMs } from '../saver/undo-timer.ts';

/** A tab that was frozen may be woken hours later, when the user no longer expects a deletion. */
const maxDelayMs = 30_000;

export interface HeldRemovals {
  has(videoId: string): boolean;
  hold(videoId: string): void;
  /** Cancels a removal. Returns whether it was held. */
  release(videoId: string): boolean;
  /** Cancels all removals. */
  stop(): void;
}

/**
 * @param onOver called when the time for Undo is over. The removal is still held at that moment, unless the call comes so late
 *   (`maxDelayMs`) that the removal was cancelled
 */
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
      const heldAtMs = clock.now();
      const cancel = clock.after(undoMs, () => {
        if (clock.now() - heldAtMs > undoMs + maxDelayMs) release(videoId);
        onOver(videoId);
      });
      cancelByVideo.set(videoId, cancel);
    },
    release,
    stop() {
      for (const videoId of [...cancelByVideo.keys()]) release(videoId);
    },
  };
}
