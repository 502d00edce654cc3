// How many ffmpeg processes run at once, for renditions, frames and embedding. Those that yt-dlp starts are not counted: the queue runs one download
// at a time, which does not wait.
import pLimit from 'p-limit';

export interface FfmpegLimiter {
  /** Somebody is waiting to watch. @param run starts it and settles when it has ended */
  interactive<Value>(run: () => Promise<Value>): Promise<Value>;
  /** Nobody is waiting: one of these at a time, so that a slot is always free for `interactive`. */
  background<Value>(run: () => Promise<Value>): Promise<Value>;
}

/** Two keep a small machine busy and leave it usable. */
const defaultConcurrency = 2;

export function createFfmpegLimiter(concurrency = defaultConcurrency): FfmpegLimiter {
  const all = pLimit(concurrency);
  const backgroundOnly = pLimit(1);
  return { interactive: (run) => all(run), background: (run) => backgroundOnly(() => all(run)) };
}
