// What the server does for downloads automatically: at its start it ends programs that a killed server left running, deletes unwanted partial files
// and continues with the rest; later it checks whether there is disk space again for what found none, whether a held-back site or a waiting link is
// due for the next try, and whether there are unwanted partial files.
import type { Archive } from '../archive/archive.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { DiskRoom } from '../media-files/disk-room.ts';
import type { DownloadInput } from '../tasks/download-pending.ts';
import { longestBackoffMs } from './backoff.ts';
import { reserveForDownload } from './download-room.ts';
import { adoptFormerParts, cleanStaging, diskOfDownloads, endLeftovers, stagingOf } from './staging.ts';

export interface GoOnOptions {
  archive: Archive;
  library: LibraryPlaces;
  diskRoom: DiskRoom;
  /** Whether the download program runs: without it a run ends at once, and what was due is due again. */
  isUsable(): Promise<boolean>;
  /** Does nothing while a run is active. */
  startDownloads(input: DownloadInput): void;
  isRunning(): boolean;
  /** Adds the waiting links that are due, unless links are being added already. */
  addWaitingLinks(): void;
  log: (line: string) => void;
  /** How often to check for disk space. */
  lookMs?: number;
}

/** Nothing waits for it, and a look costs one row of an index. */
const usualLookMs = 30_000;

/** The longest pause before a link is tried again: a time further ahead comes from a wrong clock. */
const longestLinkPauseMs = 25 * 3_600_000;
/** An hour: the longest delay until freed disk space is noticed. */
const mostLooksPassed = 120;

/** Before tasks are resumed: nothing may be writing where they will. */
export async function prepareDownloads({ archive, library }: Pick<GoOnOptions, 'archive' | 'library'>): Promise<void> {
  const own = stagingOf(archive, library);
  const wanted = (): Set<string> => new Set(archive.downloadRuns.wanted());
  await endLeftovers(own);
  await adoptFormerParts(own, wanted());
  await cleanStaging(library, own, wanted);
  if (own.folder === library.libraryFolder) return;
  // From a start with another folder for downloads, or from an earlier version.
  const elsewhere = { ...own, folder: library.libraryFolder };
  await endLeftovers(elsewhere);
  await adoptFormerParts(elsewhere, wanted());
  await cleanStaging(library, elsewhere, () => new Set());
}

export function goOnWithDownloads(options: GoOnOptions): { stop(): void } {
  const { archive, library, diskRoom, isUsable, startDownloads, isRunning, addWaitingLinks, log, lookMs = usualLookMs } = options;
  if (archive.downloadRuns.begun().length > 0) startDownloads({ scope: 'started' });

  // A disk may have space and still accept nothing, as with a quota: each try that finds none again skips more looks.
  let roomTries = 0;
  let looksToPass = 0;
  async function look(): Promise<void> {
    archive.waitingLinks.shorten(Date.now() + longestLinkPauseMs);
    if (archive.waitingLinks.dueAt(Date.now()).length > 0 && (await isUsable())) addWaitingLinks();
    if (isRunning()) return;
    archive.downloadHolds.shorten(Date.now(), longestBackoffMs);
    const needed = archive.downloadRuns.leastRoomNeeded();
    if (needed === null) [roomTries, looksToPass] = [0, 0];
    const isAnyDue = archive.downloadHolds.dueAt(Date.now()).length > 0;
    const mayStart = (needed !== null || isAnyDue) && (await isUsable());
    if (mayStart && needed !== null) await lookForRoom(needed);
    if (isRunning()) return;
    const due = mayStart ? archive.downloadHolds.dueAt(Date.now()) : [];
    if (due.length > 0) {
      const sites = due.some(({ site }) => site === null) ? null : due.flatMap(({ site }) => site ?? []);
      startDownloads({ scope: due.some(({ scope }) => scope === 'all') ? 'all' : 'started', sites });
    } else await cleanStaging(library, stagingOf(archive, library), () => new Set(archive.downloadRuns.wanted()));
  }

  async function lookForRoom(needed: number): Promise<void> {
    if (looksToPass > 0) return void (looksToPass -= 1);
    const outcome = await reserveForDownload(diskRoom, diskOfDownloads(library), needed);
    if (!outcome.ok) return;
    looksToPass = Math.min(2 ** roomTries - 1, mostLooksPassed);
    roomTries += 1;
    // The run reserves it for each of its items.
    outcome.room.giveBack();
    log('Downloads: there is room on the disk again.');
    archive.downloadRuns.goOn();
    startDownloads({ scope: 'started' });
  }
  let isLooking = false;
  async function lookAlone(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    await look().catch(() => undefined); // the folder is away for a moment: the next look tries again
    isLooking = false;
  }
  const timer = setInterval(() => void lookAlone(), lookMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
