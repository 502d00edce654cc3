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
import { useOpenedAt } from '../../features/page/use-now.ts';
import { usePage } from '../../features/page/use-page.ts';
import { ContinueRow } from './continue-row.tsx';
import { RecentVideos } from './recent-videos.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { VideoGrid } from '../../ui/video-grid.tsx';
import styles from './home-screen.module.css';

const none: VideoCard[] = [];

export function HomeScreen() {
  const page = usePage();
  const { settings, change } = useListSettings('home');
  const isContinueShown = settings.view !== 'table';
  const continuing = useVideoList({ watch: 'continue', page: 1 });
  const query = videoListQuery(settings, { page });
  const recent = useVideoList(query);
  const markWatched = useMarkWatched();
  const nowMs = useOpenedAt();

  // Drawn together: if Continue Watching arrived later, it would push the list down while the user reads.
  const isLoading = recent.state === 'loading' || (isContinueShown && page === 1 && continuing.state === 'loading');
  const [wasDrawn, setWasDrawn] = useState(!isLoading);
  const isDrawn = wasDrawn || !isLoading;
  useEffect(() => {
    if (isDrawn) setWasDrawn(true);
  }, [isDrawn]);

  // Continue Watching is on the first page only.
  const unfinished = isDrawn && isContinueShown && page === 1 && continuing.state === 'ready' ? continuing.data.videos : none;

  return (
    <>
      <PageTitle title={homeTexts.title} documentTitle={shellTexts.product} />
      <VisuallyHidden>
        <h1>{homeTexts.title}</h1>
      </VisuallyHidden>
      <RefreshLine isRefreshing={isRefreshing(continuing) || isRefreshing(recent)} />
      <InlineVideo />
      {unfinished.length > 0 ? <ContinueRow videos={unfinished} nowMs={nowMs} onMarkWatched={markWatched} /> : null}
      {isDrawn ? (
        <RecentVideos
          view={recent}
          query={query}
          page={page}
          settings={settings}
          onChange={change}
          isBelow={unfinished.length > 0}
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

/** Fills the first screen. */
const skeletonCount = 6;

/** Shown until both lists are known: usually only on the first run. As tall as the window, so that the footer does not jump. */
function HomeSkeleton({ columns }: { columns: number }) {
  return (
    <div className={styles['skeleton']}>
      <VideoGrid columns={columns} label={homeTexts.loading} isBusy>
        {Array.from({ length: skeletonCount }, (_, at) => (
          <li key={at}>
            <CardSkeleton />
          </li>
        ))}
      </VideoGrid>
    </div>
  );
}
