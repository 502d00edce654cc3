// How many ffmpeg processes run at once, for renditions, frames and embedding. Those that yt-dlp starts are not counted: the queue runs one download
// at a time, which does not wait.
import pLimit from 'p-limit';

export interface FfmpegTurns {
  /** Somebody is waiting to watch. @param run starts it and settles when it has ended */
  now<Value>(run: () => Promise<Value>): Promise<Value>;
  /** Nobody is waiting: one of these at a time, so that a slot is always free for `now`. */
  behind<Value>(run: () => Promise<Value>): Promise<Value>;
}

/** Two keep a small machine busy and leave it usable. */
const usuallyAtATime = 2;

export function createFfmpegTurns(atATime = usuallyAtATime): FfmpegTurns {
  const all = pLimit(atATime);
  const quiet = pLimit(1);
  return { now: (run) => all(run), behind: (run) => quiet(() => all(run)) };
}
