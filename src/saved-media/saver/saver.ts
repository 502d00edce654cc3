// Saves the queued videos of the ledger, two at a time, in the worker. Driven by rows: a request is written to the ledger, and the saver is
// woken. All tabs share one saver: the holder of the lock claims the ledger, which then refuses writes of earlier savers.
import { backoffMs } from '../../lib/backoff.ts';
import { ClaimLost } from '../ledger/ledger.ts';
import { itemKeyOf, type SavedItem, type SaverClaim } from '../ledger/rows.ts';
import { statusAfter, type SaveEvent, type SaveState } from '../ledger/save-states.ts';
import { isDiskFull } from '../store/part-writer.ts';
import { lacksSmallFiles } from './save-small-files.ts';
import type { ItemOutcome, Saver, SaverPorts } from './saver-ports.ts';
import { createSpaceBudget } from './space-budget.ts';
import { createUndoTimer, onlyCopyUndoMs, undoMs } from './undo-timer.ts';

export const maxParallel = 2;

/** Browsers update their usage figures a moment after a deletion. */
const usageDelayMs = 2_000;

interface SaveJob {
  controller: AbortController;
  whenEnded: Promise<void>;
}

const workingStates: readonly SaveState[] = ['preparing', 'saving', 'verifying'];
const isWorking = ({ status }: SavedItem): boolean => workingStates.includes(status.state);
/** Whether the update was cancelled, and the row still has fields of the newer copy. */
const isCancelledUpdate = ({ status, openRevision, savedBytes, totalBytes }: SavedItem): boolean =>
  status.state === 'outdated' && (openRevision !== null || savedBytes !== (totalBytes ?? 0));
const idOf = (item: SavedItem): string => itemKeyOf(item).join(' ');

/** Never throws; a saver that loses its claim calls `onLost`. */
export function startSaver(account: string, claim: SaverClaim, ports: SaverPorts): Saver {
  const { ledger, clock, random, network, space, reconcile, saveItem, removeItem, dropUpdate, onChange, onLost } = ports;
  const budget = createSpaceBudget(account, { ledger, space });
  const activeJobs = new Map<string, SaveJob>();
  const hasUndoExpired = createUndoTimer(clock, () => wake());
  let isEnded = false;
  let isFirstPass = true;
  let wasPaused = false;
  /** The kind of network that may be used although it is metered; null: none. */
  let allowedKind: string | null = null;
  /** Whether the last try to fetch missing small files failed because the session has ended. The next try follows when the archive is back. */
  let isSignedOut = false;
  let failures = 0;
  let cancelRetry: (() => void) | null = null;
  let lastTask: Promise<unknown> = Promise.resolve();
  const unsubscribeNetwork = network.subscribe(() => {
    if (network.kind() !== allowedKind) allowedKind = null;
    wake();
  });

  async function check(isNetworkBack: boolean): Promise<void> {
    await deleteRemoved();
    const { isPaused, isWifiOnly } = await ledger.preferences(account);
    const isMetered = isWifiOnly && allowedKind === null && network.isMetered();
    // Interrupts work that a previous saver left behind when it died, and all work if everything is paused.
    for (const item of await readItems()) if (isWorking(item) && (isPaused || !activeJobs.has(idOf(item)))) await applyEvent(item, 'interrupted');
    // "Resume all" does not wait for the retry of an item that failed before.
    if (!isPaused) await resumeWaiting(isNetworkBack || wasPaused, isMetered);
    wasPaused = isPaused;
    const items = await readItems();
    for (const [id, { controller }] of activeJobs)
      if (!items.some((item) => idOf(item) === id && (isWorking(item) || (lacksSmallFiles(item) && !isPaused && !isMetered)))) controller.abort();
    for (const item of items) if (isCancelledUpdate(item) && !activeJobs.has(idOf(item))) await dropCancelled(item);
    if (isPaused) return;
    for (const item of items.filter(({ status }) => status.state === 'queued').toSorted((one, other) => one.place - other.place)) {
      if (isEnded || activeJobs.size >= maxParallel) return;
      if (activeJobs.has(idOf(item))) continue;
      if (await budget.fits(item, await activeItems())) startJob(item);
      else await applyEvent(item, 'storage-full');
    }
    // Missing small files of complete copies come last, because such copies play without them. After a failure they wait for the retry.
    for (const item of isMetered || cancelRetry || isSignedOut ? [] : items.filter(lacksSmallFiles)) {
      if (isEnded || activeJobs.size >= maxParallel) return;
      if (!activeJobs.has(idOf(item))) startJob(item);
    }
  }

  /** Resumes items whose reason for waiting has ended, and makes items wait that must not use this network. */
  async function resumeWaiting(isNetworkBack: boolean, isMetered: boolean): Promise<void> {
    const isRetryDue = isNetworkBack || cancelRetry === null;
    const isSessionRetryDue = isNetworkBack || isFirstPass;
    isFirstPass = false;
    for (const item of await readItems()) {
      const { state, reason } = item.status;
      const canResume =
        state === 'waiting-for-wifi'
          ? !isMetered
          : reason === 'storage-full'
            ? await budget.fitsNow(item, await activeItems())
            : ((reason === 'offline' || reason === 'background') && isRetryDue) || (reason === 'signed-out' && isSessionRetryDue);
      if (canResume) await applyEvent(item, 'obstacle-gone');
    }
    if (isMetered) for (const item of await readItems()) if (statusAfter(item.status, 'metered')) await applyEvent(item, 'metered');
  }

  async function readItems(): Promise<SavedItem[]> {
    return (await ledger.itemsOf(account)).filter(({ removedAtMs }) => removedAtMs === null);
  }

  /** Items being saved. The full size of each is reserved, as far as it is known. */
  async function activeItems(): Promise<SavedItem[]> {
    return (await readItems()).filter((item) => activeJobs.has(idOf(item)));
  }

  async function dropCancelled(item: SavedItem): Promise<void> {
    await dropUpdate(item);
    onChange(item.videoId);
    clock.after(usageDelayMs, () => wake());
  }

  async function deleteRemoved(): Promise<void> {
    for (const item of await ledger.itemsOf(account)) {
      if (item.removedAtMs === null) continue;
      const windowMs = item.status.state === 'gone-at-source' ? onlyCopyUndoMs : undoMs;
      if (hasUndoExpired(idOf(item), item.removedAtMs, windowMs)) {
        const job = activeJobs.get(idOf(item));
        job?.controller.abort();
        await job?.whenEnded;
        // Files that another context has open are deleted at the next start; other items must not wait for them.
        const isRemoved = await removeItem(item).catch((reason: unknown) => {
          console.warn('Files of a removed video could not be deleted yet', reason);
          return false;
        });
        if (!isRemoved) continue;
        onChange(item.videoId);
        clock.after(usageDelayMs, () => wake());
      }
    }
  }

  /** Resolves to whether the event applied. @throws ClaimLost */
  async function applyEvent(item: SavedItem, event: SaveEvent): Promise<boolean> {
    let isApplied = false;
    await ledger.commit(claim, {
      itemKey: itemKeyOf(item),
      item(row) {
        const status = statusAfter(row.status, event);
        isApplied = status !== null;
        return status ? { ...row, status } : row;
      },
    });
    if (isApplied) onChange(item.videoId);
    return isApplied;
  }

  function startJob(item: SavedItem): void {
    const controller = new AbortController();
    const job: SaveJob = { controller, whenEnded: Promise.resolve() };
    activeJobs.set(idOf(item), job);
    job.whenEnded = saveAndRecord(item, job)
      .finally(() => activeJobs.delete(idOf(item)))
      .then(() => wake(), onFailure);
  }

  async function saveAndRecord(item: SavedItem, job: SaveJob): Promise<void> {
    if (!lacksSmallFiles(item) && !(await applyEvent(item, 'slot-free'))) return;
    const outcome = await saveItem(item, claim, job.controller.signal, (totalBytes) => reserve(item, job, totalBytes)).catch((reason: unknown): ItemOutcome => {
      if (reason instanceof ClaimLost) throw reason;
      if (isDiskFull(reason)) return { event: 'storage-full', isDiskFull: true };
      // The disk has probably failed, so the save is retried at growing intervals.
      console.warn('Saving a video failed', reason);
      return { event: 'interrupted', retryAfterMs: null };
    });
    // A connection that drops now and then, but makes progress each time, does not lengthen the retry delay.
    const { savedBytes = 0 } = (await ledger.item(itemKeyOf(item))) ?? {};
    if (outcome === 'done' || savedBytes > item.savedBytes) failures = 0;
    if (outcome === 'done' || outcome === 'ended') return;
    if (outcome.isDiskFull) await budget.recordDiskFull(item);
    await applyEvent(item, outcome.event);
    // The state of a complete copy does not change, so without a wait its small files would be fetched in a tight loop.
    if (lacksSmallFiles(item) && outcome.event === 'signed-out') isSignedOut = true;
    else if (lacksSmallFiles(item) || outcome.event === 'network-lost' || outcome.event === 'interrupted') retryLater(outcome.retryAfterMs ?? null);
  }

  /** Reservations are made one at a time, and never during a check, because two concurrent requests must not reserve the same space. */
  async function reserve(item: SavedItem, job: SaveJob, totalBytes: number): Promise<boolean> {
    if (job.controller.signal.aborted) return false;
    const answer = enqueue(async () => {
      // The size is stored even if the item does not fit, so that the item does not start again until it fits.
      await ledger.commit(claim, { itemKey: itemKeyOf(item), item: (row) => ({ ...row, totalBytes }) });
      const currentItem = await ledger.item(itemKeyOf(item));
      return currentItem !== undefined && budget.fits(currentItem, await activeItems());
    });
    // The task that runs now may be waiting for this job to end (deleteRemoved), so waiting for `answer` alone would deadlock.
    const whenAborted = new Promise<boolean>((resolve) => job.controller.signal.addEventListener('abort', () => resolve(false), { once: true }));
    return Promise.race([answer, whenAborted]);
  }

  /**
   * Called if the ledger could not be read or written. The saver does not check again immediately, because queued items would start again
   * in a tight loop.
   */
  function onFailure(reason: unknown): void {
    if (reason instanceof ClaimLost) {
      if (!isEnded) onLost();
      isEnded = true;
    } else {
      console.warn('The ledger of saved videos could not be read or written', reason);
      retryLater(null);
    }
  }

  function retryLater(retryAfterMs: number | null): void {
    if (cancelRetry || isEnded) return;
    cancelRetry = clock.after(backoffMs(failures, random, retryAfterMs), () => wake(true));
    failures += 1;
  }

  function enqueue<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = lastTask.then(work);
    lastTask = result.catch(() => undefined); // reported to the caller
    return result;
  }

  function wake(isNetworkBack = false): void {
    if (isNetworkBack) {
      cancelRetry?.();
      cancelRetry = null;
      isSignedOut = false;
    }
    void enqueue(async () => (isEnded ? undefined : check(isNetworkBack))).catch(onFailure);
  }

  void enqueue(reconcile).catch(onFailure);
  wake();
  return {
    wake,
    useNetworkOnce() {
      allowedKind = network.kind();
      wake();
    },
    async stop() {
      isEnded = true;
      cancelRetry?.();
      unsubscribeNetwork();
      for (const { controller } of activeJobs.values()) controller.abort();
      await lastTask;
      await Promise.all([...activeJobs.values()].map(({ whenEnded }) => whenEnded));
    },
  };
}
