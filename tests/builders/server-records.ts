// Records for the server's catalogue: everything has a sensible default, and a test overrides only what matters to it.
import type { ChannelRecord, CommentRecord, PlaylistRecord, VideoRecord } from '../../server/catalogue/records.ts';

export function aChannel(overrides: Partial<ChannelRecord> & { channelId: string }): ChannelRecord {
  return {
    name: `Channel ${overrides.channelId.slice(2, 8)}`,
    description: 'Slow walks along the harbour.',
    subscriberCount: 1200,
    tags: ['harbour'],
    originalId: null,
    sourceUrl: null,
    thumbFile: null,
    bannerFile: null,
    tvartFile: null,
    ...overrides,
  };
}

export function aVideo(overrides: Partial<VideoRecord> & { videoId: string; channelId: string }): VideoRecord {
  return {
    originalId: null,
    sourceUrl: null,
    title: `Video ${overrides.videoId}`,
    description: 'Filmed at dawn.',
    publishedAt: '2026-02-13T06:12:00+00:00',
    downloadedAt: 1_771_063_212,
    kind: 'videos',
    isActive: true,
    tags: [],
    categories: ['Education'],
    durationSeconds: 600,
    viewCount: 100,
    likeCount: 10,
    dislikeCount: 1,
    averageRating: 4.5,
    mediaFile: `${overrides.channelId}/${overrides.videoId}.mp4`,
    mediaSizeBytes: 1000,
    mediaModifiedMs: 1_771_063_212_000,
    thumbFile: null,
    streams: [
      { index: 0, type: 'video', codec: 'h264', codecString: 'avc1.64001f', bitrate: 1_850_000, width: 1920, height: 1080 },
      { index: 1, type: 'audio', codec: 'aac', codecString: 'mp4a.40.2', bitrate: 128_000, width: null, height: null },
    ],
    subtitles: [],
    chapters: [],
    sponsorSegments: null,
    comments: null,
    companions: [],
    ...overrides,
  };
}

export function aPlaylist(overrides: Partial<PlaylistRecord> & { playlistId: string }): PlaylistRecord {
  return {
    name: `Playlist ${overrides.playlistId.slice(0, 6)}`,
    description: null,
    channelId: null,
    sourceUrl: null,
    thumbFile: null,
    entries: [],
    ...overrides,
  };
}

export function aComment(overrides: Partial<CommentRecord> & { commentId: string }): CommentRecord {
  return {
    parentId: 'root',
    author: '@fern',
    authorId: null,
    authorThumbnail: null,
    isUploader: false,
    isFavorited: false,
    likeCount: 3,
    text: 'That gull is loud.',
    timestamp: 1_770_970_200,
    ...overrides,
  };
}
