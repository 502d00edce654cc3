// A run of the queue: downloads one video after another, with a pause between them, until no item can be started. Called by the task
// download_pending. If a failure is an item's own fault, the item gets an error. A failing site or network is put on hold
// (download-holds.ts), and its items get no error. The current item is marked in the queue, so the next start of the server finishes a
// killed run.
import type { QueuedDownload, RunSelection, RunScope } from '../archive/download-runs.ts';
import { retryWhileBusy, retryWrite, type RetryWriteOptions } from '../database/retry-write.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Log } from '../log/log.ts';
import type { TaskEnd, TaskWork } from '../tasks/tasks.ts';
import { backoffMs, maxBackoffMs } from './backoff.ts';
import type { DownloadProgress } from './download-progress.ts';
import { downloadVideo, type DownloadDeps } from './download-video.ts';
import { scopeOf, type YtDlpFailure } from './failures.ts';
import { holdMessage, itemMessage } from './failure-messages.ts';
import type { RunningDownloadStore } from './running-download.ts';

export interface QueueDeps extends DownloadDeps {
  runningDownload: RunningDownloadStore;
  /** The steps after a download (after-download.ts). A failure is logged and does not make the download fail. */
  afterDownload(videoId: string, signal: AbortSignal): Promise<void>;
  /** Called before a run ends. */
  afterRun(signal: AbortSignal): Promise<void>;
  /** Called if a run ends because the disk or yt-dlp cannot be used. Items set to start stay set to start. */
  onNoDiskOrYtDlp?(): void;
  log: Log;
  now?: () => number;
  /** From 0 to 1. */
  random?: () => number;
  /** How often to check whether the database can be written to again. */
  diskRetryMs?: number;
}

export interface RunRequest {
  scope: RunScope;
  /** Sites whose items may run; null for every site that is not on hold. Items set to start now are always included. */
  sites: readonly string[] | null;
}

/** A notification shows at most this many problems. */
const maxShownProblems = 5;
const defaultDiskRetryMs = 5_000;
const busyText = 'Another program is writing to the database. The download continues by itself after that.';
const diskFullText = 'The disk is full. Downloads continue by themselves when there is space.';

interface Tally {
  downloaded: number;
  problems: string[];
  /** Sites that could not be reached since a site last answered. */
  unresponsiveSites: Set<string>;
}

/**
 * Whether a run would find an item to download.
 * @param isByHand whether items on hold count too, because a run that a person starts tries them immediately
 */
export function hasItemsFor({ archive, now = Date.now }: Pick<QueueDeps, 'archive' | 'now'>, { scope, sites }: RunRequest, isByHand: boolean): boolean {
  const heldSites = isByHand ? [] : archive.downloadHolds.heldAt(now());
  return (
    !heldSites.includes(null) &&
    archive.downloadRuns.count({ scope, triedIds: new Set(), heldSites: heldSites.filter((site) => site !== null), onlySites: sites }) > 0
  );
}

/** `isByHand`: a person started the run, so items on hold are tried immediately. */
export async function runQueue(deps: QueueDeps, { scope, sites, isByHand = false }: RunRequest & { isByHand?: boolean }, work: TaskWork): Promise<TaskEnd> {
  const { archive, sourceClient, now = Date.now } = deps;
  const { downloadRuns: runs, downloadHolds: holds } = archive;
  const triedIds = new Set<string>();
  const tally: Tally = { downloaded: 0, problems: [], unresponsiveSites: new Set() };
  work.update(['Looking at the queue']);
  const writeWithRetry = createWriteWithRetry(deps, work, null);
  if (isByHand)
    await writeWithRetry(() => {
      holds.tryNow(now());
      // The next check of resume-downloads.ts retries the links.
      archive.waitingLinks.shorten(now());
    });
  const state = await sourceClient.state();
  if (state.kind !== 'ready') {
    // A run that a person stopped does not start again by itself.
    const sitesOnHold = holds.heldAt(now());
    if (!work.signal.aborted) deps.onNoDiskOrYtDlp?.();
    else if (!work.shutdownSignal.aborted && !sitesOnHold.includes(null)) await writeWithRetry(() => runs.end(sitesOnHold.filter((site) => site !== null)));
    return { level: 'error', lines: [state.message] };
  }
  await writeWithRetry(() => {
    runs.fillInSites();
    holds.shorten(now(), maxBackoffMs);
  });
  const dueHolds = holds.dueAt(now());
  const heldSites = (): (string | null)[] => holds.heldAt(now());
  const selection = (): RunSelection => ({ scope, triedIds, heldSites: heldSites().filter((site) => site !== null), onlySites: sites });

  let runStop = null as RunStop | null;
  async function downloadAll(): Promise<void> {
    while (canContinue()) {
      const item = runs.next(selection());
      if (item === null) break;
      if (triedIds.size === 0) await writeWithRetry(() => holds.clearWarnings());
      if (!canContinue()) break;
      triedIds.add(item.videoId);
      runStop = await downloadOne(deps, item, scope, tally, work, `${triedIds.size} of ${triedIds.size + runs.count(selection())}`);
      if (canContinue() && runs.count(selection()) > 0) await sourceClient.pause(work.signal);
    }
    deps.runningDownload.set(null);
  }
  const canContinue = (): boolean => runStop === null && !work.signal.aborted && !work.shutdownSignal.aborted && !heldSites().includes(null);

  /**
   * Ends the run, or returns false if items were set to start meanwhile. The check and the end are one step, because ending a run resets
   * `auto_start` of its items.
   */
  function endRun(): boolean {
    if (canContinue() && runs.count(selection()) > 0) return false;
    if (work.shutdownSignal.aborted) return true;
    // Lifts holds that were due and that this run did not renew.
    if (!work.signal.aborted)
      for (const { site, retryAtMs } of dueHolds) if (holds.list().some((hold) => hold.site === site && hold.retryAtMs === retryAtMs)) holds.lift(site);
    holds.dropIdle();
    // A run that a person stopped does not start again by itself.
    if (runStop?.isUnusable && !work.signal.aborted) deps.onNoDiskOrYtDlp?.();
    else if (!heldSites().includes(null)) runs.end(selection().heldSites);
    return true;
  }

  do {
    await downloadAll();
    if (!work.shutdownSignal.aborted) await runLoggingFailure(deps, 'After the downloads', () => deps.afterRun(work.signal));
  } while ((await writeWithRetry(endRun)) === false);
  return summarize(tally, triedIds.size === 0, runStop?.message ?? null, work.signal.aborted, holdLines(deps));
}

/** Why a whole run ends. */
interface RunStop {
  message: string;
  /** Whether the disk or yt-dlp cannot be used. */
  isUnusable: boolean;
}

/** Downloads one item. Returns null if the run can continue. */
async function downloadOne(deps: QueueDeps, item: QueuedDownload, scope: RunScope, tally: Tally, work: TaskWork, position: string): Promise<RunStop | null> {
  const { downloadRuns: runs, downloadHolds: holds } = deps.archive;
  const { update, signal, shutdownSignal } = work;
  const subject = `${item.title} (${position})`;
  const initialProgress = { videoId: item.videoId, share: 0, bytesPerSecond: null, secondsLeft: null };
  const writeWithRetry = createWriteWithRetry(deps, work, { videoId: item.videoId, subject });
  update([subject]);
  await writeWithRetry(() => runs.begin(item.videoId));
  if (signal.aborted) return null;
  deps.runningDownload.set(initialProgress);
  const onProgress = ({ message, share, bytesPerSecond, secondsLeft }: DownloadProgress): void => {
    deps.runningDownload.set({ ...initialProgress, share, bytesPerSecond, secondsLeft });
    update([subject, message], share);
  };
  const waitOptions = waitingOptions(deps, work, { videoId: item.videoId, subject });
  const outcome = await downloadVideo(deps, item, shutdownSignal, onProgress, (step) => retryWhileBusy(step, waitOptions));
  switch (outcome.kind) {
    case 'in-library':
      await writeWithRetry(() => {
        runs.setPlaced(item.videoId);
        recordReachable(deps, item, tally);
        holds.addWarnings(outcome.warnings, item.title, (deps.now ?? Date.now)());
      });
      await runLoggingFailure(deps, item.title, () => deps.afterDownload(outcome.videoId, shutdownSignal));
      await writeWithRetry(() => runs.finish(item.videoId));
      tally.downloaded += 1;
      return null;
    case 'was-there':
      await writeWithRetry(() => runs.finish(item.videoId));
      return null;
    case 'not-wanted':
      await writeWithRetry(() => runs.release(item.videoId));
      return null;
    case 'stopped':
      // The item stays marked as begun.
      return null;
    case 'unusable':
      await writeWithRetry(() => runs.recordFailure(item.videoId, { kind: 'refused', message: outcome.message, details: [] }));
      tally.problems.push(`${item.title}: ${outcome.message}`);
      return null;
    case 'failed': {
      // The failure is written in one transaction and reported only afterwards. If a full disk makes the write repeat, the failure is still
      // counted and reported only once.
      const problem = await writeWithRetry(() => inTransaction(deps.archive.database, () => recordFailure(deps, item, scope, outcome.failure, tally)));
      if (problem !== null) tally.problems.push(problem);
      return null;
    }
    case 'no-room':
      await writeWithRetry(() => inTransaction(deps.archive.database, () => recordDiskFull(deps, item, outcome)), outcome.message);
      tally.problems.push(`${item.title}: ${outcome.message}`);
      return { message: outcome.message, isUnusable: false };
    case 'no-program':
    case 'no-disk':
      await writeWithRetry(() => runs.release(item.videoId));
      return { message: outcome.message, isUnusable: true };
  }
}

type WriteWithRetry = <Value>(write: () => Value, fullText?: string) => Promise<Value | null>;

/**
 * Returns a function that repeats a write while the disk is full or another program writes to the database. The function resolves to the
 * result of the write, or to null when the run is stopped. While it waits, the current item, if there is one, shows the reason. The reason
 * is kept in memory, because no row can be written.
 */
function createWriteWithRetry(deps: QueueDeps, work: TaskWork, item: WaitingItem): WriteWithRetry {
  return (write, fullText) => retryWrite(write, waitingOptions(deps, work, item, fullText));
}

type WaitingItem = { videoId: string; subject: string } | null;

function waitingOptions(
  { runningDownload, diskRetryMs = defaultDiskRetryMs }: QueueDeps,
  { update, signal }: TaskWork,
  item: WaitingItem,
  fullText = 'The disk is full. The download continues by itself when there is space.',
): RetryWriteOptions {
  return {
    signal,
    retryMs: diskRetryMs,
    onWait(reason) {
      const message = reason === 'busy' ? busyText : fullText;
      if (item !== null) runningDownload.setWaiting(item.videoId, message);
      update(item === null ? [message] : [item.subject, message]);
    },
  };
}

function recordReachable({ archive }: QueueDeps, { site }: QueuedDownload, tally: Tally): void {
  tally.unresponsiveSites.clear();
  archive.downloadHolds.lift(site);
  archive.downloadHolds.lift(null);
  archive.downloadRuns.recordSiteAnswer(site);
}

/**
 * If the video is at fault, returns its error message. If the site or the network is at fault, puts the site or the network on hold and
 * returns null; the item gets no error.
 */
function recordFailure(deps: QueueDeps, item: QueuedDownload, scope: RunScope, failure: YtDlpFailure, tally: Tally): string | null {
  const { downloadRuns: runs, downloadHolds: holds } = deps.archive;
  const { kind, message, warnings } = failure;
  const scopeOfFailure = scopeOf[kind];
  if (scopeOfFailure === 'item' || (scopeOfFailure === 'suspect' && item.doubt === 'own')) {
    runs.recordFailure(item.videoId, { kind, message: itemMessage(kind), details: [message, ...warnings] });
    // The site answered about this video, so it is reachable.
    if (scopeOfFailure === 'item' && kind !== 'refused') recordReachable(deps, item, tally);
    return `${item.title}: ${itemMessage(kind)}`;
  }
  if (scopeOfFailure === 'network') runs.release(item.videoId);
  else runs.putLast(item.videoId, scopeOfFailure === 'suspect');
  if (kind === 'unreachable') tally.unresponsiveSites.add(item.site);
  // Two unreachable sites mean that the network is lost, because sites rarely fail at the same moment. failing-sites.ts requires at least
  // three, because a wrong conclusion there skips addresses. Here it only delays items: those on hold are tried again within minutes, even
  // after a restart.
  const isNetwork = scopeOfFailure === 'network' || tally.unresponsiveSites.size > 1;
  if (isNetwork) for (const site of tally.unresponsiveSites) holds.lift(site);
  holdBack(deps, isNetwork ? null : item.site, scope, isNetwork ? { ...failure, kind: 'network-away' } : failure);
  return null;
}

/**
 * Records that an item waits for space. The run then ends, which resets `auto_start` of the items set to start. Those items are therefore
 * made to wait for space too, so that they start by themselves.
 */
function recordDiskFull({ archive, now = Date.now }: QueueDeps, { videoId }: QueuedDownload, { message, bytes }: { message: string; bytes: number }): void {
  archive.downloadRuns.failDiskFull(videoId, message, bytes);
  archive.downloadRuns.waitForSpace(
    diskFullText,
    archive.downloadHolds.heldAt(now()).filter((site) => site !== null),
  );
}

function holdBack({ archive, now = Date.now, random = Math.random }: QueueDeps, site: string | null, scope: RunScope, failure: YtDlpFailure): void {
  const holds = archive.downloadHolds;
  const consecutiveFailures = holds.consecutiveFailuresOf(site) + 1;
  const retryAtMs = now() + backoffMs(failure.kind, consecutiveFailures, failure.waitMs, random());
  holds.hold({ site, kind: failure.kind, details: [failure.message, ...failure.warnings], sinceMs: now(), consecutiveFailures, retryAtMs, scope });
}

function holdLines({ archive, now = Date.now }: QueueDeps): string[] {
  return archive.downloadHolds
    .list()
    .filter(({ retryAtMs }) => retryAtMs > now())
    .map(({ kind, site }) => {
      const { message, advice } = holdMessage(kind, site);
      return `${message} ${advice}`;
    });
}

async function runLoggingFailure({ log }: QueueDeps, subject: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    log.error(`${subject}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function summarize({ downloaded, problems }: Tally, hasTriedNothing: boolean, stopReason: string | null, isStopped: boolean, holdTexts: string[]): TaskEnd {
  const lines = [
    hasTriedNothing && holdTexts.length === 0 ? 'Nothing to download.' : `${downloaded === 1 ? '1 video' : `${downloaded} videos`} downloaded.`,
    ...(isStopped ? ['Stopped.'] : []),
    ...problems.slice(0, maxShownProblems),
    ...(problems.length > maxShownProblems ? [`… and ${problems.length - maxShownProblems} more.`] : []),
    ...(stopReason !== null && !problems.some((problem) => problem.endsWith(stopReason)) ? [stopReason] : []),
    ...holdTexts,
  ];
  return { level: problems.length > 0 || stopReason !== null || holdTexts.length > 0 ? 'error' : 'info', lines };
}
