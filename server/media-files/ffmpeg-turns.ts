// How many ffmpeg run at once, over renditions, frames and embedding. One that yt-dlp starts is not counted: the queue runs one
// download at a time, and that one waits for nobody.
import pLimit from 'p-limit';

export interface FfmpegTurns {
  /** Somebody waits to watch. @param run starts it and settles when it has ended */
  now<Value>(run: () => Promise<Value>): Promise<Value>;
  /** Nobody waits: one of these at a time, so that a place is always left for who does. */
  behind<Value>(run: () => Promise<Value>): Promise<Value>;
}

/** Two keep a small machine busy and leave it usable. */
const usuallyAtATime = 2;

export function createFfmpegTurns(atATime = usuallyAtATime): FfmpegTurns {
  const all = pLimit(atATime);
  const quiet = pLimit(1);
  return { now: (run) => all(run), behind: (run) => quiet(() => all(run)) };
}
