// Saves a video at the request of the user, a policy or a trip. Also cancels a removal of the video, whether it is recorded or not.
import { inBackground } from '../../lib/in-background.ts';
import type { Clock } from '../../lib/clock.ts';
import { newItem } from '../kept-list.ts';
import type { Ledger } from '../ledger/ledger-port.ts';
import type { KeptFor } from '../ledger/rows.ts';
import { statusAfter } from '../ledger/save-states.ts';
import type { Changes } from './changes.ts';
import type { SavedDevicePorts } from './device-port.ts';
import type { Reports } from './reports.ts';
import type { UnrecordedRemovals } from './unrecorded-removals.ts';

/** @param policyIds if given, the policies that request the video */
export type SaveVideo = (videoId: string, keptFor?: KeptFor, policyIds?: readonly string[]) => Promise<void>;

interface Ports extends Pick<SavedDevicePorts, 'requestPage'>, Pick<Changes, 'changeItem'>, Pick<Reports, 'read'> {
  account: string;
  ledger: Ledger;
  clock: Clock;
  unrecordedRemovals: Pick<UnrecordedRemovals, 'release' | 'deletionOf'>;
}

export function createSaveVideo({ account, ledger, clock, requestPage, changeItem, read, unrecordedRemovals }: Ports): SaveVideo {
  let lastPlace = 0;

  /** Rises with each call, because videos requested within one tick of the clock (100 ms in some browsers) are saved in their order too. */
  function nextPlace(): number {
    return (lastPlace = Math.max(clock.now(), lastPlace + 1));
  }

  return async function saveVideo(videoId, keptFor = 'person', policyIds) {
    if (unrecordedRemovals.release(videoId)) await read(videoId);
    await unrecordedRemovals.deletionOf(videoId); // a deletion under way would delete the new row and the new files too
    if (keptFor === 'person' && !(await ledger.itemsOf(account)).some((item) => item.keptFor === 'person')) requestPersistence();
    await changeItem(
      videoId,
      (row) => {
        if (!row) return newItem(account, { videoId, keptFor, isPinned: false, place: nextPlace() }, clock.now());
        const newKeptFor = keptFor === 'person' ? keptFor : row.keptFor;
        // An item that was paused or had failed when it was removed starts again. An item whose files are gone starts again when the user
        // saves it. The page may have shown the video as not saved, because this change has only just restored the row.
        const isRemoved = row.removedAtMs !== null;
        const isSavedAgain = isRemoved || (keptFor === 'person' && row.status.reason === 'taken-away');
        const resumedStatus = isSavedAgain ? (statusAfter(row.status, 'resume') ?? statusAfter(row.status, 'try-again')) : null;
        if (!isRemoved && !resumedStatus && newKeptFor === row.keptFor) return null;
        return { ...row, status: resumedStatus ?? row.status, keptFor: newKeptFor, removedAtMs: null };
      },
      policyIds,
    );
    // The save itself is stored, even if this request cannot be.
    await requestPage(videoId).catch((reason: unknown) => console.warn('The page of a saved video was not requested', reason));
  };
}

/** Asks the browser not to clear saved videos when space runs out. Fire and forget: some browsers ask the user; /saved/ shows the reply. */
function requestPersistence(): void {
  inBackground(navigator.storage.persist(), 'Storage could not be protected');
}
