// The data of the shown video. The host above the routes (src/app/player-host) fills it in.
import type { Chapter } from './chapters.ts';
import type { StreamFacts } from '../lib/playability.ts';
import type { FailureReason } from './player-state.ts';
import type { SkipSegment } from './skip-segments.ts';
import type { TimeRange } from './timeline-moves.ts';

export interface SubtitleFile {
  name: string;
  lang: string;
  source: 'user' | 'auto' | 'file';
  url: string;
}

export interface Media {
  /** The media itself: a file, or an .m3u8. */
  url: string;
  /** Whether the media is played from a complete copy on this device. */
  isFromDevice: boolean;
  /** Whether only a part of the media is on this device. The rest needs the archive. */
  isPartlyFromDevice: boolean;
  /** The same media as segments, made on demand; null where the archive makes none. */
  hlsUrl: string | null;
  streams: readonly StreamFacts[];
  subtitles: readonly SubtitleFile[];
}

/** The missing file of a video that the archive knows. */
export interface MissingFile {
  /** A formatted time, such as "14:02". */
  since: string;
  /** Where staff see the missing files; null for other users. */
  adminUrl: string | null;
}

/** The host passes a new object whenever something changes. */
export interface ShownVideo {
  videoId: string;
  title: string;
  posterUrl: string | null;
  /** The archive's value, shown until the file reports its own. */
  durationSeconds: number;
  channel: { channelId: string; name: string };
  /** Null until the source is chosen. */
  media: Media | null;
  /** Why `media` cannot be determined. The reason is shown over the poster. */
  failure: FailureReason | null;
  /** The archive's last report of the missing file; null if the file is not missing. */
  missing: MissingFile | null;
  /** The address's query parameter `t`. */
  t: string | null;
  shouldPlayAtOnce: boolean;
  isWatched: boolean;
  /** The saved position; it changes during playback, and when another device plays the video. */
  savedSeconds: number | null;
  /**
   * The position that lost a conflict with the saved one. `isAlternativeHere`: this device wrote it, and another device wrote the saved
   * one.
   */
  alternativeSeconds: number | null;
  isAlternativeHere: boolean;
  /** Like `segments` and `deviceRanges`, the same array until its content changes. */
  chapters: readonly Chapter[];
  /** Segments to skip. */
  segments: readonly SkipSegment[];
  /** Parts that are on this device, in seconds. */
  deviceRanges: readonly TimeRange[];
}
