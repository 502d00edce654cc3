// Limits how many ffmpeg processes run at the same time, for renditions, frames and embedding. Processes that yt-dlp starts are not
// counted, because the queue runs only one download at a time.
import pLimit from 'p-limit';

export interface FfmpegLimiter {
  /** Runs ffmpeg for somebody who is waiting to watch. @param run starts ffmpeg and settles when it has ended */
  interactive<Value>(run: () => Promise<Value>): Promise<Value>;
  /** Runs work that nobody is waiting for. Only one such run is active at a time, so that a slot stays free for `interactive`. */
  background<Value>(run: () => Promise<Value>): Promise<Value>;
}

/** Two processes keep a small machine busy and leave it usable. */
const defaultConcurrency = 2;

export function createFfmpegLimiter(concurrency = defaultConcurrency): FfmpegLimiter {
  const limitAll = pLimit(concurrency);
  const limitBackground = pLimit(1);
  return { interactive: (run) => limitAll(run), background: (run) => limitBackground(() => limitAll(run)) };
}
