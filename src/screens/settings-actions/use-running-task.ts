import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Task } from '../../commands/task-watch.ts';
import { useTaskWatch } from '../../features/commands/use-task-watch.ts';

const noTasks: readonly Task[] = [];
const noTaskWatch = { subscribe: () => () => {}, read: () => noTasks, isIdle: () => true };

/**
 * Whether a task that was started here still runs. The task counts as running from its start, even before the archive lists it. It has
 * ended once it fails, sends its last message or leaves the list, or once the task watch stops looking for it. Without an id from the
 * archive (`taskId` is null), the task counts as running while the page is open.
 */
export function useIsTaskRunning(taskId: string | null, isStarted: boolean): boolean {
  const { subscribe, read, isIdle } = useTaskWatch() ?? noTaskWatch;
  const tasks = useSyncExternalStore(subscribe, read);
  const isWatchIdle = useSyncExternalStore(subscribe, isIdle);
  /** The task that was last listed, because a listed task that disappears has ended. */
  const [listedId, setListedId] = useState<string | null>(null);
  const task = tasks.find(({ id }) => id === taskId);
  const isListed = task !== undefined;
  useEffect(() => {
    if (isListed) setListedId(taskId);
  }, [taskId, isListed]);
  // Just after the start the watch may still be idle. Once the watch has given up, the task does not count as running again when another
  // screen requests the tasks.
  const [watchState, setWatchState] = useState<{ taskId: string | null; isGivenUp: boolean } | null>(null);
  useEffect(() => {
    if (!isStarted) return;
    setWatchState((current) => {
      if (current?.taskId === taskId) return isWatchIdle ? { taskId, isGivenUp: true } : current;
      return isWatchIdle ? current : { taskId, isGivenUp: false };
    });
  }, [isStarted, isWatchIdle, taskId]);
  if (!isStarted) return false;
  if (!task) return (taskId === null || listedId !== taskId) && !(taskId !== null && watchState?.taskId === taskId && watchState.isGivenUp);
  return task.state === 'running' || task.state === 'stopping';
}
