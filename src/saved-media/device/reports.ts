// Reports the rows of the account: to the screens of this tab, to the other tabs, and to the kept list, from which a lost ledger is
// restored (kept-list.ts). Reads the ledger, and changes nothing in it.
import type { Clock } from '../../lib/clock.ts';
import { createThrottle } from '../../lib/throttle.ts';
import { keptSignature, writeKeptList } from '../kept-list.ts';
import type { Ledger } from '../ledger/ledger-port.ts';
import type { SavedItem } from '../ledger/rows.ts';
import type { SavedDevicePorts } from './device-port.ts';
import type { TabMessages } from './tab-messages.ts';

export interface Reports {
  /** Reports the video as it is in the ledger now. Does nothing after `close`. */
  read(videoId: string): Promise<void>;
  /** Like `read`, but at most twice a second for each video. The last state is always read. */
  readSoon(videoId: string): void;
  readPlans(): Promise<void>;
  /** Reports all items and the plans. */
  readAll(): Promise<void>;
  /** Reports what the ledger does not say: null for a video that is removed, although its row still exists. */
  report(videoId: string, item: SavedItem | null): void;
  /**
   * Call after a change made here: reports the video, and notifies the other tabs. Never rejects, because the change is stored. If the browser
   * closes the database just then, the video is read again.
   */
  notifyChanged(videoId: string): Promise<void>;
  notifyPlansChanged(): Promise<void>;
  close(): void;
}

interface Ports extends Pick<SavedDevicePorts, 'onItem' | 'onPlans' | 'fetchStreamPlayer'>, Pick<TabMessages, 'post'> {
  account: string;
  ledger: Ledger;
  clock: Clock;
  /** The item to show for this row. It is not the row itself if the ledger was lost and could not be restored (restoration.ts). */
  itemToShow(videoId: string, storedItem: SavedItem | undefined): SavedItem | null;
  /** Whether the video was removed, although its row does not say so (unrecorded-removals.ts). */
  isRemovedUnrecorded(videoId: string): boolean;
  /** Called whenever an item has been read. */
  onItemRead(): void;
}

export function createReports(ports: Ports): Reports {
  const { account, ledger, clock, onItem, onPlans, fetchStreamPlayer, post, itemToShow, isRemovedUnrecorded, onItemRead } = ports;
  // A save on a fast network commits thirty windows a second, and each read renders the screen again.
  const readSoon = createThrottle(clock, 500, (videoId) => void read(videoId).catch(logUnread));
  const onKept = createThrottle(clock, 500, () => void writeKeptList(ledger, account).catch(() => undefined)); // the next change writes it
  /** What the kept list says about each video (`keptSignature`). */
  const listedSignatures = new Map<string, string>();
  let isClosed = false;

  function report(videoId: string, item: SavedItem | null): void {
    onItem(videoId, item);
    const signature = keptSignature(item);
    if (listedSignatures.get(videoId) === signature) return;
    listedSignatures.set(videoId, signature);
    onKept('');
  }

  async function read(videoId: string): Promise<void> {
    if (isClosed) return;
    const item = itemToShow(videoId, await ledger.item([account, videoId, 'original']));
    report(videoId, isRemovedUnrecorded(videoId) ? null : unlessRemoved(item));
    if (item) onItemRead();
    // The code that plays streams is fetched now, because without it the stream could not be played offline. While a stream is being saved,
    // this function runs at each change of its row, and the archive is reachable.
    if (item?.isStream) void fetchStreamPlayer().catch(() => undefined);
  }

  async function readPlans(): Promise<void> {
    const [preferences, policies, trips] = await Promise.all([ledger.preferences(account), ledger.policiesOf(account), ledger.tripsOf(account)]);
    onPlans({ preferences, policies, trips });
    onKept('');
  }

  return {
    read,
    readSoon,
    readPlans,
    async readAll() {
      for (const item of await ledger.itemsOf(account)) report(item.videoId, unlessRemoved(item));
      // The plans are read after the items, because a trip without its items would be announced as not ready.
      await readPlans();
    },
    report,
    async notifyChanged(videoId) {
      await read(videoId).catch(() => readSoon(videoId));
      post({ kind: 'changed', account, videoId });
    },
    async notifyPlansChanged() {
      await readPlans().catch(logUnread);
      post({ kind: 'plans-changed', account });
    },
    close() {
      isClosed = true;
    },
  };
}

const logUnread = (reason: unknown): void => console.warn('A change to saved videos could not be read', reason);

function unlessRemoved(item: SavedItem | null): SavedItem | null {
  return item?.removedAtMs === null ? item : null;
}
