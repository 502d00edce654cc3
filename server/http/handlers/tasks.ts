// Starts and stops background tasks, and lists their notifications.
import type { WireImportOptions, WireNotification, WireRefreshRequest, WireRunningDownload } from '../../../src/contract/names.ts';
import type { RunningDownload } from '../../downloader/running-download.ts';
import type { RescanInput } from '../../tasks/rescan.ts';
import type { ReindexInput } from '../../tasks/reindex.ts';
import type { Notification } from '../../tasks/tasks.ts';
import { isTaskName } from '../../tasks/task-titles.ts';
import { badRequest, noContent, Refusal, success, type Answer } from '../answer.ts';
import type { Call, HandlerGroup } from '../call.ts';
import { runningDocument } from './downloads.ts';

export const taskHandlers: HandlerGroup = ({ tasks, runningDownload }) => {
  const startAndAnswer = (name: string, input: unknown = {}): Answer => success({ task_id: tasks.start(name, input), status: 'PENDING' });
  return {
    startReindex(call) {
      const { video = [], channel = [], playlist = [] } = call.body as WireRefreshRequest;
      const input: ReindexInput = { video, channel, playlist, extractVideos: call.query['extract_videos'] === true };
      return success({ message: 'reindex task started', task_id: tasks.start('check_reindex', input) });
    },

    /** The older way to start a task without input: by its name alone. */
    startTask(call) {
      const name = call.path['task_name'] ?? '';
      if (!isTaskName(name)) throw new Refusal({ status: 404, body: { error: 'task name not found' } });
      if (tasks.kind(name)?.canStartByName !== true) throw new Refusal({ status: 404, body: { error: 'can not start task through this endpoint' } });
      return startAndAnswer(name, { isByHand: true });
    },

    startManualImport: (call) => startAndAnswer('manual_import', rescanInput(call)),
    startFilesystemRescan: (call) => startAndAnswer('rescan_filesystem', rescanInput(call)),

    listNotifications(call) {
      // `settings` means the groups that begin with `setting:` (docs/behaviour.md, Tasks and notifications).
      const prefix = ((call.query['filter'] as string | undefined) ?? '').replace(/s$/, '');
      return success(
        tasks
          .notifications()
          .filter(({ group }) => group.startsWith(prefix))
          .map((notification) => ({ ...notificationDocument(notification), ...downloadOf(notification, runningDownload.get()) })),
      );
    },

    sendTaskCommand(call) {
      const outcome = tasks.stop(call.path['task_id'] ?? '');
      if (outcome === 'unknown') throw new Refusal({ status: 404, body: { error: 'task ID not found' } });
      if (outcome === 'cannot-be-stopped') throw badRequest('task can not be stopped');
      return noContent;
    },
  };
};

/** The running download, for the notification of a run that is downloading an item. */
function downloadOf({ group, progress }: Notification, download: RunningDownload | null): { download?: WireRunningDownload } {
  return download === null || group !== 'download:run' || progress === null ? {} : { download: runningDocument(download) };
}

function rescanInput({ body }: Call): RescanInput {
  return { preferLocal: (body as WireImportOptions).prefer_local };
}

function notificationDocument({ id, title, group, canStart, canStop, level, lines, progress, command }: Notification): WireNotification {
  return {
    id,
    title,
    group,
    api_start: canStart,
    api_stop: canStop,
    level,
    messages: lines,
    ...(progress === null ? {} : { progress }),
    ...(command === undefined ? {} : { command }),
  };
}
