// The order in which every change of the user is made: a lost ledger is restored, the change is stored, this tab's screens and the other tabs
// are notified, and the saver acts on it. If the change cannot be stored, nobody is notified. Once it is stored, it does not fail any more,
// because a removal that seemed to have failed could not be undone.
import type { Ledger } from '../ledger/ledger-port.ts';
import type { SavedItem } from '../ledger/rows.ts';
import type { Reports } from './reports.ts';
import type { Restoration } from './restoration.ts';

export interface Changes {
  /**
   * Changes the video's row. `update` returns the row to store, or null to change nothing.
   * @param policyIds if given, the policies that request the video (`Ledger.changeForPolicies`)
   */
  changeItem(videoId: string, update: (row: SavedItem | undefined) => SavedItem | null, policyIds?: readonly string[]): Promise<void>;
  /** Like `changeItem` for several videos, which change together or not at all. */
  changeItems(videoIds: readonly string[], update: (row: SavedItem | undefined) => SavedItem | null): Promise<void>;
  /** Changes preferences, policies or trips. */
  changePlans(write: () => Promise<void>): Promise<void>;
}

interface Ports extends Pick<Restoration, 'prepareChange'> {
  account: string;
  ledger: Ledger;
  reports: Pick<Reports, 'notifyChanged' | 'notifyPlansChanged'>;
  wakeSaver(): void;
}

export function createChanges({ account, ledger, reports, prepareChange, wakeSaver }: Ports): Changes {
  const changeItems: Changes['changeItems'] = async (videoIds, update) => {
    await prepareChange();
    await ledger.changeAll(
      videoIds.map((videoId) => [account, videoId, 'original']),
      update,
    );
    await Promise.all(videoIds.map((videoId) => reports.notifyChanged(videoId)));
    wakeSaver();
  };
  return {
    changeItems,
    async changeItem(videoId, update, policyIds) {
      if (!policyIds) return changeItems([videoId], update);
      await prepareChange();
      await ledger.changeForPolicies([account, videoId, 'original'], policyIds, update);
      await reports.notifyPlansChanged(); // first, because an undo removes the videos that no known policy has requested
      await reports.notifyChanged(videoId);
      wakeSaver();
    },
    async changePlans(write) {
      await prepareChange();
      await write();
      await reports.notifyPlansChanged();
      wakeSaver();
    },
  };
}
