// "Clear this device": deletes every saved video of the account, including one that another tab is still writing. If it is interrupted,
// nothing of the account is listed or played any more, and the next start of any account deletes the files left over (store/reconcile.ts).
import type { Clock } from '../../lib/clock.ts';
import { deleteKeptList } from '../kept-list.ts';
import type { Ledger } from '../ledger/ledger-port.ts';
import { retryWhileLocked } from '../store/locked-file.ts';
import { deleteAccount } from '../store/part-files.ts';
import type { TabSaver } from '../tab-saver.ts';
import type { Reports } from './reports.ts';
import type { Restoration } from './restoration.ts';
import type { TabMessages } from './tab-messages.ts';
import type { UnrecordedRemovals } from './unrecorded-removals.ts';

interface Ports extends Pick<TabMessages, 'post'> {
  ledger: Ledger;
  clock: Clock;
  saver: Pick<TabSaver, 'end'>;
  restoration: Pick<Restoration, 'end' | 'dropAllUnrestored'>;
  unrecordedRemovals: Pick<UnrecordedRemovals, 'stop'>;
  reports: Pick<Reports, 'report' | 'notifyPlansChanged'>;
}

export async function clearDevice(account: string, { ledger, clock, saver, restoration, unrecordedRemovals, reports, post }: Ports): Promise<void> {
  saver.end();
  // From now on nothing is written, neither by a change nor by the restoration that is under way.
  await restoration.end();
  unrecordedRemovals.stop();
  const storedIds = (await ledger.itemsOf(account)).map(({ videoId }) => videoId);
  const shownIds = new Set([...storedIds, ...restoration.dropAllUnrestored()]);
  // The kept list is deleted before the ledger's rows. Otherwise, after an interruption, the list would name what was cleared.
  deleteKeptList(account);
  await ledger.forgetAccount(account);
  // Another tab's saver ends its current work and releases its files.
  post({ kind: 'wake', isNetworkBack: false });
  for (const videoId of shownIds) {
    reports.report(videoId, null);
    post({ kind: 'changed', account, videoId });
  }
  await reports.notifyPlansChanged();
  deleteKeptList(account); // another tab may have written the list meanwhile
  const root = await navigator.storage.getDirectory();
  await retryWhileLocked(clock, () => deleteAccount(root, account));
  // The empty ledger stays. Deleting it could lose what another tab is writing, and its revision numbers would be reused.
}
