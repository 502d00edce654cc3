// The result of a check of this device's copy, as reported to the user.

export interface CheckReport {
  videoCount: number;
  listCount: number;
  /** Rows that were fetched again, folded again, or deleted as orphans. */
  repairedCount: number;
  /** Rows that were requested again and have not arrived yet. */
  waitingCount: number;
  /** The check was ended before everything was checked. */
  isCancelled: boolean;
}

export interface CheckOptions {
  /** True: checks only part of the copy, for an idle moment. False: checks everything, and waits for the refetched data. */
  isSample: boolean;
  /** Videos and lists checked so far, of all. */
  onProgress(done: number, all: number): void;
  signal: AbortSignal;
}
