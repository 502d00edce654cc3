// What the player knows about the video that is shown. Filled in by the host above the routes (src/app/player-host).
import type { Chapter } from './chapters.ts';
import type { StreamFacts } from '../lib/playability.ts';
import type { FailureReason } from './player-state.ts';
import type { SkipSegment } from './skip-segments.ts';

export interface SubtitleFile {
  name: string;
  lang: string;
  source: 'user' | 'auto' | 'file';
  url: string;
}

export interface Media {
  /** The media itself: a file, or an .m3u8. */
  url: string;
  /** Played from a complete copy on this device. */
  isFromDevice: boolean;
  /** Part of it is on this device: the rest needs the archive. */
  isPartlyFromDevice: boolean;
  /** The same media as segments, made on demand; null where the archive makes none. */
  hlsUrl: string | null;
  streams: readonly StreamFacts[];
  subtitles: readonly SubtitleFile[];
}

/** The archive knows the video, but its file is missing for now. */
export interface MissingFile {
  /** Formatted: "14:02". */
  since: string;
  /** Where staff see what is missing; null for others. */
  adminUrl: string | null;
}

/** Passed again whenever more is known. */
export interface ShownVideo {
  videoId: string;
  title: string;
  posterUrl: string | null;
  /** As the archive knows it: shown until the file reports its own. */
  durationSeconds: number;
  channel: { channelId: string; name: string };
  /** Null until it is known what to play. */
  media: Media | null;
  /** Why `media` cannot be determined: shown over the poster. */
  failure: FailureReason | null;
  /** As the archive last reported; null: the file is there. */
  missing: MissingFile | null;
  /** The address's query parameter `t`. */
  t: string | null;
  isToPlayAtOnce: boolean;
  isWatched: boolean;
  /** The saved position as it changes, also by other devices. */
  savedSeconds: number | null;
  /**
   * The conflicting position that lost against the saved one; `isAlternativeHere`: it is this device's, and the saved one another device's.
   */
  alternativeSeconds: number | null;
  isAlternativeHere: boolean;
  /** These keep their identity while they are equal. */
  chapters: readonly Chapter[];
  /** To be skipped. */
  segments: readonly SkipSegment[];
  /** Parts that are on this device, in seconds. */
  deviceRanges: readonly SkipSegment[];
}
