// Asks the sources one after another, with the pauses from the settings, and reports the results in words. Used by the tasks that refresh. Knows
// nothing of what is asked for.
import { isPassing } from '../downloader/failures.ts';
import type { Refresh } from '../source/refresh-video.ts';
import type { TaskWork } from './tasks.ts';

export interface Asked {
  id: string;
  /** Shown to the person who follows the progress. */
  name: string;
  ask(): Promise<Refresh>;
}

export interface AskedSources {
  /** Ids of items gone at their source. */
  gone: string[];
  /** Ids that could not be asked about or written. */
  failed: string[];
  /** Those of them for which another try may succeed. */
  later: string[];
  /** Reasons, for the last lines; at most `mostProblems`. */
  problems: string[];
  /** Shown when no source could be asked at all. */
  notice: string | null;
}

/** The downloads page says what to do about it. */
const withoutProgram = 'From the library alone: without yt-dlp the sources cannot be asked.';
/** A notification shows this many. */
const mostProblems = 5;
/** Consecutive unreachable sources: the network is away, and asking hundreds more would take hours. */
const mostUnreachable = 3;

/** @param pause between two sources */
export async function askSources(
  subject: string,
  asked: Asked[],
  pause: (signal: AbortSignal) => Promise<void>,
  { say, signal }: TaskWork,
): Promise<AskedSources> {
  const found: AskedSources = { gone: [], failed: [], later: [], problems: [], notice: null };
  let unreachable = 0;
  let isFirst = true;
  for (const [place, { id, name, ask }] of asked.entries()) {
    if (signal.aborted) break;
    say([subject, name, `${place + 1} of ${asked.length}`], place / asked.length);
    if (!isFirst) await pause(signal);
    const outcome = await ask();
    // An item without a source was not asked about: no pause after it.
    isFirst = outcome.kind === 'no-source' && isFirst;
    if (outcome.kind === 'gone') found.gone.push(id);
    if (outcome.kind !== 'failed') {
      unreachable = 0;
      continue;
    }
    if (outcome.why === 'stopped') break;
    if (outcome.why === 'no-program') return { ...found, notice: withoutProgram };
    found.failed.push(id);
    if (isForLater(outcome.why)) found.later.push(id);
    if (found.problems.length < mostProblems) found.problems.push(`${name}: ${outcome.words}`);
    unreachable = isForLater(outcome.why) ? unreachable + 1 : 0;
    if (unreachable < mostUnreachable) continue;
    const left = asked.slice(place + 1).map((each) => each.id);
    return {
      ...found,
      failed: [...found.failed, ...left],
      later: [...found.later, ...left],
      notice: 'Their sources cannot be reached. The others were not asked.',
    };
  }
  return found;
}

/** Another try may succeed. */
export function isForLater(why: Extract<Refresh, { kind: 'failed' }>['why']): boolean {
  return why !== 'not-written' && isPassing(why);
}
