// Returns the results of tasks and the progress of refreshes, for programs that started a task and query it by name or id.
import type { WireRefreshState, WireTaskResult } from '../../../src/contract/names.ts';
import type { ReindexInput } from '../../tasks/reindex.ts';
import type { TaskRun } from '../../tasks/task-runs.ts';
import { isTaskName } from '../../tasks/task-titles.ts';
import { badRequest, Refusal, success } from '../answer.ts';
import type { HandlerGroup } from '../call.ts';

export const taskResultHandlers: HandlerGroup = ({ tasks }) => ({
  listTaskResults: () => success(tasks.runs().map(taskResult)),

  listTaskResultsByName(call) {
    const name = call.path['task_name'] ?? '';
    if (!isTaskName(name) && tasks.kind(name) === null) throw new Refusal({ status: 404, body: { error: 'task name not found' } });
    return success(
      tasks
        .runs()
        .filter((run) => run.name === name)
        .map(taskResult),
    );
  },

  getTaskResult(call) {
    const run = tasks.run(call.path['task_id'] ?? '');
    if (!run) throw new Refusal({ status: 404, body: { error: 'task ID not found' } });
    return success(taskResult(run));
  },

  getReindexState(call) {
    const kind = call.query['type'] as ItemKind | undefined;
    const id = call.query['id'] as string | undefined;
    if (id !== undefined && kind === undefined) throw badRequest('specified id also needs type');
    return success(refreshState(tasks.runs(), kind ?? null, id ?? null));
  },
});

type ItemKind = keyof Pick<ReindexInput, 'video' | 'channel' | 'playlist'>;

/** A refresh without ids chooses its items while it runs, so it counts as one item. */
function refreshState(runs: TaskRun[], kind: ItemKind | null, id: string | null): WireRefreshState {
  const refreshes = runs.flatMap((run) => {
    if (run.state === 'ended' || run.name !== 'check_reindex') return [];
    const input = run.input as ReindexInput;
    const allIds = (['video', 'channel', 'playlist'] as const).flatMap((itemKind) => input[itemKind] ?? []);
    return [{ state: run.state, ids: kind === null ? allIds : (input[kind] ?? []), isOfAll: allIds.length === 0 }];
  });
  const total = refreshes.reduce((sum, { ids, isOfAll }) => sum + (isOfAll && kind === null ? 1 : ids.length), 0);
  if (id === null) return { state: total > 0 ? 'running' : 'empty', total_queued: total };
  const refreshesOfItem = refreshes.filter(({ ids }) => ids.includes(id));
  const isRunning = refreshesOfItem.some(({ state }) => state === 'running');
  return { state: isRunning ? 'running' : refreshesOfItem.length > 0 ? 'queued' : false, total_queued: total };
}

function taskResult(run: TaskRun): WireTaskResult {
  const { id: task_id, name } = run;
  if (run.state !== 'ended') return { task_id, name, status: run.state === 'running' ? 'STARTED' : 'PENDING', result: null, traceback: null, date_done: null };
  const date_done = new Date(run.endedAtMs).toISOString();
  return { task_id, name, status: run.level === 'error' ? 'FAILURE' : 'SUCCESS', result: run.lines.join('\n'), traceback: null, date_done };
}
