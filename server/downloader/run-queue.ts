// A run over the queue: one video after another, with a pause between, until nothing is left that may be started. Called by the task
// download_pending. What it is at stands in the queue, so that a run that was killed is finished by the next start.
import type { QueuedDownload, RunScope } from '../archive/download-runs.ts';
import type { Log } from '../log/log.ts';
import type { TaskEnd, TaskWork } from '../tasks/tasks.ts';
import { downloadVideo, type DownloadPlaces } from './download-video.ts';

export interface QueuePlaces extends DownloadPlaces {
  /** What else is to be known of a video that has come: looked up elsewhere. Its failure is its own. */
  afterDownload(videoId: string, signal: AbortSignal): Promise<void>;
  /** Before a run ends. */
  afterRun(signal: AbortSignal): Promise<void>;
  log: Log;
}

/** A notification shows so many. */
const mostProblems = 5;

interface Tally {
  downloaded: number;
  problems: string[];
}

export async function runQueue(places: QueuePlaces, scope: RunScope, work: TaskWork): Promise<TaskEnd> {
  const { archive, asking } = places;
  const runs = archive.downloadRuns;
  const tried = new Set<string>();
  const tally: Tally = { downloaded: 0, problems: [] };
  work.say(['Looking at the queue']);
  const state = await asking.state();
  if (state.kind !== 'ready') return { level: 'error', lines: [state.words] };

  let last: string | null = null;
  while (!work.signal.aborted) {
    const item = runs.next(scope, tried);
    if (item === null) break;
    tried.add(item.videoId);
    last = await downloadOne(places, item, tally, work, `${tried.size} of ${tried.size + runs.count(scope, tried)}`);
    if (last !== null || work.ending.aborted) break;
    if (runs.count(scope, tried) > 0) await asking.pause(work.signal);
  }
  if (!work.ending.aborted) await guarded(places, 'After the downloads', () => places.afterRun(work.signal));
  if (!work.ending.aborted) runs.end();
  return endOf(tally, tried.size === 0, last, work.signal.aborted);
}

/** Answers why the whole run ends, or null. */
async function downloadOne(places: QueuePlaces, item: QueuedDownload, tally: Tally, { say, ending }: TaskWork, place: string): Promise<string | null> {
  const runs = places.archive.downloadRuns;
  const subject = `${item.title} (${place})`;
  say([subject]);
  runs.begin(item.videoId);
  const outcome = await downloadVideo(places, item, ending, ({ words, share }) => say([subject, words], share));
  switch (outcome.kind) {
    case 'in-library':
      await guarded(places, item.title, () => places.afterDownload(outcome.videoId, ending));
      runs.done(item.videoId);
      tally.downloaded += 1;
      return null;
    case 'was-there':
      runs.done(item.videoId);
      return null;
    case 'not-wanted':
      runs.release(item.videoId);
      return null;
    case 'stopped':
      // Its state stays as it is: begun.
      return null;
    case 'failed':
      runs.failed(item.videoId, outcome.words);
      tally.problems.push(`${item.title}: ${outcome.words}`);
      return null;
    case 'no-room':
      runs.hasNoRoom(item.videoId, outcome.words, outcome.bytes);
      tally.problems.push(`${item.title}: ${outcome.words}`);
      return outcome.words;
    case 'no-program':
      runs.release(item.videoId);
      return outcome.words;
  }
}

async function guarded({ log }: QueuePlaces, subject: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    log.error(`${subject}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function endOf({ downloaded, problems }: Tally, isNothing: boolean, last: string | null, isStopped: boolean): TaskEnd {
  const lines = [
    isNothing ? 'Nothing to download.' : `${downloaded === 1 ? '1 video' : `${downloaded} videos`} downloaded.`,
    ...(isStopped ? ['Stopped.'] : []),
    ...problems.slice(0, mostProblems),
    ...(problems.length > mostProblems ? [`… and ${problems.length - mostProblems} more.`] : []),
    ...(last !== null && !problems.some((problem) => problem.endsWith(last)) ? [last] : []),
  ];
  return { level: problems.length > 0 || last !== null ? 'error' : 'info', lines };
}
