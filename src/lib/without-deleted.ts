// What plays next, without videos that were deleted. Pure; called where the device forgets a video (src/mirror/forget.ts).
import type { PlaybackQueue, UpNext, UpNextVideo } from './up-next.ts';

/** Everything but these videos, which were deleted. The same object if it contains none of them. */
export function withoutDeleted(upNext: UpNext, isDeleted: (videoId: string) => boolean): UpNext {
  const isKept = ({ videoId }: UpNextVideo): boolean => !isDeleted(videoId);
  const { queue, run: playback, history } = upNext;
  if ([...queue, ...(playback?.videos ?? []), ...history].every(isKept)) return upNext;
  return { ...upNext, queue: queue.filter(isKept), run: playback && playbackWith(playback, isKept), history: history.filter(isKept) };
}

/** Null if no video is left. */
function playbackWith(playback: PlaybackQueue, isKept: (video: UpNextVideo) => boolean): PlaybackQueue | null {
  const videos = playback.videos.filter(isKept);
  if (videos.length === 0) return null;
  const indexes = new Map(videos.map((video, index) => [video, index]));
  const renumbered = (order: readonly number[]): number[] => order.flatMap((index) => indexes.get(playback.videos[index] as UpNextVideo) ?? []);
  const { nextRound, coming: unread } = playback;
  // The deleted videos have left the archive's list, too.
  const unlistedCount = playback.videos.slice(0, unread?.listedCount).filter((video) => !isKept(video)).length;
  return {
    ...playback,
    videos,
    order: renumbered(playback.order),
    at: renumbered(playback.order.slice(0, playback.at + 1)).length - 1,
    ...(nextRound && { nextRound: renumbered(nextRound) }),
    ...(unread && {
      coming: {
        ...unread,
        listedCount: unread.listedCount - unlistedCount,
        ...(unread.offset !== undefined && { offset: Math.max(0, unread.offset - unlistedCount) }),
      },
    }),
  };
}
