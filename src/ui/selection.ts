// The videos of a list that are selected ("picked") in selection mode (SPEC §4). Pure; kept across the pages of a list.
import type { VideoFacts } from './video-facts.ts';

export type PickableVideo = Pick<VideoFacts, 'videoId' | 'title'>;

export interface Selection {
  picked: ReadonlyMap<string, PickableVideo>;
  /** Where a range begins: the video that was picked or unpicked last. */
  anchorId: string | null;
}

export const emptySelection: Selection = { picked: new Map(), anchorId: null };

/** Picks or unpicks a video. `videos`: the page as shown. `isRange`: all videos from the anchor to this one get its new state. */
export function pick({ picked, anchorId }: Selection, videos: readonly PickableVideo[], videoId: string, isRange: boolean): Selection {
  const isAdding = !picked.has(videoId);
  const at = videos.findIndex((video) => video.videoId === videoId);
  const anchor = isRange ? videos.findIndex((video) => video.videoId === anchorId) : -1;
  const affected = anchor < 0 ? videos.slice(at, at + 1) : videos.slice(Math.min(at, anchor), Math.max(at, anchor) + 1);
  if (at < 0) return { picked, anchorId };
  const next = new Map(picked);
  for (const video of affected) {
    if (isAdding) next.set(video.videoId, { videoId: video.videoId, title: video.title });
    else next.delete(video.videoId);
  }
  return { picked: next, anchorId: videoId };
}

/** Picks the whole page; unpicks it if every video is picked. */
export function pickPage({ picked, anchorId }: Selection, videos: readonly PickableVideo[]): Selection {
  const next = new Map(picked);
  const isAllPicked = videos.every((video) => picked.has(video.videoId));
  for (const { videoId, title } of videos) {
    if (isAllPicked) next.delete(videoId);
    else next.set(videoId, { videoId, title });
  }
  return { picked: next, anchorId };
}
