// The body of a video list screen: tools, the list in its current state (only playable videos while "Playable now" is on), pages, and the
// "Add to playlist" sheet.
import { Suspense, useRef, type ReactNode } from 'react';
import type { VideoCard, VideoListQuery, VideoPage, View } from '../../queries/views.ts';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import type { ListSettings } from '../../ui/list-settings.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { ListBody } from '../page/list-body.tsx';
import { useAddToPlaylist } from '../playlists/use-add-to-playlist.tsx';
import { useSelection } from '../selection/use-selection.ts';
import { EmptyVideoList } from './empty-video-list.tsx';
import { ListHead } from './list-head.tsx';
import type { PlayableVideosProps } from './playable-videos.tsx';
import { useListMenuItems } from './use-list-menu.ts';
import { VideoList, VideoListSkeleton, type VideoListProps } from './video-list.tsx';

const playableVideos = lazyChunk<PlayableVideosProps>(async () => (await import('./playable-videos.tsx')).PlayableVideos);

interface ListedVideosProps extends Pick<VideoListProps, 'settings' | 'label' | 'isTall' | 'isBelow' | 'isChannelShown' | 'nowMs' | 'onMarkWatched'> {
  view: View<VideoPage>;
  /** The query that `view` answers. */
  query: VideoListQuery;
  /** Page number, from 1. */
  page: number;
  onChange: (change: Partial<ListSettings>) => void;
  /** Whether the list has only one type of video. The type filter is then hidden. */
  isTypeFixed?: boolean;
  /** Label of the loading state. */
  loadingLabel: string;
  /** Whether a heading is directly above the tools, with space at its end. */
  hasHeading?: boolean;
  /** Tells staff how to add the first video. */
  textForStaff: string;
  className?: string | undefined;
  /** Drawn above the tools: at least the heading. */
  children: ReactNode;
}

/** Enough cards to fill the first screen. */
const skeletonCount = 6;
const noVideos: VideoCard[] = [];

export function ListedVideos(props: ListedVideosProps) {
  return props.settings.isPlayableOnly ? (
    <Suspense fallback={<ListWithTools {...props} />}>
      <playableVideos.Component query={props.query}>{(view) => <ListWithTools {...props} view={view} />}</playableVideos.Component>
    </Suspense>
  ) : (
    <ListWithTools {...props} />
  );
}

function ListWithTools({
  view,
  page,
  isTypeFixed = false,
  loadingLabel,
  textForStaff,
  className,
  hasHeading = false,
  onChange,
  children,
  ...listProps
}: ListedVideosProps) {
  const { settings, label, isTall = false } = listProps;
  const selection = useSelection(view.state === 'ready' ? view.data.videos : noVideos);
  const box = useRef<HTMLElement>(null);
  const addToPlaylist = useAddToPlaylist();
  const moreItems = useListMenuItems(addToPlaylist.open, selection.begin);
  return (
    <section ref={box} className={className} aria-label={label}>
      {children}
      <ListHead
        settings={settings}
        hasTypes={!isTypeFixed}
        onChange={onChange}
        selection={selection}
        list={box}
        onAddToPlaylist={addToPlaylist.open}
        hasHeading={hasHeading}
      />
      <ListBody
        view={view}
        isEmpty={({ videos }) => videos.length === 0}
        skeleton={<VideoListSkeleton settings={settings} isTall={isTall} label={loadingLabel} count={skeletonCount} />}
        empty={<EmptyVideoList page={page} settings={settings} isTypeFixed={isTypeFixed} onChange={onChange} textForStaff={textForStaff} />}
      >
        {(videoPage, isRefreshing) => (
          <VideoList {...listProps} page={videoPage} onChange={onChange} isBusy={isRefreshing} selection={selection} moreItems={moreItems} />
        )}
      </ListBody>
      <Pagination facts={view.state === 'ready' ? view.data.paginate : null} />
      {addToPlaylist.sheet}
    </section>
  );
}
