import { useRef } from 'react';
import type { VideoCard as Video, VideoPage, View } from '../../queries/views.ts';
import { listTotal } from '../../texts/formats.ts';
import { homeTexts } from '../../texts/home.ts';
import type { ListSettings } from '../../ui/list-settings.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { ListHead } from '../../features/video-list/list-head.tsx';
import { ListBody } from '../../features/page/list-body.tsx';
import { useAddToPlaylist } from '../../features/playlists/use-add-to-playlist.tsx';
import { useListMenu } from '../../features/video-list/use-list-menu.ts';
import { useSelection } from '../../features/selection/use-selection.ts';
import { EmptyVideoList } from '../../features/video-list/empty-video-list.tsx';
import { VideoList, VideoListSkeleton, type VideoListProps } from '../../features/video-list/video-list.tsx';
import styles from './home-screen.module.css';

interface RecentVideosProps {
  view: View<VideoPage>;
  page: number;
  settings: ListSettings;
  onChange: (change: Partial<ListSettings>) => void;
  /** Continue Watching stands above it. */
  isBelow: boolean;
  nowMs: number;
  onMarkWatched: (video: Pick<Video, 'videoId' | 'title'>, isWatched: boolean) => void;
}

/** As many as a first screen shows. */
const skeletonCount = 6;
const none: Video[] = [];

export function RecentVideos(props: RecentVideosProps) {
  const { view, settings, onChange } = props;
  const paginate = view.state === 'ready' ? view.data.paginate : null;
  const isFromDevice = view.state === 'ready' && view.data.isFromDevice;
  const selection = useSelection(view.state === 'ready' ? view.data.videos : none);
  const box = useRef<HTMLElement>(null);
  const addToPlaylist = useAddToPlaylist();
  const moreItems = useListMenu(addToPlaylist.open, selection.begin);
  return (
    <section ref={box} className={styles['section']} aria-labelledby="recent-videos">
      <div className={styles['head']}>
        <h2 id="recent-videos">{homeTexts.recentVideos}</h2>
        {paginate && !isFromDevice && paginate.total_hits > 0 ? (
          <span className={styles['count']}>{listTotal(paginate.total_hits, paginate.max_hits)}</span>
        ) : null}
      </div>
      <ListHead settings={settings} onChange={onChange} selection={selection} list={box} onAddToPlaylist={addToPlaylist.open} />
      <List {...props} selection={selection} moreItems={moreItems} />
      <Pagination facts={paginate} />
      {addToPlaylist.sheet}
    </section>
  );
}

function List(props: RecentVideosProps & Pick<VideoListProps, 'selection' | 'moreItems'>) {
  const { view, page, settings, onChange, isBelow, nowMs, selection, moreItems, onMarkWatched } = props;
  const isTall = settings.type === 'shorts';
  return (
    <ListBody
      view={view}
      isEmpty={({ videos }) => videos.length === 0}
      skeleton={<VideoListSkeleton settings={settings} isTall={isTall} label={homeTexts.loading} count={skeletonCount} />}
      empty={<EmptyVideoList page={page} settings={settings} onChange={onChange} textForStaff={homeTexts.emptyForStaff} />}
    >
      {(videoPage, isRefreshing) => (
        <VideoList
          page={videoPage}
          settings={settings}
          label={homeTexts.recentVideos}
          isBusy={isRefreshing}
          isTall={isTall}
          isBelow={isBelow}
          nowMs={nowMs}
          selection={selection}
          onChange={onChange}
          onMarkWatched={onMarkWatched}
          moreItems={moreItems}
        />
      )}
    </ListBody>
  );
}
