// Removes videos, one by one or together with their trip, so that Undo can bring them back. The saver deletes their files when the time for
// Undo is over. If the full device cannot record a removal, it is held in memory (unrecorded-removals.ts).
import type { Clock } from '../../lib/clock.ts';
import type { AccountRows, Ledger } from '../ledger/ledger-port.ts';
import type { SavedItem, Trip } from '../ledger/rows.ts';
import { unpackItems } from '../plan/unpack-trip.ts';
import { isDiskFull } from '../store/part-writer.ts';
import type { Changes } from './changes.ts';
import type { SavedDevice } from './device-port.ts';
import type { Reports } from './reports.ts';
import type { Restoration } from './restoration.ts';
import type { SaveVideo } from './save-video.ts';
import type { UnrecordedRemovals } from './unrecorded-removals.ts';

export type Removals = Pick<SavedDevice, 'remove' | 'undoRemove' | 'removeAll' | 'undoRemoveAll' | 'unpackTrip' | 'onDeleted' | 'bytesOfRemoved'>;

interface Ports extends Pick<Restoration, 'prepareChange'>, Pick<Changes, 'changeItem' | 'changeItems'> {
  account: string;
  ledger: Ledger;
  clock: Clock;
  reports: Pick<Reports, 'read' | 'report' | 'notifyChanged' | 'notifyPlansChanged'>;
  unrecordedRemovals: Pick<UnrecordedRemovals, 'isHeld' | 'hold' | 'release' | 'deletionOf'>;
  saveVideo: SaveVideo;
  wakeSaver(): void;
}

export function createRemovals(ports: Ports): Removals {
  const { account, ledger, clock, prepareChange, changeItem, changeItems, reports, unrecordedRemovals, saveVideo, wakeSaver } = ports;
  /** Rows as they were when they were removed here, because an undo may come after the files and the row were deleted. */
  const removedRows = new Map<string, SavedItem>();

  /** Removes them in one transaction. With one for each, the time for Undo of the first could be over before Undo is offered. */
  async function removeAll(videoIds: readonly string[]): Promise<void> {
    if (videoIds.length === 0) return;
    const removedAtMs = clock.now();
    const recording = changeItems(videoIds, (row) => {
      if (!row) return null;
      if (row.removedAtMs === null) removedRows.set(row.videoId, row);
      return { ...row, removedAtMs };
    });
    await recording.catch((reason: unknown) => {
      if (!isDiskFull(reason)) throw reason;
      for (const videoId of videoIds) {
        unrecordedRemovals.hold(videoId);
        reports.report(videoId, null);
      }
    });
  }

  async function undoRemoveAll(videoIds: readonly string[]): Promise<void> {
    const heldIds = videoIds.filter((videoId) => unrecordedRemovals.release(videoId));
    for (const videoId of heldIds) await reports.read(videoId);
    const recordedIds = videoIds.filter((videoId) => !heldIds.includes(videoId));
    if (recordedIds.length === 0) return;
    for (const videoId of recordedIds) await unrecordedRemovals.deletionOf(videoId);
    await changeItems(recordedIds, (row) => (row ? { ...row, removedAtMs: null } : null));
    for (const videoId of recordedIds) {
      // The toast can be kept open for longer than the files are kept. Then the video is saved again, for the same reason as before.
      if (await ledger.item([account, videoId, 'original'])) continue;
      const { keptFor, isPinned, place } = removedRows.get(videoId) ?? {};
      await saveVideo(videoId, keptFor);
      if (place !== undefined) await changeItem(videoId, (row) => (row ? { ...row, isPinned: isPinned === true, place } : null));
    }
  }

  async function unpackTrip(tripId: string): Promise<readonly string[]> {
    await prepareChange();
    let changedItems: readonly SavedItem[] = [];
    const changeItems = (trip: Trip, rows: AccountRows): readonly SavedItem[] => (changedItems = unpackItems(trip, rows, clock.now()));
    const isRecorded = await ledger.unpackTrip(account, tripId, changeItems).then(
      () => true,
      (reason: unknown) => {
        if (!isDiskFull(reason)) throw reason;
        return false;
      },
    );
    const removedItems = changedItems.filter(({ removedAtMs }) => removedAtMs !== null);
    const removedIds = removedItems.map(({ videoId }) => videoId);
    if (!isRecorded) await ledger.deleteTrip(account, tripId); // a full device can still delete rows
    // The plans come first, so that a tab that is still packing the trip stops.
    await reports.notifyPlansChanged();
    if (!isRecorded) {
      await removeAll(removedIds);
      return removedIds;
    }
    for (const item of removedItems) removedRows.set(item.videoId, item);
    for (const { videoId } of changedItems) await reports.notifyChanged(videoId);
    wakeSaver();
    return removedIds;
  }

  return {
    remove: (videoId) => removeAll([videoId]),
    undoRemove: (videoId) => undoRemoveAll([videoId]),
    removeAll,
    undoRemoveAll,
    unpackTrip,
    async onDeleted(videoIds) {
      const deletedIds = new Set(videoIds);
      await prepareChange(); // a copy that is restored after this call would stay
      await removeAll((await ledger.itemsOf(account)).flatMap(({ videoId }) => (deletedIds.has(videoId) ? [videoId] : [])));
    },
    async bytesOfRemoved() {
      const [items, revisions] = await Promise.all([ledger.itemsOf(account), ledger.revisionsOf(account)]);
      const keptIds = new Set(items.flatMap(({ videoId, removedAtMs }) => (removedAtMs === null && !unrecordedRemovals.isHeld(videoId) ? [videoId] : [])));
      return revisions.reduce((sum, { videoId, committedBytes }) => sum + (keptIds.has(videoId) ? 0 : committedBytes), 0);
    },
  };
}
