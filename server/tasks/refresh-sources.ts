// Queries sources one after another, with the pauses from the settings, and collects the results. Used by the tasks that refresh. Does not
// know what the queries are for.
import { createFailingSites, failuresToGiveUp } from '../downloader/failing-sites.ts';
import { isTransient, scopeOf } from '../downloader/failures.ts';
import type { RefreshOutcome } from '../source/refresh-video.ts';
import type { NotWritableKind } from '../source/write-into-library.ts';
import type { TaskWork } from './tasks.ts';

export interface SourceItem {
  id: string;
  /** The name that is shown to the person who follows the progress. */
  name: string;
  /** The address of the item's source. If null, `refresh` makes no request, so no pause precedes it. */
  address: string | null;
  refresh(): Promise<RefreshOutcome>;
}

export interface SourceOutcomes {
  /** Ids of items gone at their source. */
  goneIds: string[];
  /** Ids whose source could not be queried, or whose metadata could not be written. */
  failedIds: string[];
  /** The failed ids for which another try may succeed. */
  retryableIds: string[];
  /** The retryable ids that the site itself refused, for example with 403, or for which a disk failed. Other items may succeed. */
  suspectIds: string[];
  /** Ids for which nothing was written, because they were deleted while the task ran, or their files were not found any more. */
  unwrittenIds: string[];
  /** Why items failed, for the task's last message; at most `maxShownProblems` reasons. */
  problems: string[];
  /** Why some sources were skipped; null if none were. */
  notice: string | null;
}

/** The downloads page says what to do about a missing yt-dlp. */
export const noProgramText = 'Only the library was read: without yt-dlp, the sources cannot be queried.';
const noStartText = 'yt-dlp could not be started: there is too little memory, or too many programs are running. The other sources were skipped.';
const siteUnreachableText = 'Some sites cannot be queried now. Their other sources were skipped.';
const networkLostText = 'The sources cannot be reached. The other sources were skipped.';
const diskFullText = 'The disk is full. The other sources were skipped.';
/** A notification shows at most this many problems. */
const maxShownProblems = 5;

/** @param pause between two sources */
export async function refreshSources(
  subject: string,
  items: SourceItem[],
  pause: (signal: AbortSignal) => Promise<void>,
  { update, signal }: TaskWork,
): Promise<SourceOutcomes> {
  const outcomes: SourceOutcomes = { goneIds: [], failedIds: [], retryableIds: [], suspectIds: [], unwrittenIds: [], problems: [], notice: null };
  /** Sites that are not queried any more, because querying hundreds of unreachable sources would take hours. */
  const failingSites = createFailingSites(failuresToGiveUp.refresh);
  /** Whether a source was queried after the last pause. */
  let needsPause = false;
  /**
   * The last item whose source answered. It is queried again when several sites in a row do not answer. If it answers, those sites are
   * down, not the network.
   */
  let lastAnsweredItem: SourceItem | null = null;
  for (const [index, item] of items.entries()) {
    const { id, name, address } = item;
    if (signal.aborted) break;
    update([subject, name, `${index + 1} of ${items.length}`], index / items.length);
    if (address !== null && lastAnsweredItem !== null && failingSites.givenUp(address)?.scope === 'network') {
      const itemToTest = lastAnsweredItem;
      // If it does not answer this time, it is not queried again: nothing then proves that the network is up.
      lastAnsweredItem = null;
      await query(itemToTest);
      if (signal.aborted) break;
    }
    const givenUp = address === null ? null : failingSites.givenUp(address);
    if (givenUp?.scope === 'network') return skipFrom(index, networkLostText);
    if (givenUp !== null) {
      outcomes.failedIds.push(id);
      outcomes.retryableIds.push(id);
      outcomes.notice = siteUnreachableText;
      continue;
    }
    const outcome = await query(item);
    if (outcome.kind === 'gone') outcomes.goneIds.push(id);
    // If the item had a source when the task began, `no-source` means that it was deleted, or its file was lost, before its turn.
    if (outcome.kind === 'no-item' || (outcome.kind === 'no-source' && address !== null)) outcomes.unwrittenIds.push(id);
    if (outcome.kind !== 'failed') continue;
    if (outcome.why === 'stopped') break;
    if (outcome.why === 'no-program') return { ...outcomes, notice: noProgramText };
    if (outcome.why === 'no-start') return skipFrom(index, noStartText);
    outcomes.failedIds.push(id);
    if (isRetryable(outcome.why)) outcomes.retryableIds.push(id);
    if (isSuspect(outcome.why)) outcomes.suspectIds.push(id);
    if (outcomes.problems.length < maxShownProblems) outcomes.problems.push(`${name}: ${outcome.message}`);
    // The disk for temporary files is full, and without temporary files no source can be queried.
    if (outcome.why === 'no-room' && index + 1 < items.length) return skipFrom(index + 1, diskFullText);
  }
  return outcomes;

  async function query(item: SourceItem): Promise<RefreshOutcome> {
    const { address } = item;
    if (address !== null && needsPause) {
      await pause(signal);
      needsPause = false;
    }
    const outcome = await item.refresh();
    needsPause ||= outcome.kind !== 'no-source';
    const why = outcome.kind === 'failed' ? outcome.why : null;
    // If metadata could not be written, the site has answered.
    if (address !== null && outcome.kind !== 'no-source') failingSites.record(address, why === null || isNotWritable(why) ? null : why);
    if (outcome.kind === 'fresh' || outcome.kind === 'gone') lastAnsweredItem = item;
    return outcome;
  }

  function skipFrom(index: number, notice: string): SourceOutcomes {
    const skippedIds = items.slice(index).map((each) => each.id);
    return { ...outcomes, failedIds: [...outcomes.failedIds, ...skippedIds], retryableIds: [...outcomes.retryableIds, ...skippedIds], notice };
  }
}

type Why = Extract<RefreshOutcome, { kind: 'failed' }>['why'];

/** Whether another try may succeed. */
export function isRetryable(why: Why): boolean {
  return isNotWritable(why) ? why !== 'not-written' : why === 'no-room' || why === 'no-start' || isTransient(why);
}

function isSuspect(why: Why): boolean {
  return isNotWritable(why) ? why === 'disk-failing' : scopeOf[why] === 'suspect';
}

function isNotWritable(why: Why): why is NotWritableKind {
  return why === 'library-full' || why === 'disk-failing' || why === 'not-written';
}
