import { useState, useSyncExternalStore } from 'react';
import type { Task } from '../../commands/task-watch.ts';
import { useTaskWatch } from '../../features/commands/use-task-watch.ts';

const none: readonly Task[] = [];
const noTasks = { subscribe: () => () => {}, read: () => none };

/**
 * Whether a task that was started here still runs: from its start, before the archive lists it, until it is gone, failed or
 * at its last message. `taskId` is null where the archive did not tell it: then as long as the page is open.
 */
export function useIsTaskRunning(taskId: string | null, isStarted: boolean): boolean {
  const { subscribe, read } = useTaskWatch() ?? noTasks;
  const tasks = useSyncExternalStore(subscribe, read);
  const [seen, setSeen] = useState<{ taskId: string; hadProgress: boolean } | null>(null);
  const task = tasks.find(({ id }) => id === taskId);
  const hadProgress = (seen !== null && seen.taskId === taskId && seen.hadProgress) || (task?.progress ?? null) !== null;
  // Kept over renders: what was listed and is no longer has ended.
  if (task && (seen?.taskId !== task.id || seen.hadProgress !== hadProgress)) setSeen({ taskId: task.id, hadProgress });
  if (!isStarted) return false;
  if (!task) return seen === null || seen.taskId !== taskId;
  return task.state !== 'failed' && !(hadProgress && task.progress === null);
}
