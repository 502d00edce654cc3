/** The facts about a video that a card shows. A subset of the queries' `VideoCard`, declared here because ui must not depend on queries. */
export interface VideoFacts {
  videoId: string;
  title: string;
  channelId: string;
  channelName: string;
  channelThumbUrl: string | null;
  thumbUrl: string | null;
  /** ISO 8601. */
  publishedAt: string;
  durationSeconds: number;
  isWatched: boolean;
  positionSeconds: number | null;
  isWaiting: boolean;
  /** When the archive first found the file missing, ISO 8601. Absent while the file is there. */
  missingSince?: string;
}

/** The watched share in percent, 1 to 99; null if the video was not started or is watched. */
export function percentWatched(video: Pick<VideoFacts, 'isWatched' | 'positionSeconds' | 'durationSeconds'>): number | null {
  if (video.isWatched || video.positionSeconds === null || video.durationSeconds <= 0) return null;
  return Math.min(99, Math.max(1, Math.round((video.positionSeconds / video.durationSeconds) * 100)));
}
