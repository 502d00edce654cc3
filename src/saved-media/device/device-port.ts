// What the page can do with saved videos (saved-device.ts), and what it must provide for that.
import type { Clock } from '../../lib/clock.ts';
import type { Locks } from '../../lib/locks.ts';
import type { AccountRow } from '../../mirror/rows.ts';
import type { CheckOutcome } from '../check-copies.ts';
import type { FetchedData, KeptFor, SavedItem, SavedPreferences, SavePlans, SavePolicy, Trip } from '../ledger/rows.ts';
import type { SaveEvent } from '../ledger/save-states.ts';
import type { SourceFacts } from '../ledger/source-facts.ts';

export interface SavedDevicePorts {
  account: Pick<AccountRow, 'accountKey' | 'userId' | 'archiveId'>;
  /** Whether this device still shows the account. */
  isOpen(): Promise<boolean>;
  locks: Locks;
  clock: Clock;
  newKey(): string;
  /** Requests everything that the page of a video shows. */
  requestPage(videoId: string): Promise<void>;
  fetchStreamPlayer(): Promise<void>;
  /** Called with every item at first, then with each item that changes; null for an item that is gone. */
  onItem(videoId: string, item: SavedItem | null): void;
  /** Called at first, and with each change. */
  onPlans(plans: SavePlans): void;
  /** Called when a tab of an earlier version has deleted the ledger. The device is closed by then. */
  onGone(): void;
}

export interface SavedCopy {
  video: Blob;
  /** The subtitles, each with its address on the archive. */
  subtitles: readonly { url: string; body: Blob }[];
}

export interface SavedDevice {
  /** If `keptFor` is `person`, an item kept for a policy or a trip becomes the user's own. Otherwise an existing item stays what it is. */
  save(videoId: string, keptFor?: KeptFor): Promise<void>;
  /**
   * Saves a video that these policies request, and adds it to their `askedIds` in the same transaction, so that the undo of one policy does
   * not remove the videos of another. Does nothing if all of them were deleted.
   */
  saveForPolicies(videoId: string, policyIds: readonly string[]): Promise<void>;
  /** Applies an event from the user. Does nothing if the current state does not allow it. */
  applyEvent(videoId: string, event: SaveEvent): Promise<void>;
  /** If the device is too full to record the removal, closing the tab while Undo is offered cancels the removal (unrecorded-removals.ts). */
  remove(videoId: string): Promise<void>;
  undoRemove(videoId: string): Promise<void>;
  /** Like `remove` for several videos together, whose time for Undo begins at the same moment. */
  removeAll(videoIds: readonly string[]): Promise<void>;
  undoRemoveAll(videoIds: readonly string[]): Promise<void>;
  /** Records the archive's facts about the video's file after a refresh; null if the archive no longer has it. */
  recordSource(videoId: string, source: SourceFacts | null): Promise<void>;
  /** Videos that wait for Wi-Fi are saved until the connection changes, or the tab that saves is closed. */
  useNetworkOnce(): Promise<void>;
  updateItem(videoId: string, change: Partial<Pick<SavedItem, 'place' | 'isPinned' | 'keptFor' | 'watched'>>): Promise<void>;
  changePreferences(change: Partial<Omit<SavedPreferences, 'account'>>): Promise<void>;
  putPolicy(policy: Omit<SavePolicy, 'account'>): Promise<void>;
  /** `update` gets the stored policy and returns the new one; null changes nothing. Does nothing if the policy was deleted. */
  changePolicy(policyId: string, update: (policy: SavePolicy) => SavePolicy | null): Promise<void>;
  deletePolicy(policyId: string): Promise<void>;
  putTrip(trip: Omit<Trip, 'account'>): Promise<void>;
  /** Like `changePolicy`. */
  changeTrip(tripId: string, update: (trip: Trip) => Trip | null): Promise<void>;
  /**
   * Deletes the trip and removes the videos that only the trip keeps, in one transaction. Resolves to the ids of these videos. Videos that a
   * policy has also requested are kept for the policy.
   */
  unpackTrip(tripId: string): Promise<readonly string[]>;
  /** Removes the copies of videos that were deleted at the archive. */
  onDeleted(videoIds: readonly string[]): Promise<void>;
  /** Committed bytes of the saved videos of all other accounts on this device together. */
  bytesOfOthers(): Promise<number>;
  /** Committed bytes of removed videos whose files are not deleted yet: their removal can be undone, or they are playing. */
  bytesOfRemoved(): Promise<number>;
  /** How much data was fetched, and since when; null if nothing was counted yet. Reset by `changePreferences`. */
  fetchedData(): Promise<FetchedData | null>;
  /** The complete copy of a video and its subtitles, not read yet; null if there is none. */
  copyOf(videoId: string): Promise<SavedCopy | null>;
  /**
   * Reads back every byte of complete copies. A copy that differs from the saved bytes becomes failed, and its bytes are deleted, unless
   * the archive cannot provide the video now.
   */
  check(onProgress: (doneCount: number, totalCount: number) => void, signal: AbortSignal): Promise<CheckOutcome>;
  /** Deletes orphaned rows of the ledger. Returns how many there were. */
  dropOrphans(): Promise<number>;
  /** Called when the archive answers again. Videos that wait for it continue immediately. */
  onBack(): void;
  /** Called at logout. Nothing of this account plays from then on. */
  leave(): Promise<void>;
  /** "Clear this device": deletes every saved video of this account, including one that another tab is still writing. */
  clear(): Promise<void>;
  close(): void;
}
