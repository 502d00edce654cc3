// A run over the queue: one video after another, with a pause between, until nothing startable is left. Called by the task download_pending. An item
// whose own fault it is keeps its error; a failing site or network is held back (download-holds.ts) and its items stay as they are. The current item
// is marked in the queue, so the next start finishes a killed run.
import { setTimeout } from 'node:timers/promises';
import type { QueuedDownload, RunChoice, RunScope } from '../archive/download-runs.ts';
import { isDiskFull } from '../database/disk-full.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Log } from '../log/log.ts';
import type { TaskEnd, TaskWork } from '../tasks/tasks.ts';
import { backoffMs, longestBackoffMs } from './backoff.ts';
import { downloadVideo, type DownloadPlaces } from './download-video.ts';
import { scopeOf, type YtDlpFailure } from './failures.ts';
import { holdWords, itemWords } from './failure-words.ts';
import type { Running } from './running-download.ts';

export interface QueuePlaces extends DownloadPlaces {
  running: Running;
  /** Fetches more about a downloaded video from other services. Its failure is logged and does not fail the download. */
  afterDownload(videoId: string, signal: AbortSignal): Promise<void>;
  /** Called before a run ends. */
  afterRun(signal: AbortSignal): Promise<void>;
  log: Log;
  now?: () => number;
  /** From 0 to 1. */
  random?: () => number;
  /** How often to check whether the database can be written to again. */
  roomLookMs?: number;
}

export interface RunWish {
  scope: RunScope;
  /** Null: every site that is not held back. */
  sites: readonly string[] | null;
}

/** As many as a notification shows. */
const mostProblems = 5;
const usualRoomLookMs = 5_000;

interface Tally {
  downloaded: number;
  problems: string[];
  /** Sites that could not be reached since any site last answered. */
  silentSites: Set<string>;
}

/** @param isByHand also counts what is held back, which is tried at once */
export function hasItemsFor({ archive, now = Date.now }: QueuePlaces, { scope, sites }: RunWish, isByHand: boolean): boolean {
  const held = isByHand ? [] : archive.downloadHolds.heldAt(now());
  return !held.includes(null) && archive.downloadRuns.count({ scope, tried: new Set(), held: held.filter((site) => site !== null), only: sites }) > 0;
}

export async function runQueue(places: QueuePlaces, { scope, sites }: RunWish, work: TaskWork): Promise<TaskEnd> {
  const { archive, asking, now = Date.now } = places;
  const { downloadRuns: runs, downloadHolds: holds } = archive;
  const tried = new Set<string>();
  const tally: Tally = { downloaded: 0, problems: [], silentSites: new Set() };
  work.say(['Looking at the queue']);
  const state = await asking.state();
  if (state.kind !== 'ready') return { level: 'error', lines: [state.words] };
  runs.findSites();
  holds.shorten(now(), longestBackoffMs);
  const due = holds.dueAt(now());
  const heldSites = (): (string | null)[] => holds.heldAt(now());
  const choice = (): RunChoice => ({ scope, tried, held: heldSites().filter((site) => site !== null), only: sites });

  let last: string | null = null;
  async function takeAll(): Promise<void> {
    while (mayGoOn()) {
      const item = runs.next(choice());
      if (item === null) break;
      if (tried.size === 0) holds.clearWarnings();
      tried.add(item.videoId);
      last = await downloadOne(places, item, scope, tally, work, `${tried.size} of ${tried.size + runs.count(choice())}`);
      if (mayGoOn() && runs.count(choice()) > 0) await asking.pause(work.signal);
    }
    places.running.set(null);
  }
  const mayGoOn = (): boolean => last === null && !work.signal.aborted && !work.ending.aborted && !heldSites().includes(null);

  do {
    await takeAll();
    if (!work.ending.aborted) await guarded(places, 'After the downloads', () => places.afterRun(work.signal));
    // Includes items set to start meanwhile: the end of a run clears that mark from all items.
  } while (mayGoOn() && runs.count(choice()) > 0);
  if (!work.ending.aborted) {
    // A hold that was due and that this run did not renew is over.
    if (!work.signal.aborted)
      for (const { site, retryAtMs } of due) if (holds.list().some((hold) => hold.site === site && hold.retryAtMs === retryAtMs)) holds.lift(site);
    holds.dropIdle();
    if (!heldSites().includes(null)) runs.end(choice().held);
  }
  return endOf(tally, tried.size === 0, last, work.signal.aborted, heldLines(places));
}

/** Returns why the whole run ends, or null. */
async function downloadOne(
  places: QueuePlaces,
  item: QueuedDownload,
  scope: RunScope,
  tally: Tally,
  { say, signal, ending }: TaskWork,
  place: string,
): Promise<string | null> {
  const { downloadRuns: runs, downloadHolds: holds } = places.archive;
  const subject = `${item.title} (${place})`;
  const atItem = { videoId: item.videoId, share: 0, bytesPerSecond: null, secondsLeft: null };
  /** Retries on a full disk until there is space or the run is stopped. Meanwhile the item shows why, from memory: no row can be written. */
  async function written<Value>(write: () => Value, words = 'The disk is full. The download continues by itself when there is room.'): Promise<Value | null> {
    for (;;) {
      try {
        return write();
      } catch (error) {
        if (!isDiskFull(error)) throw error;
      }
      if (signal.aborted) return null;
      places.running.wait(item.videoId, words);
      say([subject, words]);
      await setTimeout(places.roomLookMs ?? usualRoomLookMs, null, { signal, ref: false }).catch(() => null); // it was stopped
    }
  }
  say([subject]);
  await written(() => runs.begin(item.videoId));
  if (signal.aborted) return null;
  places.running.set(atItem);
  const outcome = await downloadVideo(places, item, ending, ({ words, share, bytesPerSecond, secondsLeft }) => {
    places.running.set({ ...atItem, share, bytesPerSecond, secondsLeft });
    say([subject, words], share);
  });
  switch (outcome.kind) {
    case 'in-library':
      await written(() => {
        noteAnswer(places, item, tally);
        holds.warned(outcome.warnings, item.title, (places.now ?? Date.now)());
      });
      await guarded(places, item.title, () => places.afterDownload(outcome.videoId, ending));
      await written(() => runs.done(item.videoId));
      tally.downloaded += 1;
      return null;
    case 'was-there':
      await written(() => runs.done(item.videoId));
      return null;
    case 'not-wanted':
      runs.release(item.videoId);
      return null;
    case 'stopped':
      // Its state remains: begun.
      return null;
    case 'unusable':
      await written(() => runs.failed(item.videoId, { kind: 'refused', words: outcome.words, details: [] }));
      tally.problems.push(`${item.title}: ${outcome.words}`);
      return null;
    case 'failed': {
      // In one transaction, and reported only once written: a write repeated on a full disk counts and reports nothing twice.
      const problem = await written(() => inTransaction(places.archive.database, () => noteFailure(places, item, scope, outcome.failure, tally)));
      if (problem !== null) tally.problems.push(problem);
      return null;
    }
    case 'no-room':
      await written(() => runs.hasNoRoom(item.videoId, outcome.words, outcome.bytes), outcome.words);
      tally.problems.push(`${item.title}: ${outcome.words}`);
      return outcome.words;
    case 'no-program':
    case 'no-disk':
      runs.release(item.videoId);
      return outcome.words;
  }
}

function noteAnswer({ archive }: QueuePlaces, { site }: QueuedDownload, tally: Tally): void {
  tally.silentSites.clear();
  archive.downloadHolds.lift(site);
  archive.downloadHolds.lift(null);
  archive.downloadRuns.siteAnswered(site);
}

/** A failure of the video: its error, returned in words. Of the site or the network: held back, and the item stays as it was. */
function noteFailure(places: QueuePlaces, item: QueuedDownload, scope: RunScope, failure: YtDlpFailure, tally: Tally): string | null {
  const { downloadRuns: runs, downloadHolds: holds } = places.archive;
  const { kind, words, warnings } = failure;
  const concerns = scopeOf[kind];
  if (concerns === 'item' || (concerns === 'suspect' && item.doubt === 'own')) {
    runs.failed(item.videoId, { kind, words: itemWords(kind), details: [words, ...warnings] });
    // The site answered about this video, so it is reachable.
    if (concerns === 'item' && kind !== 'refused') noteAnswer(places, item, tally);
    return `${item.title}: ${itemWords(kind)}`;
  }
  if (concerns === 'network') runs.release(item.videoId);
  else runs.heldBack(item.videoId, concerns === 'suspect');
  if (kind === 'unreachable') tally.silentSites.add(item.site);
  // Two sites do not fail at the same moment: it is the network that they share.
  const isNetwork = concerns === 'network' || tally.silentSites.size > 1;
  if (isNetwork) for (const site of tally.silentSites) holds.lift(site);
  holdBack(places, isNetwork ? null : item.site, scope, isNetwork ? { ...failure, kind: 'network-away' } : failure);
  return null;
}

function holdBack({ archive, now = Date.now, random = Math.random }: QueuePlaces, site: string | null, scope: RunScope, failure: YtDlpFailure): void {
  const holds = archive.downloadHolds;
  const tries = holds.triesOf(site) + 1;
  const retryAtMs = now() + backoffMs(failure.kind, tries, failure.waitMs, random());
  holds.hold({ site, kind: failure.kind, details: [failure.words, ...failure.warnings], sinceMs: now(), tries, retryAtMs, scope });
}

function heldLines({ archive, now = Date.now }: QueuePlaces): string[] {
  return archive.downloadHolds
    .list()
    .filter(({ retryAtMs }) => retryAtMs > now())
    .map(({ kind, site }) => {
      const { message, advice } = holdWords(kind, site);
      return `${message} ${advice}`;
    });
}

async function guarded({ log }: QueuePlaces, subject: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    log.error(`${subject}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function endOf({ downloaded, problems }: Tally, isNothing: boolean, last: string | null, isStopped: boolean, held: string[]): TaskEnd {
  const lines = [
    isNothing && held.length === 0 ? 'Nothing to download.' : `${downloaded === 1 ? '1 video' : `${downloaded} videos`} downloaded.`,
    ...(isStopped ? ['Stopped.'] : []),
    ...problems.slice(0, mostProblems),
    ...(problems.length > mostProblems ? [`… and ${problems.length - mostProblems} more.`] : []),
    ...(last !== null && !problems.some((problem) => problem.endsWith(last)) ? [last] : []),
    ...held,
  ];
  return { level: problems.length > 0 || last !== null || held.length > 0 ? 'error' : 'info', lines };
}
