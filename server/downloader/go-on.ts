// What the server does for downloads by itself: at its start it ends programs that a killed one left running, throws away parts that
// nobody wants and goes on with the rest; later it looks whether there is room again for what found none, whether the next try of a
// site that was held back or of a link that could not be asked for has come, and whether parts lie there that nobody wants any more.
import type { Archive } from '../archive/archive.ts';
import { freeBytes } from '../renditions/kept.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { DownloadInput } from '../tasks/download-pending.ts';
import { longestBackoffMs } from './backoff.ts';
import { cleanStaging, diskOfDownloads, endLeftovers } from './staging.ts';

export interface GoOnOptions {
  archive: Archive;
  library: LibraryPlaces;
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
/** More than what was missing: the next one shall not fail at once. */
const spareBytes = 128 * 1024 * 1024;

/** Before tasks are resumed: nothing may write where they will. */
export async function prepareDownloads({ archive, library }: Pick<GoOnOptions, 'archive' | 'library'>): Promise<void> {
  const { downloads, libraryFolder } = library;
  await endLeftovers(downloads.folder);
  await cleanStaging(library, downloads.folder, () => new Set(archive.downloadRuns.wanted()));
  if (downloads.folder === libraryFolder) return;
  // Of a start with another folder for downloads, or of an earlier version.
  await endLeftovers(libraryFolder);
  await cleanStaging(library, libraryFolder, () => new Set());
}

export function goOnWithDownloads({ archive, library, startDownloads, isRunning, addWaitingLinks, log, lookMs = usualLookMs }: GoOnOptions): { stop(): void } {
  if (archive.downloadRuns.begun().length > 0) startDownloads({ scope: 'started' });

  async function look(): Promise<void> {
    if (archive.waitingLinks.dueAt(Date.now()).length > 0) addWaitingLinks();
    if (isRunning()) return;
    await lookForRoom();
    if (isRunning()) return;
    archive.downloadHolds.shorten(Date.now(), longestBackoffMs);
    const due = archive.downloadHolds.dueAt(Date.now());
    if (due.length > 0) {
      const sites = due.some(({ site }) => site === null) ? null : due.flatMap(({ site }) => site ?? []);
      startDownloads({ scope: due.some(({ scope }) => scope === 'all') ? 'all' : 'started', sites });
    } else await cleanStaging(library, library.downloads.folder, () => new Set(archive.downloadRuns.wanted()));
  }

  async function lookForRoom(): Promise<void> {
    const needed = archive.downloadRuns.leastRoomNeeded();
    if (needed === null || (await freeBytes(diskOfDownloads(library))) < Math.max(needed, 1) + Math.min(spareBytes, needed)) return;
    log('Downloads: there is room on the disk again.');
    archive.downloadRuns.goOn();
    startDownloads({ scope: 'started' });
  }
  const timer = setInterval(() => void look().catch(() => undefined), lookMs); // the folder is away for a moment: the next look tells
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
