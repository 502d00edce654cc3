// What the host tells of the videos around the one that is shown, and what the session asks of it.
import type { ShownVideo } from './shown-video.ts';

/** The video before or after this one. */
export interface Neighbour {
  to: string;
  title: string;
}

/** What comes after this video. */
export interface Following {
  videoId: string;
  /** Of the queue; null for what follows otherwise. */
  entryId: string | null;
  title: string;
  thumbUrl: string | null;
  /** It plays from the archive only, and the archive is away: said, and not gone to by itself. */
  isAway: boolean;
}

/** Where the video stands among others. */
export interface QueuePlace {
  previous: Neighbour | null;
  next: Neighbour | null;
  following: Following | null;
  /** In words, what was passed over on the way to it because its file is missing; null for nothing. */
  passedOver: string | null;
}

export interface QueuePort {
  /** It plays: it leaves the queue and enters the history. A page that is only read changes nothing. */
  started(video: ShownVideo): void;
  play(following: Following): void;
  /** To another page. */
  open(address: string): void;
}
