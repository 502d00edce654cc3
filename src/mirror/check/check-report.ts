// The result of a check of this device's copy, as reported to the user.

export interface CheckReport {
  videoCount: number;
  listCount: number;
  /** Rows that were fetched again, folded again, or deleted as orphans. */
  repairedCount: number;
  /** Rows that were requested again and have not arrived yet. */
  waitingCount: number;
  /** Whether the check was ended before everything was checked. */
  isCancelled: boolean;
}

export interface CheckOptions {
  /** True: checks only part of the copy, while the device is idle. False: checks everything, and waits for the refetched data. */
  isSample: boolean;
  /** Receives how many videos and lists have been checked, and how many there are. */
  onProgress(done: number, total: number): void;
  signal: AbortSignal;
}
