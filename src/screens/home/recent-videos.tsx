import type { VideoCard as Video, VideoPage, View } from '../../queries/views.ts';
import { errorTexts } from '../../texts/errors.ts';
import { listTotal } from '../../texts/formats.ts';
import { homeTexts } from '../../texts/home.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { VideoCard } from '../../ui/video-card.tsx';
import { VideoGrid } from '../../ui/video-grid.tsx';
import { MissingState } from '../missing-state.tsx';
import styles from './home-screen.module.css';

interface RecentVideosProps {
  view: View<VideoPage>;
  page: number;
  columns: number;
  variant: 'grid' | 'rows';
  isStaff: boolean;
  nowMs: number;
  onMarkWatched: (video: Pick<Video, 'videoId' | 'title'>, isWatched: boolean) => void;
}

export function RecentVideos(props: RecentVideosProps) {
  const { view } = props;
  const paginate = view.state === 'ready' ? view.data.paginate : null;
  return (
    <section className={styles['section']} aria-labelledby="recent-videos">
      <div className={styles['head']}>
        <h2 id="recent-videos">{homeTexts.recentVideos}</h2>
        {paginate && paginate.total_hits > 0 ? <span className={styles['count']}>{listTotal(paginate.total_hits, paginate.max_hits)}</span> : null}
      </div>
      <List {...props} />
      <Pagination facts={paginate} />
    </section>
  );
}

function List({ view, page, columns, variant, isStaff, nowMs, onMarkWatched }: RecentVideosProps) {
  switch (view.state) {
    case 'loading':
      return null; // the screen draws its skeleton instead
    case 'missing':
      return <MissingState failure={view.failure} message={view.message} />;
    case 'not-found':
      return <Nothing page={page} isStaff={isStaff} />;
    case 'ready':
      if (view.data.videos.length === 0) return <Nothing page={page} isStaff={isStaff} />;
      return (
        <>
          {view.data.isFromDevice ? (
            <p className={styles['note']}>
              <Icon name="device" size={17} />
              {errorTexts.fromDevice}
            </p>
          ) : null}
          <VideoGrid columns={columns} variant={variant} label={homeTexts.recentVideos} isBusy={view.isRefreshing}>
            {view.data.videos.map((video) => (
              <li key={video.videoId}>
                <VideoCard video={video} variant={variant === 'grid' ? 'grid' : 'row'} nowMs={nowMs} onMarkWatched={onMarkWatched} />
              </li>
            ))}
          </VideoGrid>
        </>
      );
  }
}

function Nothing({ page, isStaff }: { page: number; isStaff: boolean }) {
  return page > 1 ? (
    <EmptyState icon="playlists" title={homeTexts.empty} text={homeTexts.emptyPage} action={<ButtonLink to="/">{homeTexts.firstPage}</ButtonLink>} />
  ) : (
    <EmptyState icon="playlists" title={homeTexts.empty} text={isStaff ? homeTexts.emptyForStaff : homeTexts.emptyForOthers} />
  );
}
