// Removals that a full device cannot record. They are held while Undo is offered (held-removals.ts). Then the page itself deletes the files
// and the rows, which frees space, unless a tab plays the video. The saver cannot do it, because no row says that the video was removed.
import { inBackground } from '../../lib/in-background.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Locks } from '../../lib/locks.ts';
import { createHeldRemovals } from './held-removals.ts';
import { deleteFromKeptList } from '../kept-list.ts';
import type { Ledger } from '../ledger/ledger-port.ts';
import { retryWhileLocked } from '../store/locked-file.ts';
import { deleteVideo } from '../store/part-files.ts';
import { videoLockName } from '../store/video-lock.ts';
import type { Reports } from './reports.ts';
import type { Restoration } from './restoration.ts';

export interface UnrecordedRemovals {
  /** Whether the removal is held, or the video is being deleted. It is then shown as removed, whatever its row says. */
  has(videoId: string): boolean;
  isHeld(videoId: string): boolean;
  hold(videoId: string): void;
  /** Cancels a removal. Returns whether it was held. */
  release(videoId: string): boolean;
  /** The deletion that is under way, which nothing can cancel any more; undefined if there is none. It never rejects. */
  deletionOf(videoId: string): Promise<void> | undefined;
  /** Cancels all removals that are held. */
  stop(): void;
}

interface Ports extends Pick<Restoration, 'dropUnrestored' | 'prepareChange'>, Pick<Reports, 'notifyChanged'> {
  account: string;
  ledger: Ledger;
  locks: Locks;
  clock: Clock;
  wakeSaver(): void;
}

/** Browsers update their usage figures a moment after a deletion. */
const usageDelayMs = 2_000;

export function createUnrecordedRemovals(ports: Ports): UnrecordedRemovals {
  const { account, ledger, locks, clock, dropUnrestored, prepareChange, notifyChanged, wakeSaver } = ports;
  const heldRemovals = createHeldRemovals(clock, (videoId) => inBackground(removeUnrecorded(videoId), 'A removed video could not be deleted'));
  /** The deletions under way. They never reject. */
  const deletions = new Map<string, Promise<void>>();

  /** Deletes a video whose removal the full device could not record, unless a tab plays it. */
  async function removeUnrecorded(videoId: string): Promise<void> {
    const deleteNow = async (): Promise<void> => {
      deleteFromKeptList(account, videoId);
      dropUnrestored(videoId);
      const forgetRows = (): Promise<unknown> => ledger.forget([account, videoId, 'original'], false);
      const isForgotten = await forgetRows().then(
        () => true,
        () => false, // tried again below, when there is space
      );
      const root = await navigator.storage.getDirectory();
      await retryWhileLocked(clock, () => deleteVideo(root, { account, videoId, rendition: 'original' }));
      // If the rows cannot be deleted now either, the next start marks the video as gone from this device.
      if (!isForgotten) await forgetRows().catch((reason: unknown) => console.warn('The rows of a removed video stay', reason));
    };
    async function deleteIfHeld(): Promise<true> {
      // The removal may have been undone while the lock was requested. From now on, an undo waits, and then saves the video again.
      if (!heldRemovals.release(videoId)) return true;
      const deletion = deleteNow().finally(() => deletions.delete(videoId));
      const whenEnded = deletion.catch(() => undefined); // thrown below
      deletions.set(videoId, whenEnded);
      await deletion;
      return true;
    }
    try {
      const wasFree = await locks.run(videoLockName({ account, videoId }), deleteIfHeld, { ifFree: true });
      if (!wasFree) heldRemovals.release(videoId);
    } finally {
      await notifyChanged(videoId);
    }
    // Now there may be space for what could not be restored, and for the saver.
    const restoreAndWake = (): Promise<void> => prepareChange().then(wakeSaver);
    clock.after(usageDelayMs, () => inBackground(restoreAndWake(), 'There is still too little space'));
  }

  return {
    has: (videoId) => heldRemovals.has(videoId) || deletions.has(videoId),
    isHeld: (videoId) => heldRemovals.has(videoId),
    hold: (videoId) => heldRemovals.hold(videoId),
    release: (videoId) => heldRemovals.release(videoId),
    deletionOf: (videoId) => deletions.get(videoId),
    stop: () => heldRemovals.stop(),
  };
}
