// The current download and its progress: in memory, as it ends with the process. Also why a run waits at an item when the database, on the same full
// disk, cannot store the message. Written by the run over the queue, read by the queue's list and the task's notification.

export interface RunningDownload {
  videoId: string;
  /** From 0 to 1; 0 while nothing is known. */
  share: number;
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

export interface RunningDownloadStore {
  get(): RunningDownload | null;
  set(now: RunningDownload | null): void;
  /** The run waits at this item for disk space, until the next `set`. */
  wait(videoId: string, message: string): void;
  /** Why the run waits at this item; null: it does not. */
  waitingReason(videoId: string): string | null;
}

export function createRunningDownloadStore(): RunningDownloadStore {
  let running: RunningDownload | null = null;
  let waiting: { videoId: string; message: string } | null = null;
  return {
    get: () => running,
    set(now) {
      running = now;
      waiting = null;
    },
    wait(videoId, message) {
      running = null;
      waiting = { videoId, message };
    },
    waitingReason: (videoId) => (waiting?.videoId === videoId ? waiting.message : null),
  };
}
