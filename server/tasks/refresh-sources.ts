// Queries sources one after another, with the pauses from the settings, and reports the results in words. Used by the tasks that refresh.
// Does not know what the queries are for.
import { isTransient } from '../downloader/failures.ts';
import type { RefreshOutcome } from '../source/refresh-video.ts';
import type { TaskWork } from './tasks.ts';

export interface SourceItem {
  id: string;
  /** Shown to the person who follows the progress. */
  name: string;
  /** If false, `refresh` makes no request, so no pause precedes it. */
  hasSource: boolean;
  refresh(): Promise<RefreshOutcome>;
}

export interface SourceOutcomes {
  /** Ids of items gone at their source. */
  gone: string[];
  /** Ids whose source could not be queried, or whose metadata could not be written. */
  failed: string[];
  /** The failed ids for which another try may succeed. */
  retryable: string[];
  /** Reasons, for the last lines; at most `maxShownProblems`. */
  problems: string[];
  /** Shown when the rest of the sources could not be queried. */
  notice: string | null;
}

/** The downloads page says what to do about it. */
const noProgramText = 'From the library alone: without yt-dlp the sources cannot be asked.';
/** A notification shows at most this many. */
const maxShownProblems = 5;
/** After this many unreachable sources in a row the network is probably down, and querying hundreds more would take hours. */
const maxUnreachable = 3;

/** @param pause between two sources */
export async function refreshSources(
  subject: string,
  items: SourceItem[],
  pause: (signal: AbortSignal) => Promise<void>,
  { update, signal }: TaskWork,
): Promise<SourceOutcomes> {
  const outcomes: SourceOutcomes = { gone: [], failed: [], retryable: [], problems: [], notice: null };
  let unreachable = 0;
  /** Whether a source was queried after the last pause. */
  let needsPause = false;
  for (const [index, { id, name, hasSource, refresh }] of items.entries()) {
    if (signal.aborted) break;
    update([subject, name, `${index + 1} of ${items.length}`], index / items.length);
    if (hasSource && needsPause) {
      await pause(signal);
      needsPause = false;
    }
    const outcome = await refresh();
    needsPause ||= outcome.kind !== 'no-source';
    if (outcome.kind === 'gone') outcomes.gone.push(id);
    // An item without a source shows nothing about the network.
    if (outcome.kind === 'no-source') continue;
    if (outcome.kind !== 'failed') {
      unreachable = 0;
      continue;
    }
    if (outcome.why === 'stopped') break;
    if (outcome.why === 'no-program') return { ...outcomes, notice: noProgramText };
    outcomes.failed.push(id);
    if (isRetryable(outcome.why)) outcomes.retryable.push(id);
    if (outcomes.problems.length < maxShownProblems) outcomes.problems.push(`${name}: ${outcome.message}`);
    // The disk of temporary files, without which no source can be queried.
    const isFullDisk = outcome.why === 'no-room';
    unreachable = isRetryable(outcome.why) && !isFullDisk && outcome.why !== 'library-full' ? unreachable + 1 : 0;
    const skipped = items.slice(index + 1).map((each) => each.id);
    if (isFullDisk ? skipped.length === 0 : unreachable < maxUnreachable) continue;
    return {
      ...outcomes,
      failed: [...outcomes.failed, ...skipped],
      retryable: [...outcomes.retryable, ...skipped],
      notice: `${isFullDisk ? 'The disk is full' : 'Their sources cannot be reached'}. The others were not asked.`,
    };
  }
  return outcomes;
}

/** Whether another try may succeed. */
export function isRetryable(why: Extract<RefreshOutcome, { kind: 'failed' }>['why']): boolean {
  return why === 'no-room' || why === 'library-full' || (why !== 'not-written' && isTransient(why));
}
