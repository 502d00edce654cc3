// Turns an address that a person typed into queue items: looks it up, follows lists, and adds the videos it finds. Called by the task
// extract_download. Added items stay, so a run that was killed starts over and skips them.
import type { Archive } from '../archive/archive.ts';
import type { AddOptions, DownloadEntry } from '../archive/downloads.ts';
import type { Info } from '../library/info-values.ts';
import type { SourceClient } from './source-client.ts';
import { isUnreachable, isWithoutProgram, type YtDlpFailure } from './failures.ts';
import { entryOfVideo, isList, listLines, notYetReason, type ListLine } from './found-videos.ts';
import type { ListedIn } from '../archive/downloads.ts';

export interface CollectOptions extends AddOptions {
  /** Uses only the information in lists, without looking up each video. */
  isFlat: boolean;
  /**
   * Ids that an earlier lookup of this link processed. They are not added again, even by force, because a person may have removed them
   * since. Rows contain this field name.
   */
  broughtBefore?: string[];
}

export interface Collected {
  added: number;
  movedUp: number;
  /** How many videos were already queued, ignored or in the archive. */
  known: number;
  /** Messages about videos that could not be added. */
  problems: string[];
  /**
   * The failure, if the site or network could not be reached for all or part of the link. The link is then tried again, without the videos
   * in `processedIds`.
   */
  networkFailure: YtDlpFailure | null;
  /** Ids of the videos that were added, moved up or known. */
  processedIds: string[];
}

export interface CollectRun {
  signal: AbortSignal;
  /** @param subject the current address or title */
  onStep(subject: string, collected: Collected): void;
}

/** A list of channels has three levels: channels, their tabs, videos. One more level is allowed. */
const maxListDepth = 4;

/** After this many consecutive failures in a list the network counts as down, because trying hundreds more would take hours. */
const maxConsecutiveNetworkFailures = 3;

/** Thrown if yt-dlp cannot be run, so nothing can be looked up. */
export class NoYtDlp extends Error {
  /** Whether the system could not start the program at the moment. Otherwise the program is missing or too old. */
  readonly isTemporary: boolean;
  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

export function createCollector({ archive, sourceClient }: { archive: Archive; sourceClient: SourceClient }) {
  /**
   * @param videoId the id, if a single YouTube video was named
   * @throws NoYtDlp, or database errors; `onStep` has reported the videos added by then
   */
  return async function collect(address: string, videoId: string | null, options: CollectOptions, work: CollectRun): Promise<Collected> {
    const collected: Collected = { added: 0, movedUp: 0, known: 0, problems: [], networkFailure: null, processedIds: [] };
    const processedBefore = new Set(options.broughtBefore);
    let hasLookedUp = false;
    let consecutiveNetworkFailures = 0;
    const shouldStop = (): boolean =>
      work.signal.aborted || consecutiveNetworkFailures >= maxConsecutiveNetworkFailures || collected.networkFailure?.kind === 'network-away';

    async function lookUp(lookupAddress: string): Promise<Info | null> {
      if (hasLookedUp) await sourceClient.pause(work.signal);
      hasLookedUp = true;
      if (work.signal.aborted) return null;
      const extraction = await sourceClient.extract(lookupAddress, {}, work.signal);
      const isNetworkFailure = !extraction.ok && isUnreachable(extraction.failure.kind);
      consecutiveNetworkFailures = isNetworkFailure ? consecutiveNetworkFailures + 1 : 0;
      if (extraction.ok) return extraction.info;
      if (isWithoutProgram(extraction.failure.kind)) throw new NoYtDlp(extraction.failure.message, extraction.failure.kind === 'no-start');
      if (isNetworkFailure) collected.networkFailure = extraction.failure;
      else if (extraction.failure.kind !== 'stopped') collected.problems.push(`${lookupAddress}: ${extraction.failure.message}`);
      return null;
    }

    function add(entry: DownloadEntry): void {
      const outcome = processedBefore.has(entry.videoId) ? 'known' : archive.downloads.add(entry, options);
      collected.processedIds.push(entry.videoId);
      collected[outcome === 'moved-up' ? 'movedUp' : outcome] += 1;
      work.onStep(entry.title, collected);
    }

    function addVideo(info: Info, videoAddress: string, listed: ListedIn | null, expectedId: string | null): void {
      const notYetMessage = notYetReason(info);
      const entry = entryOfVideo(info, videoAddress, listed);
      if (notYetMessage !== null) collected.problems.push(notYetMessage);
      else if (entry === null) collected.problems.push(`${videoAddress}: yt-dlp found no video there.`);
      else if (expectedId !== null && entry.videoId !== expectedId)
        collected.problems.push(`${expectedId} leads to another video, ${entry.videoId}, which was not added.`);
      else add(entry);
    }

    async function addLine(line: ListLine, depth: number): Promise<void> {
      const isSkipped = line.videoId !== null && (processedBefore.has(line.videoId) || (!options.isForced && archive.downloads.isKnown(line.videoId)));
      if (line.entry !== null && (isSkipped || options.isFlat)) return add(line.entry);
      const info = await lookUp(line.address);
      if (info === null) return;
      if (isList(info)) await addList(info, depth + 1);
      else addVideo(info, line.address, line.listed, null);
    }

    async function addList(info: Info, depth: number): Promise<void> {
      if (depth > maxListDepth) return void collected.problems.push(`Lists nested more than ${maxListDepth} deep were not followed.`);
      for (const line of listLines(info)) {
        if (shouldStop()) return;
        if (line.notYetReason !== null) collected.problems.push(line.notYetReason);
        else await addLine(line, depth);
      }
    }

    work.onStep(address, collected);
    const info = await lookUp(address);
    if (info !== null && isList(info)) await addList(info, 1);
    else if (info !== null) addVideo(info, address, null, videoId);
    return collected;
  };
}
