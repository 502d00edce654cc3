// Which video plays after this one, and where the player's previous and next buttons lead.
import type { WirePlaylistNav } from '../../contract/names.ts';
import { videoPath } from '../../lib/addresses.ts';
import { nextVideo, previousInPlayback, skippedBefore, upcomingVideos, type UpNextVideo } from '../../lib/up-next.ts';
import type { Neighbour, QueueNeighbours } from '../../player/queue-neighbours.ts';
import { useHostState } from '../../player/use-player-host.ts';
import { isFullySaved, useSavedItems } from '../../queries/saved.ts';
import { useMissingUpcoming, useUpNext } from '../../queries/up-next.ts';
import { usePlaylistNav, useVideo } from '../../queries/video-page.ts';
import { playerTexts } from '../../texts/player.ts';

export function useNeighbours({ videoId, isReachable }: { videoId: string; isReachable: boolean }): QueueNeighbours {
  const { addressOf } = useHostState();
  const upNext = useUpNext();
  const navView = usePlaylistNav(videoId);
  const playlists = navView.state === 'ready' ? navView.data : [];
  const playingVideo = { videoId, autoplay: autoplayOf(playlists, upNext.autoplayPlaylistId) };
  const upcomingList = upcomingVideos(upNext, playingVideo);
  const missingIds = useMissingUpcoming(upcomingList.map((video) => video.videoId));
  const savedItems = useSavedItems();
  const isSaved = (id: string): boolean => savedItems.some((item) => item.videoId === id && isFullySaved(item));
  const isMissing = (id: string): boolean => missingIds.includes(id) && !isSaved(id);
  const next = nextVideo(upNext, {
    ...playingVideo,
    isMissing,
    isPlayable: (id) => isReachable || isSaved(id),
  });
  const view = useVideo(next?.videoId ?? '');
  const address = addressOf ?? videoPath;
  const link = (video: UpNextVideo | null): Neighbour | null => video && { to: address(video.videoId), title: video.title };
  const playlistNeighbours = neighboursOf(playlists);
  return {
    following: next && { ...next, thumbUrl: view.state === 'ready' ? view.data.thumbUrl : null },
    skippedText: playerTexts.passedOver(skippedBefore(upcomingList, next, isMissing).map(({ title }) => title)),
    previous: link(previousInPlayback(upNext.run, videoId)) ?? playlistNeighbours.previous,
    next: link(next) ?? playlistNeighbours.next,
  };
}

function autoplayOf(playlists: readonly WirePlaylistNav[], playlistId: string | null): UpNextVideo | null {
  const next = playlists.find(({ playlist_meta }) => playlist_meta.playlist_id === playlistId)?.playlist_next;
  return next ? { videoId: next.youtube_id, title: next.title } : null;
}

/** The previous and next video in the first playlist that has either. */
function neighboursOf(playlists: readonly WirePlaylistNav[]): { previous: Neighbour | null; next: Neighbour | null } {
  const playlist = playlists.find((entry) => entry.playlist_previous ?? entry.playlist_next);
  return { previous: neighbour(playlist?.playlist_previous), next: neighbour(playlist?.playlist_next) };
}

function neighbour(video: WirePlaylistNav['playlist_next'] | undefined): Neighbour | null {
  return video ? { to: videoPath(video.youtube_id), title: video.title } : null;
}
