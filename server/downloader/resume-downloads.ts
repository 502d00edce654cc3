// Resumes downloads automatically. At its start, the server ends programs that a killed server left running, deletes unwanted partial files
// and continues the other downloads. Later, regular checks continue items that waited for disk space, for their disk or for yt-dlp.
// They try sites on hold and waiting links again when these are due, and delete unwanted partial files.
import type { Archive } from '../archive/archive.ts';
import { inTransaction } from '../database/transaction.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { SpaceReservations } from '../media-files/space-reservations.ts';
import type { DownloadInput } from '../tasks/download-pending.ts';
import { unusableDiskMessage } from './absent-disk.ts';
import { maxBackoffMs } from './backoff.ts';
import { reserveDownloadSpace } from './reserve-space.ts';
import { hasItemsFor } from './run-queue.ts';
import { adoptLegacyParts, cleanStaging, diskOfDownloads, earlierStagings, idsWithPlannedMoves, killLeftovers, stagingOf } from './staging.ts';

export interface ResumeOptions {
  archive: Archive;
  library: LibraryPlaces;
  spaceReservations: SpaceReservations;
  /** Whether yt-dlp can be used. Without it a run would end immediately, and the same items would be due again. */
  isYtDlpUsable(): Promise<boolean>;
  /** Whether the last run ended because the disk or yt-dlp could not be used, so that items set to start may be waiting. */
  isWaitingForDiskOrYtDlp(): boolean;
  /** Starts a run; does nothing while one is active. */
  startDownloads(input: DownloadInput): void;
  isRunning(): boolean;
  /** Adds the waiting links that are due, unless links are being added already. */
  addWaitingLinks(): void;
  log: (line: string) => void;
  /** The time between two checks. */
  checkMs?: number;
}

/** Nobody waits for a check, so half a minute is soon enough. */
const defaultCheckMs = 30_000;

/** The longest pause before a link is tried again. A later time was written by a wrong clock. */
const maxLinkPauseMs = 25 * 3_600_000;
/** An hour of checks at the default interval: the longest pause between two tries that do not help. */
const maxSkippedChecks = 120;

/**
 * Called before tasks are resumed, because a program that a killed server left running must not write into the folders of resumed
 * downloads.
 */
export async function prepareDownloads({ archive, library }: Pick<ResumeOptions, 'archive' | 'library'>): Promise<void> {
  const place = stagingOf(archive, library);
  const wantedIds = (): Set<string> => new Set(archive.downloadRuns.pendingIds());
  await killLeftovers(place);
  await adoptLegacyParts(place, wantedIds());
  await cleanStaging(library, place, wantedIds);
  for (const earlierPlace of earlierStagings(archive, library)) {
    await killLeftovers(earlierPlace);
    await adoptLegacyParts(earlierPlace, wantedIds());
    // A run finishes the recorded moves from there. Other downloads begin again in the present folder.
    const movableIds = await idsWithPlannedMoves(earlierPlace);
    await cleanStaging(library, earlierPlace, () => new Set(archive.downloadRuns.pendingIds().filter((id) => movableIds.has(id))));
  }
}

/** After `stop`, even a check that is still running starts nothing. */
export function resumeDownloads(options: ResumeOptions): { stop(): void } {
  const {
    archive,
    library,
    spaceReservations,
    isYtDlpUsable,
    isWaitingForDiskOrYtDlp,
    startDownloads,
    isRunning,
    addWaitingLinks,
    log,
    checkMs = defaultCheckMs,
  } = options;
  if (archive.downloadRuns.interruptedIds().length > 0) startDownloads({ scope: 'started' });

  // A disk may have space and still accept nothing, for example because of a quota. yt-dlp may tell its version and still not start.
  const spaceTries = createTries();
  const usabilityTries = createTries();
  let isStopped = false;
  async function check(): Promise<void> {
    archive.waitingLinks.shorten(Date.now() + maxLinkPauseMs);
    if (archive.waitingLinks.dueAt(Date.now()).length > 0 && (await isYtDlpUsable()) && !isStopped) addWaitingLinks();
    if (isRunning()) return;
    archive.downloadHolds.shorten(Date.now(), maxBackoffMs);
    const neededBytes = archive.downloadRuns.spaceNeeded();
    if (neededBytes.length === 0) spaceTries.reset();
    if (!isWaitingForDiskOrYtDlp()) usabilityTries.reset();
    const hasDueHold = archive.downloadHolds.dueAt(Date.now()).length > 0;
    if (await isUsableAgain()) {
      if (isStopped) return;
      usabilityTries.count();
      return startDownloads({ scope: 'started' });
    }
    const mayStart = (neededBytes.length > 0 || hasDueHold) && (await isYtDlpUsable());
    if (mayStart && neededBytes.length > 0) await checkSpace(neededBytes);
    if (isRunning() || isStopped) return;
    const dueHolds = mayStart ? archive.downloadHolds.dueAt(Date.now()) : [];
    if (dueHolds.length > 0) {
      const sites = dueHolds.some(({ site }) => site === null) ? null : dueHolds.flatMap(({ site }) => site ?? []);
      startDownloads({ scope: dueHolds.some(({ scope }) => scope === 'all') ? 'all' : 'started', sites });
    } else await cleanStaging(library, stagingOf(archive, library), () => new Set(archive.downloadRuns.pendingIds()));
  }

  /** Whether items set to start wait for the disk or for yt-dlp, and both are there again. */
  async function isUsableAgain(): Promise<boolean> {
    if (!isWaitingForDiskOrYtDlp() || usabilityTries.skipsCheck() || !hasItemsFor({ archive }, { scope: 'started', sites: null }, false)) return false;
    return (await isYtDlpUsable()) && (await unusableDiskMessage(archive, library)) === null;
  }

  async function checkSpace(neededBytes: readonly number[]): Promise<void> {
    if (spaceTries.skipsCheck()) return;
    const maxBytes = await largestThatFits(neededBytes);
    if (maxBytes === null || isStopped) return;
    spaceTries.count();
    log('Downloads: there is space on the disk again.');
    // One transaction: if the start cannot be stored, the items keep waiting for space, and a later check finds them again.
    inTransaction(archive.database, () => {
      archive.downloadRuns.retryWithSpace(maxBytes);
      startDownloads({ scope: 'started' });
    });
  }

  /** Tests each number separately, not their sum, because a run reserves space for one item after another. @param neededBytes ascending */
  async function largestThatFits(neededBytes: readonly number[]): Promise<number | null> {
    let largestBytes: number | null = null;
    for (const bytes of neededBytes) {
      const outcome = await reserveDownloadSpace(spaceReservations, diskOfDownloads(library), bytes);
      if (!outcome.ok) break;
      outcome.reservation.release();
      largestBytes = bytes;
    }
    return largestBytes;
  }
  let isChecking = false;
  async function checkOnce(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    await check().catch(() => undefined); // the folder may be unavailable now; the next check tries again
    isChecking = false;
  }
  const timer = setInterval(() => void checkOnce(), checkMs);
  timer.unref();
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** Counts tries that do not help. After each, more checks are skipped. */
function createTries(): { skipsCheck(): boolean; count(): void; reset(): void } {
  let tries = 0;
  let checksToSkip = 0;
  return {
    skipsCheck() {
      if (checksToSkip === 0) return false;
      checksToSkip -= 1;
      return true;
    },
    count() {
      checksToSkip = Math.min(2 ** tries - 1, maxSkippedChecks);
      tries += 1;
    },
    reset: () => void ([tries, checksToSkip] = [0, 0]),
  };
}
