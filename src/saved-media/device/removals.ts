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

export type Removals = Pick<SavedDevice, 'remove' | 'undoRemove' | 'unpackTrip' | 'onDeleted' | 'bytesOfRemoved'>;

interface Ports extends Pick<Restoration, 'prepareChange'>, Pick<Changes, 'changeItem'> {
  account: string;
  ledger: Ledger;
  clock: Clock;
  reports: Pick<Reports, 'read' | 'report' | 'notifyChanged' | 'notifyPlansChanged'>;
  unrecordedRemovals: Pick<UnrecordedRemovals, 'isHeld' | 'hold' | 'release' | 'deletionOf'>;
  saveVideo: SaveVideo;
  wakeSaver(): void;
}

export function createRemovals(ports: Ports): Removals {
  const { account, ledger, clock, prepareChange, changeItem, reports, unrecordedRemovals, saveVideo, wakeSaver } = ports;
  /** Rows as they were when they were removed here, because an undo may come after the files and the row were deleted. */
  const removedRows = new Map<string, SavedItem>();

  async function remove(videoId: string): Promise<void> {
    const recording = changeItem(videoId, (row) => {
      if (!row) return null;
      if (row.removedAtMs === null) removedRows.set(videoId, row);
      return { ...row, removedAtMs: clock.now() };
    });
    await recording.catch((reason: unknown) => {
      if (!isDiskFull(reason)) throw reason;
      unrecordedRemovals.hold(videoId);
      reports.report(videoId, null);
    });
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
      for (const videoId of removedIds) await remove(videoId);
      return removedIds;
    }
    for (const item of removedItems) removedRows.set(item.videoId, item);
    for (const { videoId } of changedItems) await reports.notifyChanged(videoId);
    wakeSaver();
    return removedIds;
  }

  return {
    remove,
    async undoRemove(videoId) {
      if (unrecordedRemovals.release(videoId)) return reports.read(videoId);
      await unrecordedRemovals.deletionOf(videoId);
      await changeItem(videoId, (row) => (row ? { ...row, removedAtMs: null } : null));
      // The toast can be kept open for longer than the files are kept. Then the video is saved again, for the same reason as before.
      if (await ledger.item([account, videoId, 'original'])) return;
      const { keptFor, isPinned, place } = removedRows.get(videoId) ?? {};
      await saveVideo(videoId, keptFor);
      if (place !== undefined) await changeItem(videoId, (row) => (row ? { ...row, isPinned: isPinned === true, place } : null));
    },
    unpackTrip,
    async onDeleted(videoIds) {
      const deletedIds = new Set(videoIds);
      await prepareChange(); // a copy that is restored after this call would stay
      for (const { videoId } of await ledger.itemsOf(account)) if (deletedIds.has(videoId)) await remove(videoId);
    },
    async bytesOfRemoved() {
      const [items, revisions] = await Promise.all([ledger.itemsOf(account), ledger.revisionsOf(account)]);
      const keptIds = new Set(items.flatMap(({ videoId, removedAtMs }) => (removedAtMs === null && !unrecordedRemovals.isHeld(videoId) ? [videoId] : [])));
      return revisions.reduce((sum, { videoId, committedBytes }) => sum + (keptIds.has(videoId) ? 0 : committedBytes), 0);
    },
  };
}
