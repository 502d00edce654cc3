// The videos of a list that are selected ("picked") in selection mode (SPEC §4). Pure; kept across the pages of a list.
import type { VideoFacts } from './video-facts.ts';

export type PickableVideo = Pick<VideoFacts, 'videoId' | 'title'>;

export interface Selection {
  picked: ReadonlyMap<string, PickableVideo>;
  /** Where a range begins: the video that was picked or unpicked last. */
  anchorId: string | null;
}

export const emptySelection: Selection = { picked: new Map(), anchorId: null };

/** Picks or unpicks a video. `videos`: the page as shown. `isRange`: all videos from the anchor to this one get this one's new state. */
export function pick({ picked, anchorId }: Selection, videos: readonly PickableVideo[], videoId: string, isRange: boolean): Selection {
  const isAdding = !picked.has(videoId);
  const index = videos.findIndex((video) => video.videoId === videoId);
  const anchorIndex = isRange ? videos.findIndex((video) => video.videoId === anchorId) : -1;
  const affectedVideos = anchorIndex < 0 ? videos.slice(index, index + 1) : videos.slice(Math.min(index, anchorIndex), Math.max(index, anchorIndex) + 1);
  if (index < 0) return { picked, anchorId };
  const newPicked = new Map(picked);
  for (const video of affectedVideos) {
    if (isAdding) newPicked.set(video.videoId, { videoId: video.videoId, title: video.title });
    else newPicked.delete(video.videoId);
  }
  return { picked: newPicked, anchorId: videoId };
}

/** Picks the whole page; unpicks it if every video is picked. */
export function pickPage({ picked, anchorId }: Selection, videos: readonly PickableVideo[]): Selection {
  const newPicked = new Map(picked);
  const isAllPicked = videos.every((video) => picked.has(video.videoId));
  for (const { videoId, title } of videos) {
    if (isAllPicked) newPicked.delete(videoId);
    else newPicked.set(videoId, { videoId, title });
  }
  return { picked: newPicked, anchorId };
}
