// Background tasks: refreshing metadata, their notifications, and stopping one.
import type { WireNotification, WireRefreshRequest } from '../../../src/contract/names.ts';
import type { ReindexInput } from '../../tasks/read-again.ts';
import type { Notification } from '../../tasks/tasks.ts';
import { badRequest, noContent, Refusal, success } from '../answer.ts';
import type { HandlerGroup } from '../call.ts';

export const taskHandlers: HandlerGroup = ({ tasks }) => ({
  startReindex(call) {
    const { video = [], channel = [], playlist = [] } = call.body as WireRefreshRequest;
    const input: ReindexInput = { video, channel, playlist, extractVideos: call.query['extract_videos'] === true };
    return success({ message: 'reindex task started', task_id: tasks.start('check_reindex', input) });
  },

  listNotifications(call) {
    // `settings` means the groups that begin with `setting:` (docs/behaviour.md, Tasks and notifications).
    const prefix = ((call.query['filter'] as string | undefined) ?? '').replace(/s$/, '');
    return success(
      tasks
        .notifications()
        .filter(({ group }) => group.startsWith(prefix))
        .map(notificationDocument),
    );
  },

  sendTaskCommand(call) {
    const outcome = tasks.stop(call.path['task_id'] ?? '');
    if (outcome === 'unknown') throw new Refusal({ status: 404, body: { error: 'task ID not found' } });
    if (outcome === 'cannot-be-stopped') throw badRequest('task can not be stopped');
    return noContent;
  },
});

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
