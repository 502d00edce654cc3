// What plays next, without videos that were deleted. Pure; called where the device forgets a video (src/mirror/forget.ts).
import type { PlaybackQueue, UpNext, UpNextVideo } from './up-next.ts';

/** Returns `upNext` without the deleted videos, or the same object if it contains none of them. */
export function withoutDeleted(upNext: UpNext, isDeleted: (videoId: string) => boolean): UpNext {
  const isKept = ({ videoId }: UpNextVideo): boolean => !isDeleted(videoId);
  const { queue, run: playback, history } = upNext;
  if ([...queue, ...(playback?.videos ?? []), ...history].every(isKept)) return upNext;
  return { ...upNext, queue: queue.filter(isKept), run: playback && withKeptVideos(playback, isKept), history: history.filter(isKept) };
}

/** Null if no video is left. */
function withKeptVideos(playback: PlaybackQueue, isKept: (video: UpNextVideo) => boolean): PlaybackQueue | null {
  const videos = playback.videos.filter(isKept);
  if (videos.length === 0) return null;
  const indexes = new Map(videos.map((video, index) => [video, index]));
  const renumber = (order: readonly number[]): number[] => order.flatMap((index) => indexes.get(playback.videos[index] as UpNextVideo) ?? []);
  const { nextRound, coming: unread } = playback;
  // The archive's list no longer contains the deleted videos either.
  const deletedListedCount = playback.videos.slice(0, unread?.listedCount).filter((video) => !isKept(video)).length;
  return {
    ...playback,
    videos,
    order: renumber(playback.order),
    at: renumber(playback.order.slice(0, playback.at + 1)).length - 1,
    ...(nextRound && { nextRound: renumber(nextRound) }),
    ...(unread && {
      coming: {
        ...unread,
        listedCount: unread.listedCount - deletedListedCount,
        ...(unread.offset !== undefined && { offset: Math.max(0, unread.offset - deletedListedCount) }),
      },
    }),
  };
}
