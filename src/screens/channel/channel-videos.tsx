import type { VideoKind } from '../../contract/names.ts';
import { useSession } from '../../queries/session.ts';
import { useVideoList } from '../../queries/videos.ts';
import { channelTexts } from '../../texts/channels.ts';
import { errorTexts } from '../../texts/errors.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { VideoCard } from '../../ui/video-card.tsx';
import { VideoGrid } from '../../ui/video-grid.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { MissingState } from '../missing-state.tsx';
import { usePage } from '../use-page.ts';
import { useMarkWatched } from '../use-mark-watched.ts';
import { useOpenedAt } from '../use-opened-at.ts';
import { ChannelTotals } from './channel-totals.tsx';
import { useShownChannel } from './shown-channel.ts';
import styles from './channel-screen.module.css';

const skeletonCount = 6;

const headings: Record<VideoKind, string> = { videos: channelTexts.videos, streams: channelTexts.streams, shorts: channelTexts.shorts };

/** A tab that is a list of videos: `/channel/{id}/`, `/streams/`, `/shorts/`. */
export function ChannelVideosTab({ kind = 'videos' }: { kind?: VideoKind }) {
  const { channel, facts } = useShownChannel();
  const { userConfig } = useSession();
  return (
    <>
      <ChannelTotals channel={channel} facts={facts} unit={userConfig.file_size_unit} kind={kind} />
      <ChannelVideos key={kind} channelId={channel.channelId} kind={kind} />
    </>
  );
}

/** The channel's videos of one kind, a page at a time. */
function ChannelVideos({ channelId, kind }: { channelId: string; kind: VideoKind }) {
  const { userConfig, isStaff } = useSession();
  const view = useVideoList({ channelId, kind, sort: userConfig.sort_by, order: userConfig.sort_order, page: usePage() });
  const markWatched = useMarkWatched();
  const nowMs = useOpenedAt();
  const isGrid = userConfig.view_style_home === 'grid';

  switch (view.state) {
    case 'loading':
      return (
        <VideoGrid columns={userConfig.grid_items} label={channelTexts.loading} isBusy>
          {Array.from({ length: skeletonCount }, (_, at) => (
            <li key={at}>
              <CardSkeleton />
            </li>
          ))}
        </VideoGrid>
      );
    case 'missing':
      return <MissingState failure={view.failure} message={view.message} />;
    case 'not-found':
    case 'ready': {
      const videos = view.state === 'ready' ? view.data.videos : [];
      if (view.state === 'not-found' || videos.length === 0) {
        return <EmptyState icon="playlists" title={channelTexts.empty} text={isStaff ? channelTexts.emptyForStaff : channelTexts.emptyForOthers} />;
      }
      return (
        <>
          <VisuallyHidden>
            <h2>{headings[kind]}</h2>
          </VisuallyHidden>
          {view.data.isFromDevice ? (
            <p className={styles['note']}>
              <Icon name="device" size={17} />
              {errorTexts.fromDevice}
            </p>
          ) : null}
          <VideoGrid columns={userConfig.grid_items} variant={isGrid ? 'grid' : 'rows'} label={headings[kind]} isBusy={view.isRefreshing}>
            {videos.map((video) => (
              <li key={video.videoId}>
                <VideoCard video={video} variant={isGrid ? 'grid' : 'row'} isChannelShown={false} nowMs={nowMs} onMarkWatched={markWatched} />
              </li>
            ))}
          </VideoGrid>
          <Pagination facts={view.data.paginate} />
        </>
      );
    }
  }
}
