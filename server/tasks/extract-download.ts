// Adds links to the queue: looks up the addresses that a person typed, one after another, and adds the videos found. A run after
// a crash skips videos that are already added. Links that could not be reached, or for which the system could not start yt-dlp, are kept
// (waiting-links.ts) and tried again.
import type { Archive } from '../archive/archive.ts';
import type { AddOptions } from '../archive/downloads.ts';
import { siteOfAddress } from '../archive/sites.ts';
import type { WaitingLink } from '../archive/waiting-links.ts';
import { writeProblem } from '../database/write-problem.ts';
import type { SourceClient } from '../downloader/source-client.ts';
import { backoffMs } from '../downloader/backoff.ts';
import { createCollector, NoYtDlp, type Collected } from '../downloader/collect.ts';
import { createFailingSites, failuresToGiveUp } from '../downloader/failing-sites.ts';
import { holdMessage } from '../downloader/failure-messages.ts';
import type { YtDlpFailure } from '../downloader/failures.ts';
import { entryOfVideo, isList } from '../downloader/found-videos.ts';
import { parseLink, type KnownAddresses } from '../downloader/parse-links.ts';
import { titleOf } from './task-titles.ts';
import type { TaskEnd, TaskKind, TaskWork } from './tasks.ts';

export interface ExtractInput {
  /** Links, ids and handles, as the user typed them. */
  written: string[];
  isFlat: boolean;
  options: AddOptions;
  /** Ids of ignored videos whose other data must be looked up. Stored tasks contain the field under this name. */
  nameless?: string[];
  /** If true, `written` is ignored, and the waiting links that are due are added. */
  isAgain?: boolean;
  /**
   * Ids that an interrupted run added by force, or that it found known. They are not added again, because a person may have removed them
   * meanwhile.
   */
  processedIds?: string[];
}

export interface ExtractDeps {
  archive: Archive;
  sourceClient: SourceClient;
  /** Starts downloading items that were added with auto-start. */
  startDownloads(): void;
}

/** A notification shows at most this many problems. */
const maxShownProblems = 5;
/** A notification names at most this many kept links. All of them are rows of waiting-links.ts. */
const maxShownKept = 20;
const dayMs = 86_400_000;
/** An unreachable link is retried for longer than an outage over a weekend, but not forever, because a mistyped host never answers. */
const maxRetryMs = 3 * dayMs;
/** A link with fewer failures in a row is kept longer, because the server may have been off, or its clock may have jumped. */
const minFailures = 24;
/** Most lookups take less time. A link whose lookup ended in a crash is tried again after this time. */
const claimMs = 30 * 60_000;

/** Adds the waiting links that are due. */
export const waitingLinksInput = {
  written: [],
  isFlat: false,
  options: { status: 'pending', isAutoStart: false, isForced: false },
  isAgain: true,
} satisfies ExtractInput;

export function extractDownload(deps: ExtractDeps): TaskKind {
  return {
    name: 'extract_download',
    title: titleOf('extract_download'),
    group: 'download:add',
    canStartByName: false,
    canStop: true,
    isAlwaysResumed: true,
    async run(input, work) {
      const { written, isFlat, options, nameless: untitledIds = [], isAgain = false, processedIds = [] } = input as ExtractInput;
      if (untitledIds.length > 0) await describeIgnored(deps, untitledIds, work);
      if (untitledIds.length > 0) return { level: 'info', lines: [`${untitledIds.length === 1 ? '1 video' : `${untitledIds.length} videos`} ignored.`] };
      if (isAgain) return addLinks(deps, claimDueLinks(deps.archive), work, { isAgain, recordProcessed: () => undefined });
      if (written.length === 0) return { level: 'error', lines: ['There was no link in what you entered.'] };
      const allProcessedIds = new Set(processedIds);
      // Without force, the next run recognizes the added videos without these ids.
      function recordProcessed(ids: readonly string[]): void {
        const sizeBefore = allProcessedIds.size;
        for (const id of ids) allProcessedIds.add(id);
        if (options.isForced && allProcessedIds.size > sizeBefore) work.checkpoint({ ...(input as ExtractInput), processedIds: [...allProcessedIds] });
      }
      const broughtBefore = processedIds.length === 0 ? {} : { broughtBefore: processedIds };
      return addLinks(
        deps,
        written.map((text) => ({ text, options: { ...options, isFlat, ...broughtBefore } })),
        work,
        { isAgain, recordProcessed },
      );
    },
  };
}

/** Postpones due links before their lookup. Otherwise a link whose lookup crashes the server would be looked up at every start. */
function claimDueLinks({ waitingLinks }: Archive): WaitingLink[] {
  const nowMs = Date.now();
  const dueLinks = waitingLinks.dueAt(nowMs);
  waitingLinks.postpone(nowMs, nowMs + claimMs);
  return dueLinks;
}

type Link = Pick<WaitingLink, 'text' | 'options'>;

interface Totals extends Omit<Collected, 'networkFailure' | 'processedIds'> {
  /** Messages that say why links are kept. */
  reasons: Set<string>;
  keptLinks: string[];
  givenUpLinks: string[];
}

interface AddLinksOptions {
  /** Whether the links are waiting links, which are tried again. */
  isAgain: boolean;
  /** Called with the ids that were processed for a link so far. */
  recordProcessed(ids: readonly string[]): void;
}

async function addLinks(deps: ExtractDeps, links: readonly Link[], work: TaskWork, { isAgain, recordProcessed }: AddLinksOptions): Promise<TaskEnd> {
  const { archive } = deps;
  const collect = createCollector(deps);
  const retries = createLinkRetries(archive);
  const totals: Totals = { added: 0, movedUp: 0, known: 0, problems: [], reasons: new Set(), keptLinks: [], givenUpLinks: [] };
  let startsNow = false;
  let remainingCount = 0;
  let isAddedInPart = false;
  /** The ids that were processed for the current link. */
  let currentIds: readonly string[] = [];
  try {
    for (const [index, link] of links.entries()) {
      remainingCount = links.length - index;
      isAddedInPart = false;
      currentIds = [];
      if (work.signal.aborted) break;
      await addLink(link, index);
      if (work.signal.aborted) break;
      remainingCount = 0;
    }
  } catch (error) {
    startAdded();
    const message = error instanceof NoYtDlp ? error.message : writeProblem(error);
    if (message === null) throw error;
    const rest = links.slice(-remainingCount);
    if (error instanceof NoYtDlp) keepRest(rest, error.isTemporary && !work.signal.aborted);
    const addedLines = totals.added > 0 ? [`${totals.added} added to the queue.`] : [];
    // Links kept by an earlier run stay.
    const notAdded = isAgain ? [] : rest.filter(({ text }) => !totals.keptLinks.includes(text));
    const notAddedText = notAddedLines(notAdded, isAddedInPart && notAdded.length === rest.length);
    return { level: 'error', lines: [message, ...addedLines, ...linesAboutLinks(totals), ...notAddedText] };
  }
  const unprocessedLinks = remainingCount === 0 ? [] : links.slice(-remainingCount);
  // A person who stops the task no longer wants these links.
  if (!work.shutdownSignal.aborted) for (const { text } of unprocessedLinks) archive.waitingLinks.remove(text);
  startAdded();
  return summarize(totals, unprocessedLinks.length === 0 ? [] : ['Stopped.', ...notAddedLines(unprocessedLinks, isAddedInPart)], isAgain);

  function startAdded(): void {
    try {
      if (startsNow && !work.shutdownSignal.aborted) deps.startDownloads();
    } catch (error) {
      if (writeProblem(error) === null) throw error; // otherwise the next run of downloads includes the items
    }
  }

  /** @param rest the current link, and those after it. Links that cannot be stored are reported as not added. */
  function keepRest(rest: readonly Link[], isTemporary: boolean): void {
    const [currentLink] = rest;
    try {
      if (isTemporary && !isAgain) retries.keepUntilStart(rest, currentIds, totals);
      // A waiting link is stored already. Its ids are recorded now, because those of a flat list are not recorded while it is added.
      else if (isAgain && currentLink !== undefined) retries.recordProcessed(currentLink, currentIds);
    } catch (error) {
      if (writeProblem(error) === null) throw error;
    }
  }

  async function addLink({ text, options }: Link, index: number): Promise<void> {
    const link = parseLink(text, knownAddresses(archive));
    if (!link.ok) {
      totals.problems.push(link.message);
      archive.waitingLinks.remove(text);
      return;
    }
    if (retries.isGivenUp(link.address)) return retries.keepUntried({ text, options }, totals);
    let collected: Collected | null = null;
    try {
      collected = await collect(link.address, link.videoId, options, {
        signal: work.signal,
        onStep(subject, current) {
          collected = current;
          // A flat list is added in one step, and may be long.
          if (!options.isFlat) recordLink({ text, options }, current.processedIds);
          const lines = [subject, `${totals.added + current.added} added${links.length === 1 ? '' : `, ${index + 1} of ${links.length} links`}`];
          work.update(lines, index / links.length);
        },
      });
    } finally {
      // Part of a list may have been added before it failed.
      if (collected !== null) count(collected, options);
    }
    recordLink({ text, options }, collected.processedIds);
    if (work.signal.aborted) return;
    if (collected.networkFailure === null) {
      archive.waitingLinks.remove(text);
      retries.recordAnswered(link.address);
    } else retries.recordUnreachable({ text, options }, link.address, collected, collected.networkFailure, totals);
  }

  function recordLink(link: Link, ids: readonly string[]): void {
    retries.recordProcessed(link, ids);
    recordProcessed(ids);
  }

  function count({ added, movedUp, known, problems, processedIds }: Collected, { isAutoStart, broughtBefore }: Link['options']): void {
    totals.added += added;
    totals.movedUp += movedUp;
    totals.known += known;
    totals.problems.push(...problems);
    isAddedInPart = added + movedUp > 0;
    currentIds = processedIds;
    // Items that an earlier run added but did not start count as known by now.
    startsNow ||= isAutoStart && added + movedUp + (isAgain || broughtBefore !== undefined ? known : 0) > 0;
  }
}

/** @param isFirstPartlyAdded whether part of the first link was added */
function notAddedLines(links: readonly Link[], isFirstPartlyAdded: boolean): string[] {
  const linkTexts = links.map(({ text }) => text);
  const partlyAddedTexts = isFirstPartlyAdded ? linkTexts.splice(0, 1) : [];
  return [...partlyAddedTexts.map((text) => `Added in part: ${text}.`), ...(linkTexts.length > 0 ? [`Not added: ${linkTexts.join(', ')}.`] : [])];
}

/** Keeps links that could not be reached. Once a run has found that a site or the network is down, it tries no more links there. */
function createLinkRetries({ waitingLinks }: Archive) {
  const failingSites = createFailingSites(failuresToGiveUp.addingLinks);
  let nextTryMs = 0;

  function keep({ text, options }: Link, consecutiveFailures: number, totals: Totals, processedIds: readonly string[] = []): void {
    const existingLink = waitingLinks.find(text);
    waitingLinks.keep({
      text,
      options: mergeProcessed(options, existingLink, processedIds),
      sinceMs: existingLink?.sinceMs ?? Date.now(),
      consecutiveFailures,
      retryAtMs: nextTryMs,
    });
    totals.keptLinks.push(text);
  }

  return {
    /** Stores the ids of a kept link immediately, so that after a crash nothing is added twice. */
    recordProcessed({ text, options }: Link, ids: readonly string[]): void {
      const existingLink = waitingLinks.find(text);
      if (existingLink !== null && ids.length > 0) waitingLinks.keep({ ...existingLink, options: mergeProcessed(options, existingLink, ids) });
    },
    recordAnswered: (address: string): void => failingSites.record(address, null),
    isGivenUp: (address: string): boolean => failingSites.givenUp(address) !== null,
    /** Keeps links because the system could not start yt-dlp. @param firstIds the ids that were processed for the first link */
    keepUntilStart(links: readonly Link[], firstIds: readonly string[], totals: Totals): void {
      nextTryMs = Date.now() + backoffMs('no-start', 1, null, Math.random());
      for (const [index, link] of links.entries()) keep(link, waitingLinks.find(link.text)?.consecutiveFailures ?? 0, totals, index === 0 ? firstIds : []);
    },
    keepUntried: (link: Link, totals: Totals): void => keep(link, waitingLinks.find(link.text)?.consecutiveFailures ?? 0, totals),
    recordUnreachable(
      { text, options }: Link,
      address: string,
      { added, movedUp, known, processedIds }: Collected,
      { kind, waitMs }: YtDlpFailure,
      totals: Totals,
    ): void {
      const site = siteOfAddress(address);
      const existingLink = waitingLinks.find(text);
      const consecutiveFailures = (existingLink?.consecutiveFailures ?? 0) + 1;
      totals.reasons.add(holdMessage(kind, site).message);
      // If part of a list was read, only the rest, which may be on another site, was not reached.
      const isRead = added + movedUp + known > 0;
      if (isRead) failingSites.record(address, null);
      if (!isRead || kind === 'network-away') failingSites.record(address, kind);
      nextTryMs = Date.now() + backoffMs(kind, consecutiveFailures, waitMs, Math.random());
      if (existingLink === null || consecutiveFailures < minFailures || Date.now() - existingLink.sinceMs < maxRetryMs) {
        keep({ text, options }, consecutiveFailures, totals, processedIds);
        return;
      }
      waitingLinks.remove(text);
      totals.givenUpLinks.push(text);
    },
  };
}

/**
 * The ids of the stored link are kept only if that link was added in the same way. A person may have added the link again with other
 * options.
 */
function mergeProcessed(options: Link['options'], existingLink: WaitingLink | null, processedIds: readonly string[]): Link['options'] {
  const isAddedInSameWay = existingLink !== null && existingLink.options.isForced === options.isForced && existingLink.options.isFlat === options.isFlat;
  const allIds = [...new Set([...(isAddedInSameWay ? (existingLink.options.broughtBefore ?? []) : []), ...(options.broughtBefore ?? []), ...processedIds])];
  return { ...options, ...(allIds.length === 0 ? {} : { broughtBefore: allIds }) };
}

/** Stores the source's data about ignored videos. Without yt-dlp, or when the source does not know a video, only its id stays. */
async function describeIgnored({ archive, sourceClient }: ExtractDeps, videoIds: string[], { signal }: TaskWork): Promise<void> {
  for (const id of videoIds) {
    const link = parseLink(id, knownAddresses(archive));
    const extraction = link.ok ? await sourceClient.extract(link.address, {}, signal) : null;
    const entry = link.ok && extraction?.ok && !isList(extraction.info) ? entryOfVideo(extraction.info, link.address, null) : null;
    if (entry?.videoId === id) archive.downloads.describe(entry);
  }
}

function knownAddresses(archive: Archive): KnownAddresses {
  return {
    video: (id) => archive.downloadRuns.addressOf(id),
    channel: (id) => archive.channels.find(id)?.sourceUrl ?? null,
    playlist: (id) => archive.playlists.find(id)?.sourceUrl ?? null,
  };
}

function summarize(totals: Totals, stopLines: string[], isAgain: boolean): TaskEnd {
  const { added, movedUp, known, problems, keptLinks, givenUpLinks } = totals;
  const parts = [`${added} added to the queue`, ...(movedUp > 0 ? [`${movedUp} moved to the front`] : []), ...(known > 0 ? [`${known} already known`] : [])];
  const isFailed = problems.length > 0 || givenUpLinks.length > 0 || (keptLinks.length > 0 && !isAgain);
  return { level: isFailed ? 'error' : 'info', lines: [`${parts.join(', ')}.`, ...linesAboutLinks(totals), ...stopLines] };
}

/** Why links were not added: they are tried again, given up or refused. */
function linesAboutLinks({ problems, reasons, keptLinks, givenUpLinks }: Totals): string[] {
  return [
    ...[...reasons].slice(0, maxShownProblems),
    ...(keptLinks.length > 0
      ? [
          `Not reached yet; retried automatically: ${keptLinks.slice(0, maxShownKept).join(', ')}${keptLinks.length > maxShownKept ? ` and ${keptLinks.length - maxShownKept} more` : ''}.`,
        ]
      : []),
    ...(givenUpLinks.length > 0
      ? [
          `Given up after more than ${maxRetryMs / dayMs} days without an answer. Add ${givenUpLinks.length === 1 ? 'it' : 'them'} again to retry: ${givenUpLinks.join(', ')}.`,
        ]
      : []),
    ...problems.slice(0, maxShownProblems),
    ...(problems.length > maxShownProblems ? [`… and ${problems.length - maxShownProblems} more.`] : []),
  ];
}
