// Looks for new videos in subscribed channels and playlists, then downloads those set to start automatically.
import { writeProblem } from '../database/write-problem.ts';
import { hasItemsFor } from '../downloader/run-queue.ts';
import { CannotScan, scan, type ScanDeps } from '../subscriptions/scan.ts';
import { titleOf } from './task-titles.ts';
import type { TaskKind } from './tasks.ts';

/** A notification shows at most this many problems. */
const maxShownProblems = 5;

/** @param startDownloads starts the downloads of the items that are set to start automatically */
export function updateSubscribed(deps: ScanDeps, startDownloads: () => void): TaskKind {
  return {
    name: 'update_subscribed',
    title: titleOf('update_subscribed'),
    group: 'download:scan',
    canStartByName: true,
    canStop: true,
    async run(_input, { update, signal, shutdownSignal }) {
      try {
        const { pageCount, addedCount, goneNames, problems } = await scan(deps, {
          signal,
          onTarget: (target, message, share) => update([`Looking for new videos: ${target.name}`, message], share),
        });
        // This also starts items that an interrupted run added, which this run does not count as new.
        const isAutoStart = deps.archive.appSettings.get().subscriptions.auto_start;
        try {
          if (isAutoStart && !shutdownSignal.aborted && hasItemsFor(deps, { scope: 'started', sites: null }, false)) startDownloads();
        } catch (error) {
          if (writeProblem(error) === null) throw error; // otherwise the next run of downloads includes the items
        }
        const lines = [
          pageCount === 0 ? 'There are no subscriptions that can be scanned.' : `${addedCount === 0 ? 'Nothing new' : `${addedCount} new in the queue`}.`,
          ...(signal.aborted ? ['Stopped.'] : []),
          ...(goneNames.length > 0 ? [`Gone at the source: ${goneNames.join(', ')}.`] : []),
          ...problems.slice(0, maxShownProblems),
          ...(problems.length > maxShownProblems ? [`… and ${problems.length - maxShownProblems} more.`] : []),
        ];
        return { level: problems.length > 0 ? 'error' : 'info', lines };
      } catch (error) {
        if (error instanceof CannotScan) return { level: 'error', lines: [error.message] };
        throw error;
      }
    },
  };
}
