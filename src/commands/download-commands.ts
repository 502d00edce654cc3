// Changes to all items of the archive's queue that match a filter, and the archive's tasks: neither can wait for the archive. A separate
// chunk, called through commands.ts. A change to one item is a mutation (src/mutations/change-download.ts).
import { systemClock } from '../lib/clock.ts';
import { failed, ok, type Result } from '../lib/result.ts';
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
  /** There may be more: the archive counts only up to 10,000. */
  isCapped: boolean;
}

export interface DownloadsChange {
  /** Without words of the title: the archive's call takes none. */
  filters: Omit<DownloadFilters, 'text'>;
  /** `forgotten` is sent without the error filter: the archive's call takes none. */
  to: 'pending' | 'ignore' | 'priority' | 'clear_error' | 'forgotten';
  /** The number that the user confirmed. */
  confirmed: DownloadTotal;
}

export type BulkFailure =
  | CommandFailure
  /** The number of matching items differs from the confirmed one: nothing was changed, and the user must confirm again. */
  | { kind: 'changed'; current: DownloadTotal };

/** Changes all items that the filters match. Never stored for later: by then, the filters may match items that the user has not seen. */
export async function changeDownloads(mirror: Mirror, api: ArchiveApi, { filters, to, confirmed }: DownloadsChange): Promise<Result<void, BulkFailure>> {
  const query = downloadListFilters(filters);
  const listed = await listDownloads(api, query);
  if (!listed.ok) return failed(await commandFailureOf(api, listed.error));
  const current = { total: listed.value.paginate?.total_hits ?? 0, isCapped: listed.value.paginate?.max_hits ?? false };
  if (current.total !== confirmed.total || current.isCapped !== confirmed.isCapped) return failed({ kind: 'changed', current });
  const result = to === 'forgotten' ? await forgetDownloads(api, query, mirror.newKey()) : await change(api, query, to, mirror.newKey());
  if (!result.ok) return failed(await commandFailureOf(api, result.error));
  await refreshQueue(mirror);
  return ok(undefined);
}

/** `mirror` returns the account that is open at the moment of the call. */
export function watchTasks(mirror: () => Mirror | null, api: ArchiveApi): TaskWatch {
  async function runCommand(call: (open: Mirror) => ReturnType<typeof startTask>): Promise<Result<void, CommandFailure>> {
    const open = mirror();
    if (!open) return failed({ kind: 'away' });
    const result = await call(open);
    return result.ok ? result : failed(await commandFailureOf(api, result.error));
  }

  return createTaskWatch({
    clock: systemClock,
    list: () => listNotifications(api),
    start: (name) => runCommand((open) => startTask(api, name, open.newKey())),
    retryDownloads: () => runCommand((open) => retryDownloads(api, open.newKey())),
    stop: (taskId) => runCommand((open) => stopTask(api, taskId, open.newKey())),
    isVisible: () => document.visibilityState === 'visible',
    onVisibility: (listener) => document.addEventListener('visibilitychange', listener),
    onProgress() {
      const open = mirror();
      // Fire and forget: the screen is unchanged until an answer arrives.
      if (open) void refreshQueue(open).catch((reason: unknown) => console.warn('The queue could not be refreshed', reason));
    },
  });
}

/** The stored pages of the queue are outdated: those on screen are requested again now, the others when they are opened. */
async function refreshQueue(mirror: Mirror): Promise<void> {
  markAllStale(mirror);
  await markDownloadPagesStale(mirror.db);
  await refreshAllLiveKeys(mirror);
}
