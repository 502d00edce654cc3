// Home: Continue Watching and Recent Videos, both from the device, refreshed behind.
import { useSession } from '../../queries/session.ts';
import { useVideoList } from '../../queries/videos.ts';
import type { VideoPage, View } from '../../queries/views.ts';
import { homeTexts } from '../../texts/home.ts';
import { shellTexts } from '../../texts/shell.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useForbiddenToast } from '../use-forbidden-toast.ts';
import { useOpenedAt } from '../use-opened-at.ts';
import { usePage } from '../use-page.ts';
import { useMarkWatched } from '../use-mark-watched.ts';
import { ContinueRow } from './continue-row.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { RecentVideos } from './recent-videos.tsx';

export function HomeScreen() {
  const { userConfig, isStaff } = useSession();
  const page = usePage();
  const isContinueShown = userConfig.view_style_home !== 'table';
  const continuing = useVideoList({ watch: 'continue', page: 1 });
  const recent = useVideoList({ sort: userConfig.sort_by, order: userConfig.sort_order, page });
  // Drawn together: a row that came later would push the list away from under a reader's eyes.
  const isLoading = recent.state === 'loading' || (isContinueShown && page === 1 && continuing.state === 'loading');
  const markWatched = useMarkWatched();
  const nowMs = useOpenedAt();
  useForbiddenToast(recent);

  return (
    <>
      <PageTitle title={homeTexts.title} documentTitle={shellTexts.product} />
      <VisuallyHidden>
        <h1>{homeTexts.title}</h1>
      </VisuallyHidden>
      <RefreshLine isRefreshing={isRefreshing(continuing) || isRefreshing(recent)} />
      {/* a page further on is about that page */}
      {!isLoading && isContinueShown && page === 1 && continuing.state === 'ready' && continuing.data.videos.length > 0 ? (
        <ContinueRow videos={continuing.data.videos} nowMs={nowMs} onMarkWatched={markWatched} />
      ) : null}
      {isLoading ? (
        <HomeSkeleton columns={userConfig.grid_items} />
      ) : (
        <RecentVideos
          view={recent}
          page={page}
          columns={userConfig.grid_items}
          variant={userConfig.view_style_home === 'grid' ? 'grid' : 'rows'}
          isStaff={isStaff}
          nowMs={nowMs}
          onMarkWatched={markWatched}
        />
      )}
    </>
  );
}

function isRefreshing(view: View<VideoPage>): boolean {
  return view.state === 'ready' && view.isRefreshing;
}
