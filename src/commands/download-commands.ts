// Commands that change all items of the archive's queue that match a filter, and commands for the archive's tasks. None of them can wait
// until the archive is reachable. A separate chunk, loaded by commands.ts. A change to one item is a mutation
// (src/mutations/change-download.ts).
import { systemClock } from '../lib/clock.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import { inBackground } from '../lib/in-background.ts';
import { markDownloadPagesStale } from '../mirror/apply-downloads.ts';
import type { Mirror } from '../mirror/database.ts';
import { downloadListFilters, type DownloadFilters } from '../mirror/list-filters.ts';
import { markAllStale, refreshAllLiveKeys } from '../mirror/refresh-requests.ts';
import type { ArchiveApi } from '../network/archive-api.ts';
import { changeDownloads as change, forgetDownloads, listDownloads, listNotifications, retryDownloads, startTask, stopTask } from '../network/download-api.ts';
import type { CommandFailure } from './command-failure.ts';
import { commandFailureOf } from './failure-of.ts';
import { createTaskWatch, type TaskWatch } from './task-watch.ts';

export interface DownloadTotal {
  total: number;
  /** Whether there may be more, because the archive counts only up to 10 000. */
  isCapped: boolean;
}

export interface DownloadsChange {
  /** The filters, without the text to find in titles, because the archive's call does not take that text. */
  filters: Omit<DownloadFilters, 'text'>;
  /** `forgotten` with the error filter is refused, because the archive's call for forgetting does not take that filter. */
  to: 'pending' | 'ignore' | 'priority' | 'clear_error' | 'forgotten';
  /** The number that the user confirmed. */
  confirmed: DownloadTotal;
}

export type BulkFailure =
  | CommandFailure
  /** The number of matching items differs from the confirmed one. Nothing was changed, and the user must confirm again. */
  | { kind: 'changed'; current: DownloadTotal };

/**
 * Changes all items that the filters match. Never stored for later, because by then the filters may match items that the user has not seen.
 * @throws if items are to be forgotten by a filter for errors
 */
export async function changeDownloads(mirror: Mirror, api: ArchiveApi, { filters, to, confirmed }: DownloadsChange): Promise<Result<void, BulkFailure>> {
  if (to === 'forgotten' && filters.hasError !== undefined) throw new Error('forgotten with a filter for errors'); // would forget other items too
  const query = downloadListFilters(filters);
  const listing = await listDownloads(api, query);
  if (!listing.ok) return failed(await commandFailureOf(api, listing.error));
  const current = { total: listing.value.paginate?.total_hits ?? 0, isCapped: listing.value.paginate?.max_hits ?? false };
  if (current.total !== confirmed.total || current.isCapped !== confirmed.isCapped) return failed({ kind: 'changed', current });
  const result = to === 'forgotten' ? await forgetDownloads(api, query, mirror.newKey()) : await change(api, query, to, mirror.newKey());
  if (!result.ok) return failed(await commandFailureOf(api, result.error));
  await refreshAll(mirror);
  return ok(undefined);
}

/** `mirror` returns the mirror of the account that is open at the moment of the call. */
export function watchTasks(mirror: () => Mirror | null, api: ArchiveApi): TaskWatch {
  async function runCommand(call: (currentMirror: Mirror) => ReturnType<typeof startTask>): Promise<Result<void, CommandFailure>> {
    const currentMirror = mirror();
    if (!currentMirror) return failed({ kind: 'away' });
    const result = await call(currentMirror);
    return result.ok ? result : failed(await commandFailureOf(api, result.error));
  }

  return createTaskWatch({
    clock: systemClock,
    list: () => listNotifications(api),
    start: (name) => runCommand((currentMirror) => startTask(api, name, currentMirror.newKey())),
    retryDownloads: () => runCommand((currentMirror) => retryDownloads(api, currentMirror.newKey())),
    stop: (taskId) => runCommand((currentMirror) => stopTask(api, taskId, currentMirror.newKey())),
    isVisible: () => document.visibilityState === 'visible',
    onVisibility: (listener) => document.addEventListener('visibilitychange', listener),
    onProgress() {
      const currentMirror = mirror();
      // Fire and forget: the screen is unchanged until an answer arrives.
      if (currentMirror) inBackground(refreshAll(currentMirror), 'The queue could not be refreshed');
    },
  });
}

/**
 * Makes everything stale in this tab, because a task may have changed any of it, and the queue's stored pages in every tab. What is on screen
 * is requested again now, the rest when it is opened.
 */
async function refreshAll(mirror: Mirror): Promise<void> {
  markAllStale(mirror);
  await markDownloadPagesStale(mirror.db);
  await refreshAllLiveKeys(mirror);
}
