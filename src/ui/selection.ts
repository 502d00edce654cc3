// The videos of a list that are selected ("picked") in selection mode (SPEC §4). Pure; kept across the pages of a list.
import type { VideoFacts } from './video-facts.ts';

export type PickableVideo = Pick<VideoFacts, 'videoId' | 'title'>;

export interface Selection {
  pickedById: ReadonlyMap<string, PickableVideo>;
  /** Where a range begins: the video that was picked or unpicked last. */
  anchorId: string | null;
}

export const emptySelection: Selection = { pickedById: new Map(), anchorId: null };

/** Picks or unpicks a video. `videos`: the page as shown. `isRange`: all videos from the anchor to this one get the same new state. */
export function pick({ pickedById, anchorId }: Selection, videos: readonly PickableVideo[], videoId: string, isRange: boolean): Selection {
  const isAdding = !pickedById.has(videoId);
  const index = videos.findIndex((video) => video.videoId === videoId);
  const anchorIndex = isRange ? videos.findIndex((video) => video.videoId === anchorId) : -1;
  const affectedVideos = anchorIndex < 0 ? videos.slice(index, index + 1) : videos.slice(Math.min(index, anchorIndex), Math.max(index, anchorIndex) + 1);
  if (index < 0) return { pickedById, anchorId };
  const newPickedById = new Map(pickedById);
  for (const video of affectedVideos) {
    if (isAdding) newPickedById.set(video.videoId, { videoId: video.videoId, title: video.title });
    else newPickedById.delete(video.videoId);
  }
  return { pickedById: newPickedById, anchorId: videoId };
}

/** Picks the whole page; unpicks it if every video is picked. */
export function pickPage({ pickedById, anchorId }: Selection, videos: readonly PickableVideo[]): Selection {
  const newPickedById = new Map(pickedById);
  const isAllPicked = videos.every((video) => pickedById.has(video.videoId));
  for (const { videoId, title } of videos) {
    if (isAllPicked) newPickedById.delete(videoId);
    else newPickedById.set(videoId, { videoId, title });
  }
  return { pickedById: newPickedById, anchorId };
}
