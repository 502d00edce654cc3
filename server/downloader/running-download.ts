// Keeps the current download and its progress in memory, because a download ends with the process. Also keeps the reason why a run waits at
// an item. A row cannot store the reason, because a run waits exactly when the database cannot be written to. The run of the queue writes
// both; the queue's list and the task's notification read them.

export interface RunningDownload {
  videoId: string;
  /** From 0 to 1; 0 while nothing is known. */
  share: number;
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

export interface RunningDownloadStore {
  get(): RunningDownload | null;
  set(download: RunningDownload | null): void;
  /** Records that the run waits at this item until the database can be written to. The next `set` clears this. */
  setWaiting(videoId: string, message: string): void;
  /** Why the run waits at this item; null if it does not. */
  waitingReason(videoId: string): string | null;
}

export function createRunningDownloadStore(): RunningDownloadStore {
  let runningDownload: RunningDownload | null = null;
  let waitingItem: { videoId: string; message: string } | null = null;
  return {
    get: () => runningDownload,
    set(download) {
      runningDownload = download;
      waitingItem = null;
    },
    setWaiting(videoId, message) {
      runningDownload = null;
      waitingItem = { videoId, message };
    },
    waitingReason: (videoId) => (waitingItem?.videoId === videoId ? waitingItem.message : null),
  };
}
