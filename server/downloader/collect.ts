// From what a person typed to items of the queue: each address is looked up, lists are followed, and what is found is added. Called by the task
// extract_download. Added items stay, so a killed run starts over and skips them.
import type { Archive } from '../archive/archive.ts';
import type { AddOptions, DownloadEntry } from '../archive/downloads.ts';
import type { Info } from '../library/info-values.ts';
import type { Asking } from './asking.ts';
import { isUnreached, type YtDlpFailure } from './failures.ts';
import { entryOfVideo, isList, linesOf, notYet, type ListLine } from './found-videos.ts';
import type { ListedIn } from '../archive/downloads.ts';

export interface CollectOptions extends AddOptions {
  /** From lists alone, without looking at each video. */
  isFlat: boolean;
  /** Ids that an earlier look added to the queue. They are not added again, even by force: a person may have removed them since. */
  broughtBefore?: string[];
}

export interface Collected {
  added: number;
  movedUp: number;
  /** Already queued, ignored or in the archive. */
  known: number;
  /** What could not be added, in words. */
  problems: string[];
  /** The site or network could not be reached for all or part of the link. It is tried again, without what is in `brought`. */
  unreached: YtDlpFailure | null;
  /** Ids of what was added, moved up or known. */
  brought: string[];
}

export interface CollectWork {
  signal: AbortSignal;
  /** @param subject the current address or title */
  onStep(subject: string, collected: Collected): void;
}

/** A list of channels is three deep: channels, their tabs, videos. One to spare. */
const deepestList = 4;

/** Consecutive failures in a list: the network is away, and asking for hundreds more would take hours. */
const mostUnreached = 3;

/** yt-dlp is missing or too old: nothing can be looked up. */
export class NoProgram extends Error {}

export function createCollector({ archive, asking }: { archive: Archive; asking: Asking }) {
  /** @param videoId set when a single YouTube video was named. @throws NoProgram, or database errors: `onStep` has reported what was added by then */
  return async function collect(address: string, videoId: string | null, options: CollectOptions, work: CollectWork): Promise<Collected> {
    const collected: Collected = { added: 0, movedUp: 0, known: 0, problems: [], unreached: null, brought: [] };
    const before = new Set(options.broughtBefore);
    let hasAsked = false;
    let unreachedInARow = 0;
    const isOver = (): boolean => work.signal.aborted || unreachedInARow >= mostUnreached || collected.unreached?.kind === 'network-away';

    async function look(place: string): Promise<Info | null> {
      if (hasAsked) await asking.pause(work.signal);
      hasAsked = true;
      if (work.signal.aborted) return null;
      const extraction = await asking.look(place, {}, work.signal);
      const isAway = !extraction.ok && isUnreached(extraction.failure.kind);
      unreachedInARow = isAway ? unreachedInARow + 1 : 0;
      if (extraction.ok) return extraction.info;
      if (extraction.failure.kind === 'no-program') throw new NoProgram(extraction.failure.words);
      if (isAway) collected.unreached = extraction.failure;
      else if (extraction.failure.kind !== 'stopped') collected.problems.push(`${place}: ${extraction.failure.words}`);
      return null;
    }

    function add(entry: DownloadEntry): void {
      const outcome = before.has(entry.videoId) ? 'known' : archive.downloads.add(entry, options);
      collected.brought.push(entry.videoId);
      collected[outcome === 'moved-up' ? 'movedUp' : outcome] += 1;
      work.onStep(entry.title, collected);
    }

    function takeVideo(info: Info, place: string, listed: ListedIn | null, wanted: string | null): void {
      const waiting = notYet(info);
      const entry = entryOfVideo(info, place, listed);
      if (waiting !== null) collected.problems.push(waiting);
      else if (entry === null) collected.problems.push(`${place}: yt-dlp found no video there.`);
      else if (wanted !== null && entry.videoId !== wanted) collected.problems.push(`${wanted} leads to another video, ${entry.videoId}, which was not added.`);
      else add(entry);
    }

    async function takeLine(line: ListLine, depth: number): Promise<void> {
      const isPassedOver = line.videoId !== null && (before.has(line.videoId) || (!options.isForced && archive.downloads.isKnown(line.videoId)));
      if (line.entry !== null && (isPassedOver || options.isFlat)) return add(line.entry);
      const info = await look(line.address);
      if (info === null) return;
      if (isList(info)) await takeList(info, depth + 1);
      else takeVideo(info, line.address, line.listed, null);
    }

    async function takeList(info: Info, depth: number): Promise<void> {
      if (depth > deepestList) return void collected.problems.push(`Lists nested more than ${deepestList} deep were not followed.`);
      for (const line of linesOf(info)) {
        if (isOver()) return;
        if (line.waiting !== null) collected.problems.push(line.waiting);
        else await takeLine(line, depth);
      }
    }

    work.onStep(address, collected);
    const info = await look(address);
    if (info !== null && isList(info)) await takeList(info, 1);
    else if (info !== null) takeVideo(info, address, null, videoId);
    return collected;
  };
}
