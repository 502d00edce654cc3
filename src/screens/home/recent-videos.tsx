import type { VideoCard as Video, VideoListQuery, VideoPage, View } from '../../queries/views.ts';
import { listTotal } from '../../texts/formats.ts';
import { homeTexts } from '../../texts/home.ts';
import type { ListSettings } from '../../ui/list-settings.ts';
import { ListedVideos } from '../../features/video-list/listed-videos.tsx';
import styles from './home-screen.module.css';

interface RecentVideosProps {
  view: View<VideoPage>;
  query: VideoListQuery;
  page: number;
  settings: ListSettings;
  onChange: (change: Partial<ListSettings>) => void;
  /** Whether Continue Watching is drawn above this list. */
  isBelow: boolean;
  nowMs: number;
  onMarkWatched: (video: Pick<Video, 'videoId' | 'title'>, isWatched: boolean) => void;
}

export function RecentVideos(props: RecentVideosProps) {
  const { view, settings } = props;
  const paginate = view.state === 'ready' && !view.data.isFromDevice && !settings.isPlayableOnly ? view.data.paginate : null;
  const total = paginate && paginate.total_hits > 0 ? listTotal(paginate.total_hits, paginate.max_hits) : null;
  return (
    <ListedVideos
      {...props}
      hasHeading
      className={styles['section']}
      label={homeTexts.recentVideos}
      isTall={settings.type === 'shorts'}
      loadingLabel={homeTexts.loading}
      textForStaff={homeTexts.emptyForStaff}
    >
      <div className={styles['head']}>
        <h2>{homeTexts.recentVideos}</h2>
        {total === null ? null : <span className={styles['count']}>{total}</span>}
      </div>
    </ListedVideos>
  );
}
