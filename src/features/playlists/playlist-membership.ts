// Whether a playlist contains all of the chosen videos, and which of them a tap adds or removes. Pure.

export interface Membership {
  /** How many of the chosen videos the playlist contains. */
  readonly extent: 'all' | 'some' | 'none';
  /** The videos to add, or, if `extent` is `all`, to remove. */
  readonly videosToChange: readonly { readonly videoId: string; readonly title: string }[];
}

export function membershipOf(memberIds: readonly string[], videos: Membership['videosToChange']): Membership {
  const members = new Set(memberIds);
  const missingVideos = videos.filter((video) => !members.has(video.videoId));
  if (missingVideos.length === 0) return { extent: 'all', videosToChange: videos };
  return { extent: missingVideos.length === videos.length ? 'none' : 'some', videosToChange: missingVideos };
}
