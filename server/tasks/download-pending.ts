// Downloads the items of the queue. Started by a person, by a schedule, when items are set to start now, and by the server itself: after a
// run was killed, and when items that waited can continue (resume-downloads.ts).
import type { RunScope } from '../archive/download-runs.ts';
import type { QueueDeps } from '../downloader/run-queue.ts';
import { hasItemsFor, runQueue } from '../downloader/run-queue.ts';
import { titleOf } from './task-titles.ts';
import type { TaskKind } from './tasks.ts';

export interface DownloadInput {
  /** Which items to download; all if absent. */
  scope?: RunScope;
  /** The sites whose items are downloaded; all sites if absent or null. Items set to start now are downloaded from any site. */
  sites?: string[] | null;
  /** Whether a person started the task. Items on hold are then tried immediately. */
  isByHand?: boolean;
}

export function downloadPending(deps: QueueDeps): TaskKind {
  return {
    name: 'download_pending',
    title: titleOf('download_pending'),
    group: 'download:run',
    canStartByName: true,
    canStop: true,
    isAlwaysResumed: true,
    hasWorkFor(input) {
      const { scope = 'all', sites = null, isByHand = false } = input as DownloadInput;
      return hasItemsFor(deps, { scope, sites }, isByHand);
    },
    run(input, work) {
      const { scope = 'all', sites = null, isByHand = false } = input as DownloadInput;
      return runQueue(deps, { scope, sites, isByHand }, work).finally(() => deps.runningDownload.set(null));
    },
  };
}
