// The archive's queue as filtered, and its tasks: what cannot wait for the archive. A part of its own, called through
// commands.ts; single items are mutations (src/mutations/change-download.ts).
import { systemClock } from '../lib/clock.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import { outdateDownloads } from '../mirror/apply-downloads.ts';
import type { Mirror } from '../mirror/database.ts';
import { downloadListFilters, type DownloadFilters } from '../mirror/list-filters.ts';
import { outdate, refreshLiveKeys } from '../mirror/wanted.ts';
import type { ArchiveApi } from '../network/archive-api.ts';
import { changeDownloads as change, forgetDownloads, listDownloads, listNotifications, retryDownloads, startTask, stopTask } from '../network/download-api.ts';
import type { CommandFailure } from './command-failure.ts';
import { failureOf } from './failure-of.ts';
import { createTaskWatch, type TaskWatch } from './task-watch.ts';

export interface DownloadTotal {
  total: number;
  /** The archive counts to 10,000 and no further. */
  isCapped: boolean;
}

export interface DownloadsChange {
  /** Words of a title are no filter here: the archive's call takes none. */
  filters: Omit<DownloadFilters, 'text'>;
  /** `forgotten` goes without the filter of errors: the archive's call takes none. */
  to: 'pending' | 'ignore' | 'priority' | 'clear_error' | 'forgotten';
  /** Of which the person was asked. */
  asked: DownloadTotal;
}

export type BulkFailure =
  | CommandFailure
  /** It is another set than the one that was asked about: nothing was changed, and is to be asked again. */
  | { kind: 'changed'; now: DownloadTotal };

/** Everything that the filters find: never queued, since days later they would find what nobody has seen. */
export async function changeDownloads(mirror: Mirror, api: ArchiveApi, { filters, to, asked }: DownloadsChange): Promise<Result<void, BulkFailure>> {
  const found = downloadListFilters(filters);
  const present = await listDownloads(api, found);
  if (!present.ok) return failed(await failureOf(api, present.error));
  const now = { total: present.value.paginate?.total_hits ?? 0, isCapped: present.value.paginate?.max_hits ?? false };
  if (now.total !== asked.total || now.isCapped !== asked.isCapped) return failed({ kind: 'changed', now });
  const done = to === 'forgotten' ? await forgetDownloads(api, found, mirror.newKey()) : await change(api, found, to, mirror.newKey());
  if (!done.ok) return failed(await failureOf(api, done.error));
  await refreshed(mirror);
  return ok(undefined);
}

/** `mirror` answers with the account that is open at the moment. */
export function watchTasks(mirror: () => Mirror | null, api: ArchiveApi): TaskWatch {
  async function command(call: (open: Mirror) => ReturnType<typeof startTask>): Promise<Result<void, CommandFailure>> {
    const open = mirror();
    if (!open) return failed({ kind: 'away' });
    const done = await call(open);
    return done.ok ? done : failed(await failureOf(api, done.error));
  }

  return createTaskWatch({
    clock: systemClock,
    list: () => listNotifications(api),
    start: (name) => command((open) => startTask(api, name, open.newKey())),
    retryDownloads: () => command((open) => retryDownloads(api, open.newKey())),
    stop: (taskId) => command((open) => stopTask(api, taskId, open.newKey())),
    isVisible: () => document.visibilityState === 'visible',
    onVisibility: (listener) => document.addEventListener('visibilitychange', listener),
    onProgress() {
      const open = mirror();
      // Not awaited: what is shown stays as it is until an answer comes.
      if (open) void refreshed(open).catch((reason: unknown) => console.warn('Nothing was asked for again', reason));
    },
  });
}

/** The stored pages of the queue are of before; what is on the screen is asked for again, all else when it is opened. */
async function refreshed(mirror: Mirror): Promise<void> {
  outdate(mirror);
  await outdateDownloads(mirror.db);
  await refreshLiveKeys(mirror);
}
