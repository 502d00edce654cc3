// A page of videos, drawn as the list settings say (grid, list or table), with selection mode. Shared by the video list screens.
import { Suspense } from 'react';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { VideoCard } from '../../ui/video-card.tsx';
import { VideoGrid } from '../../ui/video-grid.tsx';
import { useIsRestDrawn } from './use-is-rest-drawn.ts';
import type { VideoTableListProps } from './video-table-list.tsx';
import styles from './video-list.module.css';

const videoTable = lazyChunk(async () => (await import('./video-table-list.tsx')).VideoTableList);

/**
 * The number of cards that fill the first screen: two rows of four, or four rows of two. Half as many fill it if the list is below
 * something tall.
 */
const firstScreenCounts = { alone: 8, below: 4 } as const;
/** The number of pictures on a phone's first screen. The browser fetches them before the rest of the client. */
const eagerCount = 2;

export interface VideoListProps extends VideoTableListProps {
  /** Whether the list has only shorts. */
  isTall?: boolean;
  /** Whether the list is below something that fills half a screen. */
  isBelow?: boolean;
  nowMs: number;
}

export function VideoList(props: VideoListProps) {
  return props.settings.view === 'table' ? (
    <Suspense fallback={<div className={styles['table-place']} />}>
      <videoTable.Component {...props} />
    </Suspense>
  ) : (
    <Cards {...props} />
  );
}

function Cards(props: VideoListProps) {
  const { page, settings, label, isBusy, isChannelShown = true, isTall = false, isBelow = false, nowMs, selection, onMarkWatched, moreItems } = props;
  const { pickedById } = selection;
  const isGrid = settings.view === 'grid';
  const isRestDrawn = useIsRestDrawn();
  return (
    <VideoGrid columns={settings.columns} variant={isGrid ? (isTall ? 'tall' : 'grid') : 'rows'} label={label} isBusy={isBusy}>
      {(isRestDrawn ? page.videos : page.videos.slice(0, firstScreenCounts[isBelow ? 'below' : 'alone'])).map((video, index) => (
        <li key={video.videoId} data-video-id={video.videoId}>
          <VideoCard
            isEager={index < eagerCount}
            video={video}
            variant={isGrid ? 'grid' : 'row'}
            isTall={isGrid && isTall}
            isChannelShown={isChannelShown}
            nowMs={nowMs}
            onMarkWatched={onMarkWatched}
            moreItems={moreItems}
            isPicked={pickedById ? pickedById.has(video.videoId) : undefined}
            onPick={selection.toggle}
          />
        </li>
      ))}
    </VideoGrid>
  );
}

/** The placeholder of a list that has not loaded yet. */
export function VideoListSkeleton({ settings, isTall = false, label, count }: Pick<VideoListProps, 'settings' | 'isTall' | 'label'> & { count: number }) {
  return (
    <VideoGrid columns={settings.columns} variant={isTall ? 'tall' : 'grid'} label={label} isBusy>
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <CardSkeleton />
        </li>
      ))}
    </VideoGrid>
  );
}
