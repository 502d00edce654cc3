// The content of both archives of a world.
import type { ModelLibrary } from '../../doubles/model-archive.ts';

/** The only videos that a simulation deletes: alone, or with their channel or playlist. */
export const deletableIds = ['x1', 'x2', 'y1', 'y2'] as const;
/** This channel and this playlist exist only to be deleted. The playlist belongs to the channel and contains its videos. */
export const deletableChannelId = 'cX';
export const deletablePlaylistId = 'pX';
export const videoIds = ['v1', 'v2', 'v3', 'v4', ...deletableIds] as const;
export const channelIds = ['cA', 'cB'] as const;
export const regularPlaylistId = 'p1';
export const customPlaylistId = 'TA_playlist_0';
/** The final order of a playlist that was made and filled in one act; each video was added and the last one then moved to the top. */
export const filledOrder = ['v2', 'v1'] as const;
export const downloadIds = ['d1', 'd2', 'd3'] as const;

export const library: ModelLibrary = {
  videos: [
    { videoId: 'v1', channelId: 'cA', durationSeconds: 600 },
    { videoId: 'v2', channelId: 'cA', durationSeconds: 600 },
    { videoId: 'v3', channelId: 'cB', durationSeconds: 1_200 },
    { videoId: 'v4', channelId: 'cB', durationSeconds: 40 },
    { videoId: 'x1', channelId: 'cA', durationSeconds: 600 },
    { videoId: 'x2', channelId: 'cB', durationSeconds: 600 },
    { videoId: 'y1', channelId: deletableChannelId, durationSeconds: 600 },
    { videoId: 'y2', channelId: deletableChannelId, durationSeconds: 600 },
  ],
  playlists: { [regularPlaylistId]: ['v2', 'v3', 'x1'], [deletablePlaylistId]: ['y1', 'y2'] },
  channelOf: { [deletablePlaylistId]: deletableChannelId },
  customPlaylists: { [customPlaylistId]: ['v1', 'v2', 'v3', 'x2'] },
};

export const durationOf = (videoId: string): number => library.videos.find((video) => video.videoId === videoId)?.durationSeconds ?? 0;
export const membersOf = (id: string): string[] =>
  library.playlists[id] ?? library.videos.filter((video) => video.channelId === id).map((video) => video.videoId);

/** The video of a subject such as `video:v1` or `member:p/v1`; null if it concerns no video, or several. */
export function videoOfSubject(subject: string): string | null {
  const [kind = '', id = ''] = subject.split(':');
  if (kind === 'member') return id.split('/')[1] ?? null;
  return kind === 'video' ? id : null;
}
