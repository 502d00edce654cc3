// The videos before and after the shown one, which the host reports, and the port through which the session plays them.
import type { ShownVideo } from './shown-video.ts';

/** The video to which the previous or next button leads. */
export interface Neighbour {
  to: string;
  title: string;
}

/** The video that plays when this one has ended. */
export interface NextVideo {
  videoId: string;
  /** The video's entry in the queue; null if it is not from the queue. */
  entryId: string | null;
  title: string;
  thumbUrl: string | null;
  /** Whether only the archive has the video, and is away. The video is then offered, but does not start automatically. */
  isAway: boolean;
}

export interface QueueNeighbours {
  previous: Neighbour | null;
  next: Neighbour | null;
  /** Null if nothing plays by itself. `next` may then still lead to the next video of a playlist. */
  following: NextVideo | null;
  /** Text about videos that were skipped because their files are missing; null if there were none. */
  skippedText: string | null;
}

export interface QueuePort {
  /**
   * Call when playback has started, or should have started but is impossible. The video leaves the queue and enters the history. Opening a
   * page without playing changes nothing.
   */
  started(video: ShownVideo): void;
  play(following: NextVideo): void;
  /** Opens another page. */
  open(address: string): void;
}
