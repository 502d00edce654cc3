// The page's side of saving: writes the user's requests into the ledger. One tab starts the worker that acts on them. Loaded when the page
// is idle, or with the first request. This module connects the parts in device/ and answers the requests that need only one of them.
import { checkCopies } from './check-copies.ts';
import { createChanges } from './device/changes.ts';
import { clearDevice } from './device/clear-device.ts';
import type { SavedDevice, SavedDevicePorts } from './device/device-port.ts';
import { isAtArchive, readCopy } from './device/read-copy.ts';
import { createRemovals } from './device/removals.ts';
import { createReports } from './device/reports.ts';
import { createRestoration } from './device/restoration.ts';
import { createSaveVideo } from './device/save-video.ts';
import { createTabMessages } from './device/tab-messages.ts';
import { createUnrecordedRemovals } from './device/unrecorded-removals.ts';
import { deleteKeptList } from './kept-list.ts';
import { openLedger } from './ledger/ledger.ts';
import { ledgerName } from './ledger/rows.ts';
import { statusAfter } from './ledger/save-states.ts';
import { statusFromSource } from './ledger/source-facts.ts';
import { hasSavedFiles } from './store/part-files.ts';
import { createTabSaver } from './tab-saver.ts';

/** @throws what the browser throws, or an error if the account was left */
export async function openSavedDevice(ports: SavedDevicePorts): Promise<SavedDevice> {
  const { locks, clock, isOpen, newKey, requestPage, fetchStreamPlayer, onItem, onPlans, onGone } = ports;
  const { accountKey: account, userId, archiveId } = ports.account;
  const ledger = openLedger(ledgerName, (how) => how === 'deleted' && handleGone());
  const messages = createTabMessages({
    account,
    clock,
    onChanged: (videoId) => reports.readSoon(videoId),
    onPlansChanged: () => void reports.readPlans(),
  });
  const { post } = messages;
  const saver = createTabSaver({ account, sessionOwner: { userId, archiveId }, locks, newKey });
  const reports = createReports({
    account,
    ledger,
    clock,
    onItem,
    onPlans,
    fetchStreamPlayer,
    post,
    itemToShow: (videoId, storedItem) => restoration.itemToShow(videoId, storedItem),
    isRemovedUnrecorded: (videoId) => unrecordedRemovals.has(videoId),
    onItemRead() {
      if (restoration.isRestored()) saver.standBy();
    },
  });
  const restoration = createRestoration({ account, ledger, clock, isOpen, newKey, requestPage, post, reports });
  const { prepareChange } = restoration;
  const { changeItem, changeItems, changePlans } = createChanges({ account, ledger, prepareChange, reports, wakeSaver });
  const unrecordedRemovals = createUnrecordedRemovals({
    account,
    ledger,
    locks,
    clock,
    dropUnrestored: restoration.dropUnrestored,
    prepareChange,
    notifyChanged: reports.notifyChanged,
    wakeSaver,
  });
  const saveVideo = createSaveVideo({ account, ledger, clock, requestPage, changeItem, read: reports.read, unrecordedRemovals });
  const removals = createRemovals({ account, ledger, clock, prepareChange, changeItem, changeItems, reports, unrecordedRemovals, saveVideo, wakeSaver });

  // If the ledger does not open, for instance because a tab of an older version blocks it, everything opened so far is closed.
  await restoration.open().catch((reason: unknown) => {
    close();
    throw reason;
  });
  // The saver reconciles ledger and files at each start, even if nothing is left to save.
  if (restoration.isRestored() && ((await ledger.itemsOf(account)).length > 0 || (await hasStoredFiles()))) saver.start();
  messages.passOnPresses();
  // Another tab's saver may wait for a session, which exists now.
  post({ kind: 'wake', isNetworkBack: true });

  function wakeSaver(): void {
    saver.start();
    post({ kind: 'wake', isNetworkBack: false });
  }

  return {
    save: (videoId, keptFor) => saveVideo(videoId, keptFor),
    saveForPolicies: (videoId, policyIds) => saveVideo(videoId, 'policy', policyIds),
    ...removals,
    applyEvent: (videoId, event) =>
      changeItem(videoId, (row) => {
        if (event === 'cancel-update' && row?.wholeRevision === null) return null;
        const status = row && statusAfter(row.status, event);
        // A new state of the file is fetched from its first byte.
        return row && status ? { ...row, status, ...(event === 'update' ? { savedBytes: 0 } : {}) } : null;
      }),
    async recordSource(videoId, source) {
      const item = await ledger.item([account, videoId, 'original']);
      if (!item || item.wholeRevision === null) return;
      const revision = await ledger.revision([account, videoId, 'original', item.wholeRevision]);
      if (!revision || statusFromSource(item.status, revision, source, clock.now()) === item.status) return;
      await changeItem(videoId, (row) =>
        row?.wholeRevision === revision.revision ? { ...row, status: statusFromSource(row.status, revision, source, clock.now()) } : null,
      );
    },
    async useNetworkOnce() {
      post({ kind: 'use-network-once', account });
    },
    updateItem: (videoId, fields) => changeItem(videoId, (row) => (row ? { ...row, ...fields } : null)),
    changePreferences: (fields) => changePlans(() => ledger.changePreferences(account, fields)),
    putPolicy: (policy) => changePlans(() => ledger.putPolicy({ ...policy, account })),
    changePolicy: (policyId, update) => changePlans(() => ledger.changePolicy(account, policyId, update)),
    deletePolicy: (policyId) => changePlans(() => ledger.deletePolicy(account, policyId)),
    putTrip: (trip) => changePlans(() => ledger.putTrip({ ...trip, account })),
    changeTrip: (tripId, update) => changePlans(() => ledger.changeTrip(account, tripId, update)),
    bytesOfOthers: () => ledger.bytesOfOthers(account),
    fetchedData: async () => (await ledger.preferences(account)).fetched ?? null,
    copyOf: (videoId) => readCopy(ledger, account, videoId),
    async check(onProgress, signal) {
      const root = await navigator.storage.getDirectory();
      return checkCopies(
        account,
        { ledger, root, onProgress, onDamaged: reports.notifyChanged, isAtArchive: (revision) => isAtArchive(revision, clock, signal) },
        signal,
      );
    },
    dropOrphans: () => ledger.dropOrphans(account),
    onBack() {
      saver.restart();
      post({ kind: 'wake', isNetworkBack: true });
    },
    leave: () => ledger.leaveAccount(account),
    clear: () => clearDevice(account, { ledger, clock, saver, restoration, unrecordedRemovals, reports, post }),
    close,
  };

  function close(): void {
    reports.close();
    unrecordedRemovals.stop();
    messages.close();
    saver.end();
  }

  function handleGone(): void {
    deleteKeptList(account);
    close();
    onGone();
  }
}

/** False also if there is no private file system, as in private windows of some browsers. */
async function hasStoredFiles(): Promise<boolean> {
  try {
    return await hasSavedFiles(await navigator.storage.getDirectory());
  } catch {
    return false;
  }
}
