// What the host reports about the videos around the one that is shown, and what the session asks of it.
import type { ShownVideo } from './shown-video.ts';

/** The video before or after this one. */
export interface Neighbour {
  to: string;
  title: string;
}

/** What comes after this video. */
export interface Following {
  videoId: string;
  /** Its entry in the queue; null for what follows otherwise. */
  entryId: string | null;
  title: string;
  thumbUrl: string | null;
  /** It plays from the archive only, and the archive is away: shown, but not started by itself. */
  isAway: boolean;
}

/** A video's position among others. */
export interface QueueNeighbours {
  previous: Neighbour | null;
  next: Neighbour | null;
  following: Following | null;
  /** In words, what was skipped on the way to it because its file is missing; null for nothing. */
  skippedText: string | null;
}

export interface QueuePort {
  /** Playback has started: the video leaves the queue and enters the history. Opening a page without playing changes nothing. */
  started(video: ShownVideo): void;
  play(following: Following): void;
  /** Opens another page. */
  open(address: string): void;
}
