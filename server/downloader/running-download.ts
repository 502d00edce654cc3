// What is being downloaded right now and how far it is: in memory, as it is over with the process. Written by the run over the
// queue, read by the queue's list and the task's notification.

export interface RunningDownload {
  videoId: string;
  /** From 0 to 1; 0 while nothing is known. */
  share: number;
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

export interface Running {
  get(): RunningDownload | null;
  set(now: RunningDownload | null): void;
}

export function createRunning(): Running {
  let running: RunningDownload | null = null;
  return { get: () => running, set: (now) => void (running = now) };
}
