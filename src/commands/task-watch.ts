// Tasks running on the server, as far as the server reports them (contract, listNotifications). One watch per page, shared by the cards of
// the shell and the screens that start something. Requests the tasks once when a screen needs them, then every second until none is
// running, and only while the page is visible (SPEC §9). Nothing is stored.
import type { WireNotification, WireRunningDownload } from '../contract/names.ts';
import { ageMs, type Clock } from '../lib/clock.ts';
import { ok, type Result } from '../lib/result.ts';
import type { ApiError } from '../network/api-error.ts';
import type { CommandFailure } from './command-failure.ts';

export interface Task {
  id: string;
  title: string;
  /** `area:action`. */
  group: string;
  /** A task that is done disappears; a failed one stays until dismissed. */
  state: 'running' | 'stopping' | 'done' | 'failed';
  /** Lines for the user; the first is usually the current step. */
  lines: string[];
  /** 0 to 1; null: not known. */
  progress: number | null;
  canStop: boolean;
  /** The current download and its progress; null if there is none, or it is not reported. */
  download: RunningDownload | null;
}

export interface RunningDownload {
  videoId: string;
  /** 0 to 1; null: not known. */
  share: number | null;
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

export interface TaskWatch {
  /** Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Returns the same array until something changes. */
  read(): readonly Task[];
  /** Whether no further request follows, because the last answer listed no running task and none is expected. Changes notify listeners. */
  isIdle(): boolean;
  /** Call when a staff screen is opened or becomes visible again. Requests the tasks at most once a minute while nothing runs. */
  check(): void;
  /**
   * Call after starting a task, which may not have begun yet. Requests the tasks until a new one is listed, or until 15 s after the last
   * other task has ended.
   */
  expect(): void;
  start(name: StartableTask): Promise<Result<void, CommandFailure>>;
  /** Immediately retries the downloads that the archive has put on hold. */
  retryDownloads(): Promise<Result<void, CommandFailure>>;
  /** The task ends at its next step. */
  stop(taskId: string): Promise<Result<void, CommandFailure>>;
  /** Dismisses a failed task. */
  dismiss(taskId: string): void;
}

/** Tasks that a screen starts by name. */
export type StartableTask = 'update_subscribed' | 'download_pending';

export interface TaskWatchPorts {
  clock: Clock;
  list(): Promise<Result<WireNotification[], ApiError>>;
  start(name: StartableTask): Promise<Result<void, CommandFailure>>;
  retryDownloads(): Promise<Result<void, CommandFailure>>;
  stop(taskId: string): Promise<Result<void, CommandFailure>>;
  isVisible(): boolean;
  /** Calls the listener whenever the page is shown or hidden. */
  onVisibility(listener: () => void): void;
  /** Called when a task on the server has ended or completed a step, to request the data on screen again. */
  onProgress(): void;
}

/** SPEC §9. */
const pollMs = 1_000;
/** The delay after a failed request, because the archive may be busy or unreachable. */
const failureDelayMs = 5_000;
/** How long to wait for a task's first message, from the end of the last other task, because a task that waits behind another sends none. */
const expectTimeoutMs = 15_000;
/** The interval of requests while nothing runs. */
const idlePollMs = 60_000;
/** A long task completes many steps. Lists are refreshed during the task, but not every second. */
const refreshEveryMs = 10_000;

/** The states of the watch, with their data. */
type PollState =
  /** `emptyAtMs`: when the archive last reported that nothing runs; null: it has not. */
  | { name: 'idle'; emptyAtMs: number | null }
  /** `needsRerun`: another request was wanted while this one was under way. */
  | { name: 'asking'; needsRerun: boolean }
  | { name: 'scheduled'; cancel: () => void }
  /** No requests until the page is visible again. */
  | { name: 'hidden' };

export function createTaskWatch(ports: TaskWatchPorts): TaskWatch {
  const { clock } = ports;
  const listeners = new Set<() => void>();
  const dismissedIds = new Set<string>();
  /** Tasks that have reported progress, so that their next message without progress is their last. */
  const idsWithProgress = new Set<string>();
  /** Tasks that an earlier answer listed. The expected task is not among them. */
  const knownIds = new Set<string>();
  let tasks: readonly Task[] = [];
  /** -Infinity if no task is expected. */
  let expectedSinceMs = -Infinity;
  let refreshedAtMs = -Infinity;
  let poll: PollState = { name: 'idle', emptyAtMs: null };

  ports.onVisibility(() => {
    if (poll.name === 'hidden' && ports.isVisible()) void fetchTasks(); // the listeners are notified of the result
  });

  async function fetchTasks(): Promise<void> {
    if (poll.name === 'asking') return void (poll.needsRerun = true);
    if (poll.name === 'scheduled') poll.cancel();
    const askingState: PollState = { name: 'asking', needsRerun: false };
    setPoll(askingState);
    const answer = await ports.list();
    if (answer.ok) receive(answer.value, askingState.needsRerun);
    setPoll(nextPoll(answer, askingState.needsRerun));
  }

  function setPoll(next: PollState): void {
    const wasIdle = isIdle();
    poll = next;
    if (isIdle() !== wasIdle) notify();
  }

  function isIdle(): boolean {
    return poll.name === 'idle' && poll.emptyAtMs !== null;
  }

  function nextPoll(answer: Result<WireNotification[], ApiError>, needsRerun: boolean): PollState {
    // Another part of the client reports that the account has no permission or is signed out.
    if (!answer.ok && answer.error.kind === 'forbidden') return { name: 'idle', emptyAtMs: null };
    const shouldPoll = tasks.some(({ state }) => state !== 'failed') || ageMs(clock, expectedSinceMs) < expectTimeoutMs || needsRerun;
    if (shouldPoll) return { name: 'scheduled', cancel: clock.after(answer.ok ? pollMs : failureDelayMs, pollIfVisible) };
    return { name: 'idle', emptyAtMs: answer.ok ? clock.now() : null };
  }

  function pollIfVisible(): void {
    poll = ports.isVisible() ? { name: 'idle', emptyAtMs: null } : { name: 'hidden' };
    if (poll.name === 'idle') void fetchTasks();
  }

  /** @param needsRerun whether the request may be older than the start of the expected task */
  function receive(notifications: WireNotification[], needsRerun: boolean): void {
    const listedTasks = notifications
      .map((notification) => toTask(notification, idsWithProgress.has(notification.id)))
      .filter((task) => !dismissedIds.has(task.id));
    for (const { id, progress } of notifications) if (progress !== undefined) idsWithProgress.add(id);
    const earlierFailures = tasks.filter(({ id, state }) => state === 'failed' && !listedTasks.some((task) => task.id === id));
    const newTasks = [...earlierFailures, ...listedTasks].sort((left, right) => left.id.localeCompare(right.id));
    if (!needsRerun && notifications.some(({ id }) => !knownIds.has(id))) expectedSinceMs = -Infinity;
    // The expected task may be queued behind another one.
    else if (expectedSinceMs !== -Infinity && listedTasks.some((task) => !isOver(task))) expectedSinceMs = clock.now();
    for (const { id } of notifications) knownIds.add(id);
    const runningIds = new Set(tasks.filter((task) => !isOver(task)).map(({ id }) => id));
    const endedIds = new Set(tasks.filter(isOver).map(({ id }) => id));
    // A short task may be over when it is first reported.
    const hasEnded =
      listedTasks.some((task) => isOver(task) && !endedIds.has(task.id)) || [...runningIds].some((id) => !listedTasks.some((task) => task.id === id));
    const hasProgressed = tasks.some((task) => listedTasks.some(({ id, lines }) => id === task.id && lines[0] !== task.lines[0]));
    setTasks(newTasks);
    if (hasEnded || (hasProgressed && ageMs(clock, refreshedAtMs) >= refreshEveryMs)) refresh();
  }

  function refresh(): void {
    refreshedAtMs = clock.now();
    ports.onProgress();
  }

  function setTasks(newTasks: readonly Task[]): void {
    if (JSON.stringify(newTasks) === JSON.stringify(tasks)) return;
    tasks = newTasks;
    notify();
  }

  function notify(): void {
    for (const listener of [...listeners]) listener();
  }

  function expect(): void {
    expectedSinceMs = clock.now();
    void fetchTasks();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => tasks,
    isIdle,
    check() {
      if (poll.name === 'idle' && ports.isVisible() && ageMs(clock, poll.emptyAtMs ?? -Infinity) >= idlePollMs) void fetchTasks();
    },
    expect,
    async start(name) {
      const result = await ports.start(name);
      if (result.ok) expect();
      return result;
    },
    async retryDownloads() {
      const result = await ports.retryDownloads();
      if (result.ok) expect();
      return result;
    },
    async stop(taskId) {
      const result = await ports.stop(taskId);
      if (result.ok) setTasks(tasks.map((task) => (task.id === taskId && task.state === 'running' ? { ...task, state: 'stopping' } : task)));
      // A 404 means that the task had already ended.
      return !result.ok && result.error.kind === 'not-found' ? ok(undefined) : result;
    },
    dismiss(taskId) {
      dismissedIds.add(taskId);
      setTasks(tasks.filter(({ id }) => id !== taskId));
    },
  };
}

function isOver({ state }: Task): boolean {
  return state === 'done' || state === 'failed';
}

function toTask(notification: WireNotification, hasBegun: boolean): Task {
  const { id, title, group, api_stop: canStop, messages, progress, download } = notification;
  // 0 also means unknown (contract, Notification).
  const knownProgress = progress === undefined || progress === 0 ? null : Math.min(1, Math.max(0, progress));
  return {
    id,
    title,
    group,
    state: stateOf(notification, hasBegun),
    lines: messages,
    progress: knownProgress,
    canStop,
    download: download === undefined ? null : toRunningDownload(download),
  };
}

function toRunningDownload({ youtube_id: videoId, share, bytes_per_second: bytesPerSecond, seconds_left: secondsLeft }: WireRunningDownload): RunningDownload {
  return { videoId, share: share === 0 ? null : share, bytesPerSecond, secondsLeft };
}

/** The first message of a task has neither progress nor command; the last one has no progress (contract, Notification). */
function stateOf({ level, progress, command }: WireNotification, hasBegun: boolean): Task['state'] {
  if (level === 'error') return 'failed';
  if (progress === undefined && (hasBegun || command === null)) return 'done';
  return command === 'STOP' || command === 'KILL' ? 'stopping' : 'running';
}
