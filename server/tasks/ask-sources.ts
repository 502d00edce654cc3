// Asks the sources one after another, with the pauses that the settings want, and tells what came of it in words. Used by the
// tasks that refresh. Knows nothing of what is asked for.
import { isPassing } from '../downloader/failures.ts';
import type { Refresh } from '../source/refresh-video.ts';
import type { TaskWork } from './tasks.ts';

export interface Asked {
  id: string;
  /** For the person who reads along. */
  name: string;
  ask(): Promise<Refresh>;
}

export interface AskedSources {
  /** Gone where it came from, by id. */
  gone: string[];
  /** It could not be asked, or not be written. */
  failed: string[];
  /** Of these: another try may do. */
  later: string[];
  /** Why, for the last lines; at most `mostProblems`. */
  problems: string[];
  /** Said when nobody could be asked at all. */
  notice: string | null;
}

/** What to do about it is said where downloads are. */
const withoutProgram = 'From the library alone: without yt-dlp the sources cannot be asked.';
/** A notification shows so many. */
const mostProblems = 5;
/** Sources that cannot be reached in a row: the network is away, and asking hundreds more would take hours. */
const mostUnreachable = 3;

/** @param pause between two */
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
    // Whoever has no source was not asked: no pause behind it.
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

/** Another try may do. */
export function isForLater(why: Extract<Refresh, { kind: 'failed' }>['why']): boolean {
  return why !== 'not-written' && isPassing(why);
}
