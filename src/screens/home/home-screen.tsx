// Home: Continue Watching and Recent Videos, both from the device, refreshed in the background.
import { useEffect, useState } from 'react';
import { videoListQuery } from '../../queries/list-settings.ts';
import { useVideoList } from '../../queries/videos.ts';
import type { VideoCard, VideoPage, View } from '../../queries/views.ts';
import { homeTexts } from '../../texts/home.ts';
import { shellTexts } from '../../texts/shell.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { InlineVideo } from '../../features/video-list/inline-video.tsx';
import { useListSettings } from '../../features/video-list/use-list-settings.ts';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import { useMountTimeMs } from '../../features/page/use-now.ts';
import { usePage } from '../../features/page/use-page.ts';
import { ContinueRow } from './continue-row.tsx';
import { RecentVideos } from './recent-videos.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { VideoGrid } from '../../ui/video-grid.tsx';
import styles from './home-screen.module.css';

const noVideos: VideoCard[] = [];

export function HomeScreen() {
  const page = usePage();
  const { settings, change } = useListSettings('home');
  const isContinueShown = settings.view !== 'table';
  const continueView = useVideoList({ watch: 'continue', page: 1 });
  const query = videoListQuery(settings, { page });
  const recentView = useVideoList(query);
  const markWatched = useMarkWatched();
  const nowMs = useMountTimeMs();

  // Both lists are drawn together, because a later Continue Watching would push the other list down while the user reads.
  const isLoading = recentView.state === 'loading' || (isContinueShown && page === 1 && continueView.state === 'loading');
  const [wasDrawn, setWasDrawn] = useState(!isLoading);
  const isDrawn = wasDrawn || !isLoading;
  useEffect(() => {
    if (isDrawn) setWasDrawn(true);
  }, [isDrawn]);

  // Continue Watching is only on the first page.
  const unfinishedVideos = isDrawn && isContinueShown && page === 1 && continueView.state === 'ready' ? continueView.data.videos : noVideos;

  return (
    <>
      <PageTitle title={homeTexts.title} documentTitle={shellTexts.product} />
      <VisuallyHidden>
        <h1>{homeTexts.title}</h1>
      </VisuallyHidden>
      <RefreshLine isRefreshing={isRefreshing(continueView) || isRefreshing(recentView)} />
      <InlineVideo />
      {unfinishedVideos.length > 0 ? <ContinueRow videos={unfinishedVideos} nowMs={nowMs} onMarkWatched={markWatched} /> : null}
      {isDrawn ? (
        <RecentVideos
          view={recentView}
          query={query}
          page={page}
          settings={settings}
          onChange={change}
          isBelow={unfinishedVideos.length > 0}
          nowMs={nowMs}
          onMarkWatched={markWatched}
        />
      ) : (
        <HomeSkeleton columns={settings.columns} />
      )}
    </>
  );
}

function isRefreshing(view: View<VideoPage>): boolean {
  return view.state === 'ready' && view.isRefreshing;
}

/** Enough cards to fill the first screen. */
const skeletonCount = 6;

/** Shown until both lists are known, usually only on the first run. It is as tall as the window, so that the footer does not jump. */
function HomeSkeleton({ columns }: { columns: number }) {
  return (
    <div className={styles['skeleton']}>
      <VideoGrid columns={columns} label={homeTexts.loading} isBusy>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <li key={index}>
            <CardSkeleton />
          </li>
        ))}
      </VideoGrid>
    </div>
  );
}
