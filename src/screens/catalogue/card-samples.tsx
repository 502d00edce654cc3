import { catalogueTexts as texts } from '../../texts/catalogue.ts';
import { ChannelCard, ChannelGrid } from '../../ui/channel-card.tsx';
import { PlaylistCard, PlaylistGrid, type PlaylistFacts } from '../../ui/playlist-card.tsx';
import { VideoCard } from '../../ui/video-card.tsx';
import type { VideoFacts } from '../../ui/video-facts.ts';
import { VideoGrid } from '../../ui/video-grid.tsx';

const unwatchedVideo: VideoFacts = {
  videoId: 'sample',
  title: texts.video,
  channelId: 'UCsample',
  channelName: texts.channel,
  channelThumbUrl: null,
  thumbUrl: null,
  publishedAt: '2026-05-10T08:00:00Z',
  durationSeconds: 1735,
  isWatched: false,
  positionSeconds: null,
  isWaiting: false,
};

/** One video in each state: not started, started, watched, waiting, waiting and watched, and with a picture that does not load. */
const videos: VideoFacts[] = [
  unwatchedVideo,
  { ...unwatchedVideo, videoId: 'begun', positionSeconds: 751 },
  { ...unwatchedVideo, videoId: 'watched', isWatched: true },
  { ...unwatchedVideo, videoId: 'waiting', isWaiting: true },
  { ...unwatchedVideo, videoId: 'both', isWaiting: true, isWatched: true },
  { ...unwatchedVideo, videoId: 'broken', thumbUrl: '/cache/videos/none.jpg' },
];

const nowMs = Date.parse('2026-05-12T12:00:00Z');

export function CardSamples({ variant }: { variant: 'grid' | 'rows' }) {
  return (
    <VideoGrid columns={4} variant={variant} label={texts.cards}>
      {videos.map((video) => (
        <li key={video.videoId}>
          <VideoCard video={video} variant={variant === 'grid' ? 'grid' : 'row'} nowMs={nowMs} onMarkWatched={() => {}} />
        </li>
      ))}
    </VideoGrid>
  );
}

export function ChannelSamples() {
  return (
    <ChannelGrid label={texts.channels}>
      {[1, 412_000, 1_840_000].map((subscriberCount) => (
        <li key={subscriberCount}>
          <ChannelCard
            channel={{
              channelId: `UC${subscriberCount}`,
              name: texts.channel,
              thumbUrl: null,
              bannerUrl: null,
              isSubscribed: true,
              isActive: true,
              subscriberCount,
            }}
          />
        </li>
      ))}
    </ChannelGrid>
  );
}

const playlist: PlaylistFacts = {
  playlistId: 'sample',
  name: texts.playlist,
  kind: 'regular',
  channelName: texts.channel,
  thumbUrl: null,
  isSubscribed: false,
  isActive: true,
  archivedCount: 7,
  entryCount: 9,
  isWaiting: false,
};

/** One playlist in each state: not subscribed, subscribed, gone at its source, and both custom and waiting. */
const playlists: PlaylistFacts[] = [
  playlist,
  { ...playlist, playlistId: 'subscribed', isSubscribed: true },
  { ...playlist, playlistId: 'gone', isActive: false },
  { ...playlist, playlistId: 'own', kind: 'custom', channelName: null, isWaiting: true },
];

export function PlaylistSamples({ variant }: { variant: 'grid' | 'rows' }) {
  return (
    <PlaylistGrid label={texts.playlists} variant={variant}>
      {playlists.map((facts) => (
        <li key={facts.playlistId}>
          <PlaylistCard playlist={facts} variant={variant === 'grid' ? 'grid' : 'row'} onSubscribe={() => {}} />
        </li>
      ))}
    </PlaylistGrid>
  );
}
