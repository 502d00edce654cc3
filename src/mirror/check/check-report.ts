// What a check of this device's copy found, as it is told to a person.

export interface CheckReport {
  videoCount: number;
  listCount: number;
  /** What was fetched again, counted again, or dropped because it was nobody's. */
  repairedCount: number;
  /** What is asked for again and has not come yet. */
  waitingCount: number;
  /** It was ended before all was looked at. */
  isCancelled: boolean;
}

export interface CheckOptions {
  /** Some of it, for an idle moment; false: all, the wishes for what is asked again included. */
  isSample: boolean;
  /** Videos and lists that were looked at, of all. */
  onProgress(done: number, all: number): void;
  signal: AbortSignal;
}
