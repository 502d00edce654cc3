// The page's side of saving: writes the user's requests into the ledger. One tab starts the worker that acts on them. Loaded when the page
// is idle, or with the first request.
import type { Clock } from '../lib/clock.ts';
import type { Locks } from '../lib/locks.ts';
import { createThrottle } from '../lib/throttle.ts';
import type { AccountRow } from '../mirror/rows.ts';
import { inBackground } from '../lib/in-background.ts';
import { openLedger } from './ledger/ledger.ts';
import type { AccountRows } from './ledger/ledger-port.ts';
import {
  ledgerName,
  type FetchedData,
  type ItemKey,
  type KeptFor,
  type Revision,
  type SavedItem,
  type SavedPreferences,
  type SavePlans,
  type SavePolicy,
  type Trip,
} from './ledger/rows.ts';
import { statusAfter, type SaveEvent } from './ledger/save-states.ts';
import { statusFromSource, type SourceFacts } from './ledger/source-facts.ts';
import { unpackItems } from './plan/unpack-trip.ts';
import { withStallTimeout } from './saver/stall.ts';
import { retryWhileLocked } from './store/locked-file.ts';
import { isDiskFull } from './store/part-writer.ts';
import { videoLockName } from './store/video-lock.ts';
import { checkCopies, type CheckOutcome } from './check-copies.ts';
import { createHeldRemovals } from './held-removals.ts';
import { deleteFromKeptList, deleteKeptList, keptSignature, listedItems, newItem, restoreLostRows, writeKeptList } from './kept-list.ts';
import { deleteAccount, deleteVideo, hasSavedFiles, readBytes } from './store/part-files.ts';
import { savedChannelName, type SavedMessage } from './messages.ts';
import { createTabSaver } from './tab-saver.ts';

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
  /** If the device is too full to record the removal, closing the tab while Undo is offered cancels the removal (held-removals.ts). */
  remove(videoId: string): Promise<void>;
  undoRemove(videoId: string): Promise<void>;
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

/**
 * - `opening`: the plans are not read yet
 * - `unrestored`: rows of a lost ledger may still have to be restored; without them, a saver would delete the files
 * - `restored`: nothing was lost, or it is restored
 * - `cleared`: nothing is written any more
 */
type DeviceState = 'opening' | 'unrestored' | 'restored' | 'cleared';

/** Presses are passed on only if a saved video has changed within this time, because an idle saver delays no screen. */
const idleAfterMs = 60_000;

/** Browsers update their usage figures a moment after a deletion. */
const usageDelayMs = 2_000;

/** @throws what the browser throws, or an error if the account was left */
export async function openSavedDevice({
  account: { accountKey: account, userId, archiveId },
  isOpen,
  locks,
  clock,
  newKey,
  requestPage,
  fetchStreamPlayer,
  onItem,
  onPlans,
  onGone,
}: SavedDevicePorts): Promise<SavedDevice> {
  const ledger = openLedger(ledgerName, (how) => how === 'deleted' && handleGone());
  const channel = new BroadcastChannel(savedChannelName);
  const saver = createTabSaver({ account, sessionOwner: { userId, archiveId }, locks, newKey });
  // A save on a fast network commits thirty windows a second, and each read renders the screen again.
  const onChanged = createThrottle(clock, 500, (videoId) => void read(videoId));
  /** Rows as they were when they were removed here, because an undo may come after the files and the row were deleted. */
  const removedRows = new Map<string, SavedItem>();
  const heldRemovals = createHeldRemovals(clock, (videoId) => inBackground(removeUnrecorded(videoId), 'A removed video could not be deleted'));
  /** The deletions under way of videos whose removal was not recorded. They never reject. */
  const deletions = new Map<string, Promise<void>>();
  /** Videos of a lost ledger that a full device could not restore, as they are shown. */
  const unrestoredItems = new Map<string, SavedItem>();
  /** What the kept list says about each video (`keptSignature`). */
  const listedSignatures = new Map<string, string>();
  const onKept = createThrottle(clock, 500, () => void writeKeptList(ledger, account).catch(() => undefined)); // the next change writes it
  const onPress = createThrottle(clock, 100, () => post({ kind: 'pressed' }));
  let lastChangeAtMs = -Infinity;
  let lastPlace = 0;
  const pressListeners = new AbortController();
  let isClosed = false;
  let state = 'opening' as DeviceState;
  /** The restoration that is under way. */
  let restoration: Promise<void> | null = null;
  const keyOf = (videoId: string): ItemKey => [account, videoId, 'original'];
  const leave = (): Promise<void> => ledger.leaveAccount(account);

  // The listener is set before the first read, so that no later change is missed.
  channel.onmessage = ({ data }: MessageEvent<SavedMessage>) => {
    if (data.kind === 'changed') lastChangeAtMs = clock.now();
    if (data.kind === 'changed' && data.account === account) onChanged(data.videoId);
    if (data.kind === 'plans-changed' && data.account === account) void readPlans();
  };
  // If the ledger does not open, for instance because a tab of an older version blocks it, everything opened so far is closed.
  await openAccount().catch((reason: unknown) => {
    close();
    throw reason;
  });
  // The saver reconciles ledger and files at each start, even if nothing is left to save.
  if (state === 'restored' && ((await ledger.itemsOf(account)).length > 0 || (await hasStoredFiles()))) saver.start();
  // A press of a mouse, a finger or a key. Screen readers send `click`.
  for (const event of ['pointerdown', 'keydown', 'click', 'popstate'])
    window.addEventListener(event, handlePress, { capture: true, passive: true, signal: pressListeners.signal });
  // Another tab's saver may wait for a session, which exists now.
  post({ kind: 'wake', isNetworkBack: true });

  /** From now on the account's videos are played and saved. @throws what the browser throws, or an error if the account was left */
  async function enter(): Promise<void> {
    await ledger.setOpenAccount(account, newKey());
    // The check follows the opening of the account, because a concurrent logout records itself before it leaves the ledger. So either the
    // logout or this check closes the account again.
    if (await isOpen()) return;
    await leave();
    throw new Error('the account was left meanwhile');
  }

  async function openAccount(): Promise<void> {
    // A full device cannot record the opening of the account, but saved videos still play. The next change, or the next start, tries again.
    const hasEntered = await enter().then(
      () => true,
      async (reason: unknown) => {
        if (!isDiskFull(reason) || !(await isOpen())) throw reason;
        return false;
      },
    );
    const isRestored = await restore(hasEntered).then(
      () => true,
      (reason: unknown) => {
        console.warn('The rows of a lost ledger could not be restored yet', reason);
        return false;
      },
    );
    for (const item of await ledger.itemsOf(account)) report(item.videoId, unlessRemoved(item));
    // The plans are read after the items, because a trip without its items would be announced as not ready.
    await readPlans();
    state = isRestored ? 'restored' : 'unrestored';
  }

  /**
   * Restores the rows of a lost ledger, and reports them.
   * @param hasEntered false if the ledger may not know that the account is open: a full device could not record it, or the ledger was lost
   *   afterwards
   * @throws what the browser throws, for instance if the device is full
   */
  function restore(hasEntered: boolean): Promise<void> {
    // One at a time, so that `clear` can wait for it.
    return (restoration ??= restoreAndNotify(hasEntered).finally(() => (restoration = null)));
  }

  async function restoreAndNotify(hasEntered: boolean): Promise<void> {
    const isLost = !(await ledger.hasAccount(account));
    if (isLost && state === 'restored') state = 'unrestored';
    const lostIds = isLost ? await restoreLost() : [];
    const changedIds = new Set([...lostIds, ...unrestoredItems.keys()]);
    unrestoredItems.clear();
    for (const videoId of changedIds) await notifyChanged(videoId);
    if (isLost) {
      // A tab that knew the restored videos but not the plans would remove videos that a policy or a trip keeps.
      if (state !== 'opening') await readPlans(); // else `openAccount` reads them, after all items
      post({ kind: 'plans-changed', account });
    }
    if (!hasEntered && (state === 'opening' || state === 'unrestored') && (await isOpen())) await enter();
    if (state === 'unrestored') state = 'restored';
  }

  /**
   * Called before each change, because a ledger may be lost while this tab is open, or could not be restored before. If it were restored
   * after the change, a deleted policy and a removed video would return, and a copy would not replace a new row. If the ledger cannot be
   * restored, this function rejects, and the change is not made.
   */
  async function prepareChange(): Promise<void> {
    if (state !== 'cleared') await restore(false);
    if (state === 'cleared') throw new Error('the device was cleared meanwhile');
  }

  function wakeSaver(): void {
    saver.start();
    post({ kind: 'wake', isNetworkBack: false });
  }

  /** Resolves to the ids of the restored videos. */
  async function restoreLost(): Promise<readonly string[]> {
    const lostIds = await restoreLostRows(ledger, account, clock.now()).catch(async (reason: unknown) => {
      if (isDiskFull(reason)) await showUnrestored();
      throw reason;
    });
    // Fire and forget: their titles may be lost as well.
    for (const videoId of lostIds) inBackground(requestPage(videoId), 'The page of a lost video was not requested');
    return lostIds;
  }

  /**
   * Shows the videos that could not be restored, so that the user can remove some. They do not play, and no policy or trip may remove them,
   * because the plans are not restored either.
   */
  async function showUnrestored(): Promise<void> {
    for (const item of listedItems(account, clock.now())) {
      const status = { state: 'paused', reason: 'storage-full' } as const;
      unrestoredItems.set(item.videoId, { ...item, status, keptFor: 'person', wholeRevision: null, savedBytes: 0 });
    }
    for (const videoId of unrestoredItems.keys()) await read(videoId);
  }

  /** Works even after `close`, because a change may still be running, and the other tabs must be notified of it. */
  function post(message: SavedMessage): void {
    if (!isClosed) return channel.postMessage(message);
    const lateChannel = new BroadcastChannel(savedChannelName);
    lateChannel.postMessage(message);
    lateChannel.close();
  }

  function handlePress(): void {
    if (clock.now() - lastChangeAtMs < idleAfterMs) onPress('');
  }

  function report(videoId: string, item: SavedItem | null): void {
    onItem(videoId, item);
    const signature = keptSignature(item);
    if (listedSignatures.get(videoId) === signature) return;
    listedSignatures.set(videoId, signature);
    onKept('');
  }

  async function read(videoId: string): Promise<void> {
    if (isClosed) return;
    const storedItem = await ledger.item(keyOf(videoId));
    if (storedItem) unrestoredItems.delete(videoId); // another tab has restored it
    const item = storedItem ?? unrestoredItems.get(videoId) ?? null;
    report(videoId, heldRemovals.has(videoId) || deletions.has(videoId) ? null : unlessRemoved(item));
    if (item && state === 'restored') saver.standBy();
    // The code that plays streams is fetched now, because without it the stream could not be played offline. While a stream is being saved,
    // this function runs at each change of its row, and the archive is reachable.
    if (item?.isStream) void fetchStreamPlayer().catch(() => undefined);
  }

  async function readPlans(): Promise<void> {
    const [preferences, policies, trips] = await Promise.all([ledger.preferences(account), ledger.policiesOf(account), ledger.tripsOf(account)]);
    onPlans({ preferences, policies, trips });
    onKept('');
  }

  async function notifyPlansChanged(): Promise<void> {
    await readPlans();
    post({ kind: 'plans-changed', account });
  }

  async function changePlans(write: () => Promise<void>): Promise<void> {
    await prepareChange();
    await write();
    await notifyPlansChanged();
    wakeSaver();
  }

  async function notifyChanged(videoId: string): Promise<void> {
    await read(videoId);
    post({ kind: 'changed', account, videoId });
  }

  async function change(videoId: string, update: (row: SavedItem | undefined) => SavedItem | null, policyIds?: readonly string[]): Promise<void> {
    await prepareChange();
    if (policyIds) {
      await ledger.changeForPolicies(keyOf(videoId), policyIds, update);
      await notifyPlansChanged(); // first, because an undo removes the videos that no known policy has requested
    } else await ledger.change(keyOf(videoId), update);
    await notifyChanged(videoId);
    wakeSaver();
  }

  async function isAtArchive({ url }: Revision, signal: AbortSignal): Promise<boolean> {
    const request = { headers: { range: 'bytes=0-0' }, credentials: 'same-origin', cache: 'no-store', redirect: 'manual' } as const;
    const { value: answer } = await withStallTimeout(clock, signal, (timeoutSignal) => fetch(url, { ...request, signal: timeoutSignal }).catch(() => null));
    await answer?.body?.cancel().catch(() => undefined); // the body is not needed
    // A portal or a proxy answers with its own page.
    return answer?.ok === true && !/^text\/html\b/i.test(answer.headers.get('content-type') ?? '');
  }

  async function save(videoId: string, keptFor: KeptFor = 'person', policyIds?: readonly string[]): Promise<void> {
    if (heldRemovals.release(videoId)) await read(videoId);
    await deletions.get(videoId); // a deletion under way would delete the new row and the new files too
    if (keptFor === 'person' && !(await ledger.itemsOf(account)).some((item) => item.keptFor === 'person')) requestPersistence();
    await change(
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
  }

  /** Rises with each call, because videos requested within one tick of the clock (100 ms in some browsers) are saved in their order too. */
  function nextPlace(): number {
    return (lastPlace = Math.max(clock.now(), lastPlace + 1));
  }

  async function remove(videoId: string): Promise<void> {
    const recording = change(videoId, (row) => {
      if (!row) return null;
      if (row.removedAtMs === null) removedRows.set(videoId, row);
      return { ...row, removedAtMs: clock.now() };
    });
    await recording.catch((reason: unknown) => {
      if (!isDiskFull(reason)) throw reason;
      heldRemovals.hold(videoId);
      report(videoId, null);
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
    await notifyPlansChanged();
    if (!isRecorded) {
      for (const videoId of removedIds) await remove(videoId);
      return removedIds;
    }
    for (const item of removedItems) removedRows.set(item.videoId, item);
    for (const { videoId } of changedItems) await notifyChanged(videoId);
    wakeSaver();
    return removedIds;
  }

  /** Deletes a video whose removal the full device could not record, unless a tab plays it. */
  async function removeUnrecorded(videoId: string): Promise<void> {
    const deleteNow = async (): Promise<void> => {
      deleteFromKeptList(account, videoId);
      unrestoredItems.delete(videoId);
      const forgetRows = (): Promise<unknown> => ledger.forget(keyOf(videoId), false);
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
    save: (videoId, keptFor) => save(videoId, keptFor),
    saveForPolicies: (videoId, policyIds) => save(videoId, 'policy', policyIds),
    applyEvent: (videoId, event) =>
      change(videoId, (row) => {
        if (event === 'cancel-update' && row?.wholeRevision === null) return null;
        const status = row && statusAfter(row.status, event);
        // A new state of the file is fetched from its first byte.
        return row && status ? { ...row, status, ...(event === 'update' ? { savedBytes: 0 } : {}) } : null;
      }),
    async recordSource(videoId, source) {
      const item = await ledger.item(keyOf(videoId));
      if (!item || item.wholeRevision === null) return;
      const revision = await ledger.revision([...keyOf(videoId), item.wholeRevision]);
      if (!revision || statusFromSource(item.status, revision, source, clock.now()) === item.status) return;
      await change(videoId, (row) =>
        row?.wholeRevision === revision.revision ? { ...row, status: statusFromSource(row.status, revision, source, clock.now()) } : null,
      );
    },
    async useNetworkOnce() {
      post({ kind: 'use-network-once', account });
    },
    remove,
    async undoRemove(videoId) {
      if (heldRemovals.release(videoId)) return read(videoId);
      await deletions.get(videoId);
      await change(videoId, (row) => (row ? { ...row, removedAtMs: null } : null));
      // The toast can be kept open for longer than the files are kept. Then the video is saved again, for the same reason as before.
      if (await ledger.item(keyOf(videoId))) return;
      const { keptFor, isPinned, place } = removedRows.get(videoId) ?? {};
      await save(videoId, keptFor);
      if (place !== undefined) await change(videoId, (row) => (row ? { ...row, isPinned: isPinned === true, place } : null));
    },
    updateItem: (videoId, fields) => change(videoId, (row) => (row ? { ...row, ...fields } : null)),
    changePreferences: (fields) => changePlans(() => ledger.changePreferences(account, fields)),
    putPolicy: (policy) => changePlans(() => ledger.putPolicy({ ...policy, account })),
    changePolicy: (policyId, update) => changePlans(() => ledger.changePolicy(account, policyId, update)),
    deletePolicy: (policyId) => changePlans(() => ledger.deletePolicy(account, policyId)),
    putTrip: (trip) => changePlans(() => ledger.putTrip({ ...trip, account })),
    changeTrip: (tripId, update) => changePlans(() => ledger.changeTrip(account, tripId, update)),
    unpackTrip,
    async onDeleted(videoIds) {
      const deletedIds = new Set(videoIds);
      await prepareChange(); // a copy that is restored after this call would stay
      for (const { videoId } of await ledger.itemsOf(account)) if (deletedIds.has(videoId)) await remove(videoId);
    },
    bytesOfOthers: () => ledger.bytesOfOthers(account),
    async bytesOfRemoved() {
      const [items, revisions] = await Promise.all([ledger.itemsOf(account), ledger.revisionsOf(account)]);
      const keptIds = new Set(items.flatMap(({ videoId, removedAtMs }) => (removedAtMs === null && !heldRemovals.has(videoId) ? [videoId] : [])));
      return revisions.reduce((sum, { videoId, committedBytes }) => sum + (keptIds.has(videoId) ? 0 : committedBytes), 0);
    },
    fetchedData: async () => (await ledger.preferences(account)).fetched ?? null,
    async copyOf(videoId) {
      const item = await ledger.item(keyOf(videoId));
      const revision = item && item.wholeRevision !== null ? await ledger.revision([...keyOf(videoId), item.wholeRevision]) : undefined;
      if (!revision) return null;
      const parts = await readBytes(await navigator.storage.getDirectory(), revision, 0, revision.totalBytes);
      const smallFiles = await ledger.smallFilesOf(account, videoId);
      return {
        video: parts.slice(0, parts.size, revision.contentType),
        subtitles: smallFiles.filter(({ url }) => /\.vtt(\?|$)/i.test(url)).map(({ url, body }) => ({ url, body })),
      };
    },
    async check(onProgress, signal) {
      const root = await navigator.storage.getDirectory();
      return checkCopies(account, { ledger, root, onProgress, onDamaged: notifyChanged, isAtArchive }, signal);
    },
    dropOrphans: () => ledger.dropOrphans(account),
    onBack() {
      saver.restart();
      post({ kind: 'wake', isNetworkBack: true });
    },
    leave,
    async clear() {
      saver.end();
      // From now on nothing is written, neither by a change nor by the restoration that is under way.
      state = 'cleared';
      await restoration?.catch(() => undefined); // nothing more is restored
      heldRemovals.stop();
      const shownIds = new Set([...(await ledger.itemsOf(account)).map(({ videoId }) => videoId), ...unrestoredItems.keys()]);
      unrestoredItems.clear();
      // The kept list is deleted before the ledger's rows. Otherwise, after an interruption, the list would name what was cleared.
      deleteKeptList(account);
      await ledger.forgetAccount(account);
      // Another tab's saver ends its current work and releases its files.
      post({ kind: 'wake', isNetworkBack: false });
      for (const videoId of shownIds) {
        report(videoId, null);
        post({ kind: 'changed', account, videoId });
      }
      await notifyPlansChanged();
      deleteKeptList(account); // another tab may have written the list meanwhile
      const root = await navigator.storage.getDirectory();
      await retryWhileLocked(clock, () => deleteAccount(root, account));
      // The empty ledger stays. Deleting it could lose what another tab is writing, and its revision numbers would be reused.
    },
    close,
  };

  function close(): void {
    isClosed = true;
    heldRemovals.stop();
    pressListeners.abort();
    channel.close();
    saver.end();
  }

  function handleGone(): void {
    deleteKeptList(account);
    close();
    onGone();
  }
}

function unlessRemoved(item: SavedItem | null): SavedItem | null {
  return item?.removedAtMs === null ? item : null;
}

/** False also if there is no private file system, as in private windows of some browsers. */
async function hasStoredFiles(): Promise<boolean> {
  try {
    return await hasSavedFiles(await navigator.storage.getDirectory());
  } catch {
    return false;
  }
}

/** Asks the browser not to clear saved videos when space runs out. Fire and forget: some browsers ask the user; /saved/ shows the reply. */
function requestPersistence(): void {
  inBackground(navigator.storage.persist(), 'Storage could not be protected');
}
