// What the server does for downloads by itself: at its start it ends programs that a killed one left running, throws away parts that
// nobody wants and goes on with the rest; later it looks whether there is room again for what found none, whether the next try of a
// site that was held back or of a link that could not be asked for has come, and whether parts lie there that nobody wants any more.
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
  /** Whether the program that downloads runs: without it a run ends at once, and what was due is due again. */
  isUsable(): Promise<boolean>;
  /** Nothing happens while a run is on. */
  startDownloads(input: DownloadInput): void;
  isRunning(): boolean;
  /** Adds the waiting links whose next try has come, unless links are being added already. */
  addWaitingLinks(): void;
  log: (line: string) => void;
  /** How often it is looked whether there is room. */
  lookMs?: number;
}

/** Nobody waits for it, and a look costs one row of an index. */
const usualLookMs = 30_000;

/** No pause before a link is asked for again is longer: one that lies further ahead is of a clock that was wrong. */
const longestLinkPauseMs = 25 * 3_600_000;
/** An hour: as late as room that somebody made is noticed. */
const mostLooksPassed = 120;

/** Before tasks are resumed: nothing may write where they will. */
export async function prepareDownloads({ archive, library }: Pick<GoOnOptions, 'archive' | 'library'>): Promise<void> {
  const own = stagingOf(archive, library);
  const wanted = (): Set<string> => new Set(archive.downloadRuns.wanted());
  await endLeftovers(own);
  await adoptFormerParts(own, wanted());
  await cleanStaging(library, own, wanted);
  if (own.folder === library.libraryFolder) return;
  // Of a start with another folder for downloads, or of an earlier version.
  const elsewhere = { ...own, folder: library.libraryFolder };
  await endLeftovers(elsewhere);
  await adoptFormerParts(elsewhere, wanted());
  await cleanStaging(library, elsewhere, () => new Set());
}

export function goOnWithDownloads(options: GoOnOptions): { stop(): void } {
  const { archive, library, diskRoom, isUsable, startDownloads, isRunning, addWaitingLinks, log, lookMs = usualLookMs } = options;
  if (archive.downloadRuns.begun().length > 0) startDownloads({ scope: 'started' });

  // A disk may have room and still take nothing, as with a quota: each try that found none again lets more looks pass.
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
    // The run promises it to each of its own.
    outcome.room.giveBack();
    log('Downloads: there is room on the disk again.');
    archive.downloadRuns.goOn();
    startDownloads({ scope: 'started' });
  }
  let isLooking = false;
  async function lookAlone(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    await look().catch(() => undefined); // the folder is away for a moment: the next look tells
    isLooking = false;
  }
  const timer = setInterval(() => void lookAlone(), lookMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
