// Scans the subscriptions: reads each page from its newest end, and adds to the queue the videos that the archive does not know. Called by
// the task update_subscribed. A scan after an interrupted one starts over, and skips the items that were added.
import type { Archive } from '../archive/archive.ts';
import { siteOfAddress } from '../archive/sites.ts';
import { writeProblem } from '../database/write-problem.ts';
import { createFailingSites, failuresToGiveUp, type GivenUp } from '../downloader/failing-sites.ts';
import { holdMessage } from '../downloader/failure-messages.ts';
import { isWithoutProgram, type YtDlpFailure } from '../downloader/failures.ts';
import { entryOfVideo, isList, listLines, notYetReason, type ListLine } from '../downloader/found-videos.ts';
import type { SourceClient } from '../downloader/source-client.ts';
import type { Extraction } from '../downloader/yt-dlp.ts';
import { channelTargets, playlistTargets, type ScanTarget } from './scan-targets.ts';

export interface ScanDeps {
  archive: Archive;
  sourceClient: SourceClient;
}

export interface ScanReport {
  /** Number of pages to check. */
  pageCount: number;
  /** Number of videos added to the queue. */
  addedCount: number;
  /** Names of channels and playlists that are gone at their source. */
  goneNames: string[];
  /** A message for each page that could not be checked. */
  problems: string[];
}

export interface ScanWork {
  signal: AbortSignal;
  /** @param share of the pages, from 0 to 1 */
  onTarget(target: ScanTarget, message: string, share: number): void;
}

/** Thrown if yt-dlp is missing or too old, or cannot be started. */
export class CannotScan extends Error {}

/** @throws CannotScan before the first page */
export async function scan({ archive, sourceClient }: ScanDeps, { signal, onTarget }: ScanWork): Promise<ScanReport> {
  const state = await sourceClient.state();
  if (state.kind !== 'ready') throw new CannotScan(state.message);
  const { subscriptions: settings } = archive.appSettings.get();
  const targets = busiestSitesFirst([
    ...archive.channels.subscribedIds().flatMap((id) => {
      const row = archive.channels.find(id);
      return row ? channelTargets(row, settings) : [];
    }),
    ...archive.playlists.subscribedIds().flatMap((id) => {
      const row = archive.playlists.find(id);
      return row ? playlistTargets(row, settings) : [];
    }),
  ]);
  const report: ScanReport = { pageCount: targets.length, addedCount: 0, goneNames: [], problems: [] };
  const failingSites = createFailingSites(failuresToGiveUp.scan);
  let isFirstRequest = true;
  /**
   * The address that answered last. When several sites in a row do not answer, this address is queried again. If it answers, those sites
   * are down, not the network.
   */
  let lastAnsweringAddress: string | null = null;

  try {
    for (const [index, target] of targets.entries()) {
      if (signal.aborted) break;
      onTarget(target, `${index + 1} of ${targets.length}`, index / targets.length);
      await scanPage(target);
    }
  } catch (error) {
    // Items that were added stay, and are reported.
    const reason = writeProblem(error);
    if (reason !== null) report.problems.push(`${reason} The rest was not scanned.`);
    else if (error instanceof CannotScan) report.problems.push(error.message);
    else throw error;
  }
  return report;

  /** A scan may take hours. Meanwhile, a person may have unsubscribed, or deleted the channel or playlist. */
  function isSubscribed({ id, what }: ScanTarget): boolean {
    const row = what === 'playlist' ? archive.playlists.find(id) : archive.channels.find(id);
    return row?.isSubscribed === true;
  }

  async function scanPage(target: ScanTarget): Promise<void> {
    if (!isSubscribed(target)) return;
    const extraction = await query(target.address, target.isFromBottom ? null : target.maxEntries);
    if (extraction === null) return;
    if (!extraction.ok) return recordFailure(target, extraction.failure);
    setActive(target, true);
    const lines = isList(extraction.info) ? listLines(extraction.info) : [];
    await addLines(target, target.isFromBottom ? lines.toReversed().slice(0, target.maxEntries ?? undefined) : lines.slice(0, target.maxEntries ?? undefined));
  }

  /** Returns null without a query if the scan was stopped or the site is given up. A given-up site is reported once. */
  async function query(address: string, maxEntries: number | null): Promise<Extraction | null> {
    if (failingSites.givenUp(address)?.scope === 'network' && lastAnsweringAddress !== null) {
      const testAddress = lastAnsweringAddress;
      // The address is queried only once. Until another address answers, nothing proves that the network is up.
      lastAnsweringAddress = null;
      await request(testAddress, 1);
      if (signal.aborted) return null;
    }
    const givenUp = failingSites.givenUp(address);
    if (givenUp !== null) {
      const problem = givenUpText(address, givenUp);
      if (!report.problems.includes(problem)) report.problems.push(problem);
      return null;
    }
    return request(address, maxEntries);
  }

  /** Returns null if the scan was stopped. */
  async function request(address: string, maxEntries: number | null): Promise<Extraction | null> {
    if (!isFirstRequest) await sourceClient.pause(signal);
    isFirstRequest = false;
    if (signal.aborted) return null;
    const extraction = await sourceClient.extract(address, { maxEntries }, signal);
    if (!extraction.ok && isWithoutProgram(extraction.failure.kind)) throw new CannotScan(extraction.failure.message);
    failingSites.record(address, extraction.ok ? null : extraction.failure.kind);
    if (extraction.ok) lastAnsweringAddress = address;
    return extraction;
  }

  async function addLines(target: ScanTarget, lines: ListLine[]): Promise<void> {
    for (const line of lines) {
      if (signal.aborted) return;
      // An upcoming video is found again by a later scan. A list within a list is not a video.
      if (line.notYetReason !== null || line.isList || line.entry === null) continue;
      if (line.videoId !== null && archive.downloads.isKnown(line.videoId)) continue;
      const entry = settings.extract_flat ? line.entry : await examineLine(target, line);
      if (!isSubscribed(target)) return;
      if (entry === null) continue;
      const outcome = archive.downloads.add(entry, { status: 'pending', isAutoStart: settings.auto_start, isForced: false });
      if (outcome === 'added') report.addedCount += 1;
    }
  }

  async function examineLine(target: ScanTarget, line: ListLine) {
    const extraction = await query(line.address, null);
    if (extraction === null) return null;
    if (extraction.ok) return notYetReason(extraction.info) === null ? entryOfVideo(extraction.info, line.address, line.listed) : null;
    const { kind, message } = extraction.failure;
    // A video that is not yet or no longer available is not reported, because a person could do nothing about it.
    if (kind !== 'stopped' && kind !== 'not-yet' && kind !== 'gone') report.problems.push(`${target.name}, ${line.entry?.title ?? line.address}: ${message}`);
    return null;
  }

  function recordFailure(target: ScanTarget, { kind, message }: YtDlpFailure): void {
    if (kind === 'stopped' || kind === 'not-yet') return;
    // The channel exists but has no such page.
    if (kind === 'no-tab') return setActive(target, true);
    // A channel may lack shorts or streams. If the whole channel is gone, its page of videos is gone too.
    if (target.what === 'tab' && (kind === 'gone' || kind === 'unsupported')) return;
    if (kind === 'gone') {
      setActive(target, false);
      report.goneNames.push(target.name);
      return;
    }
    // All pages of a channel may fail with the same message.
    const problem = `${target.name}: ${message}`;
    if (!report.problems.includes(problem)) report.problems.push(problem);
  }

  function setActive({ id, what }: ScanTarget, isActive: boolean): void {
    if (what === 'channel') archive.channels.setActive(id, isActive);
    if (what === 'playlist') archive.playlists.setActive(id, isActive);
  }
}

function givenUpText(address: string, givenUp: GivenUp): string {
  if (givenUp.scope === 'network') return 'The sources cannot be reached. The rest was not scanned.';
  return `${holdMessage(givenUp.kind, siteOfAddress(address)).message} The rest of this site was not scanned.`;
}

/** The site with the most subscriptions is probably up. Once it has answered, it can later be queried to check the network. */
function busiestSitesFirst(targets: readonly ScanTarget[]): ScanTarget[] {
  const pageCounts = new Map<string, number>();
  for (const { address } of targets) pageCounts.set(siteOfAddress(address), (pageCounts.get(siteOfAddress(address)) ?? 0) + 1);
  const pagesOf = ({ address }: ScanTarget): number => pageCounts.get(siteOfAddress(address)) ?? 0;
  return targets.toSorted((one, other) => pagesOf(other) - pagesOf(one));
}
