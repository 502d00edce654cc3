import { useRef } from 'react';
import type { VideoCard as Video, VideoPage, View } from '../../queries/views.ts';
import { listTotal } from '../../texts/formats.ts';
import { homeTexts } from '../../texts/home.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { isFiltered, noFilters, type ListSettings } from '../../ui/list-settings.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { ListHead } from '../../features/video-list/list-head.tsx';
import { MissingState } from '../../features/page/missing-state.tsx';
import { useAddToPlaylist } from '../../features/playlists/use-add-to-playlist.tsx';
import { useListMenu } from '../../features/video-list/use-list-menu.ts';
import { useSelection } from '../../features/selection/use-selection.ts';
import { VideoList, VideoListSkeleton, type VideoListProps } from '../../features/video-list/video-list.tsx';
import styles from './home-screen.module.css';

interface RecentVideosProps {
  view: View<VideoPage>;
  page: number;
  settings: ListSettings;
  onChange: (change: Partial<ListSettings>) => void;
  isStaff: boolean;
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
  const { view, settings, onChange, isBelow, nowMs, selection, moreItems, onMarkWatched } = props;
  const isTall = settings.type === 'shorts';
  switch (view.state) {
    case 'loading':
      return <VideoListSkeleton settings={settings} isTall={isTall} label={homeTexts.loading} count={skeletonCount} />;
    case 'missing':
      return <MissingState failure={view.failure} message={view.message} />;
    case 'not-found':
      return <Nothing {...props} />;
    case 'ready':
      if (view.data.videos.length === 0) return <Nothing {...props} />;
      return (
        <VideoList
          page={view.data}
          settings={settings}
          label={homeTexts.recentVideos}
          isBusy={view.isRefreshing}
          isTall={isTall}
          isBelow={isBelow}
          nowMs={nowMs}
          selection={selection}
          onChange={onChange}
          onMarkWatched={onMarkWatched}
          moreItems={moreItems}
        />
      );
  }
}

function Nothing({ page, settings, onChange, isStaff }: RecentVideosProps) {
  if (page > 1)
    return <EmptyState icon="playlists" title={homeTexts.empty} text={homeTexts.emptyPage} action={<ButtonLink to="/">{homeTexts.firstPage}</ButtonLink>} />;
  if (isFiltered(settings))
    return (
      <EmptyState
        icon="playlists"
        title={homeTexts.empty}
        text={homeTexts.noMatch}
        action={<Button onClick={() => onChange(noFilters)}>{homeTexts.clearFilters}</Button>}
      />
    );
  const goToDownloads = isStaff ? <ButtonLink to="/downloads/">{homeTexts.goToDownloads}</ButtonLink> : null;
  return <EmptyState icon="playlists" title={homeTexts.empty} text={isStaff ? homeTexts.emptyForStaff : homeTexts.emptyForOthers} action={goToDownloads} />;
}
