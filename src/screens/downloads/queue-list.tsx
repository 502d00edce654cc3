import { useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import type { RunningDownload } from '../../commands/task-watch.ts';
import type { DownloadPage, DownloadView } from '../../queries/download-stores.ts';
import type { View } from '../../queries/views.ts';
import { downloadsTexts } from '../../texts/downloads.ts';
import { LineSkeleton } from '../../ui/skeleton.tsx';
import { EmptyList } from '../../features/page/empty-list.tsx';
import { ListBody } from '../../features/page/list-body.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { useLongPress } from '../../ui/use-long-press.ts';
import { useSwipe, type SwipeDirection } from '../../ui/use-swipe.ts';
import { QueueItem, swipeActions } from './queue-item.tsx';
import { isFiltered, type QueueView } from './queue-view.ts';
import type { DownloadHandlers } from './use-download-handlers.ts';
import { useRunningDownload } from '../../features/commands/use-task-watch.ts';
import type { ListSelection } from '../../features/selection/use-selection.ts';
import styles from './queue-list.module.css';

/** Enough rows for a first screen. */
const skeletonKeys = Array.from({ length: 8 }, (_, index) => index);

interface QueueListProps {
  listView: View<DownloadPage>;
  view: QueueView;
  page: number;
  variant: 'list' | 'grid';
  columns: number;
  selection: ListSelection;
  handlers: DownloadHandlers;
  onClear: () => void;
}

export function QueueList(props: QueueListProps) {
  const { listView, view, page, variant, onClear } = props;
  const isPending = view.status === 'pending';
  const hasFilters = isFiltered(view);
  return (
    <ListBody
      view={listView}
      isEmpty={({ downloads }) => downloads.length === 0}
      skeleton={
        <ul className={styles['rows']} aria-busy="true" aria-label={downloadsTexts.loading}>
          {skeletonKeys.map((key) => (
            <li key={key} className={styles['skeleton']}>
              <LineSkeleton />
            </li>
          ))}
        </ul>
      }
      empty={
        <EmptyList
          title={titleOfEmpty(view, page)}
          // the filters may be the reason why this page does not exist, so the list offers to clear them instead of a link to page 1
          page={hasFilters ? 1 : page}
          activeFilter={hasFilters ? { text: '', clear: 'clearFilters', onClear } : null}
          text={isPending ? downloadsTexts.emptyText : downloadsTexts.emptyIgnoredText}
        />
      }
    >
      {({ downloads }, isRefreshing) => (
        <>
          {variant === 'list' ? <ColumnHeads /> : null}
          <Rows {...props} downloads={downloads} isBusy={isRefreshing} />
        </>
      )}
    </ListBody>
  );
}

/** The title of an empty page. Only an unfiltered first page says that the queue is empty. */
function titleOfEmpty(view: QueueView, page: number): string {
  if (isFiltered(view)) return downloadsTexts.emptyFiltered;
  if (page > 1) return downloadsTexts.title;
  return view.status === 'pending' ? downloadsTexts.empty : downloadsTexts.emptyIgnored;
}

/** The column heads are hidden from screen readers, because each row has its own labels. */
function ColumnHeads() {
  const { video, type, published, status } = downloadsTexts.columns;
  return (
    <div className={styles['heads']} aria-hidden="true">
      <span>{video}</span>
      <span>{type}</span>
      <span className={styles['published']}>{published}</span>
      <span>{status}</span>
    </div>
  );
}

function Rows({ downloads, isBusy, ...props }: QueueListProps & { downloads: DownloadView[]; isBusy: boolean }) {
  const { view, page, variant, columns, selection } = props;
  const runningDownload = useRunningDownload();
  const list = useRef<HTMLUListElement>(null);
  const handlers = useHandlersKeepingFocus(list, downloads, props.handlers);
  function swipe(videoId: string, direction: SwipeDirection): void {
    const item = downloads.find((download) => download.videoId === videoId);
    if (item) handlers.change([item], swipeActions[item.status][direction].to);
  }
  useLongPress(list, selection.begin);
  useSwipe(list, variant === 'list' && selection.pickedById === null ? swipe : null);
  return (
    <ul
      ref={list}
      className={variant === 'grid' ? styles['grid'] : styles['rows']}
      style={{ '--columns': columns } as CSSProperties}
      aria-label={downloadsTexts.title}
      aria-busy={isBusy}
    >
      {/* The key changes with the page, so that each page is drawn in steps. */}
      <Items key={JSON.stringify([view, page])} {...props} handlers={handlers} downloads={downloads} runningDownload={runningDownload} />
    </ul>
  );
}

/**
 * The handlers for actions within a row; the same object in every render. If the focused control leaves the list with its row, the focus
 * moves to a neighbouring row.
 */
function useHandlersKeepingFocus(list: RefObject<HTMLElement | null>, downloads: readonly DownloadView[], handlers: DownloadHandlers): DownloadHandlers {
  const latestDownloads = useLatest(downloads);
  const leavingRowRef = useRef<{ videoId: string; neighbourId: string | undefined } | null>(null);
  useLayoutEffect(() => {
    const leavingRow = leavingRowRef.current;
    if (leavingRow === null || downloads.some(({ videoId }) => videoId === leavingRow.videoId)) return;
    leavingRowRef.current = null;
    if (document.activeElement !== document.body) return;
    const row = [...(list.current?.children ?? [])].find((child) => child.getAttribute('data-video-id') === leavingRow.neighbourId);
    // Either the checkbox or the menu is shown.
    const controls = [...(row?.querySelectorAll<HTMLElement>('[type="checkbox"], [aria-haspopup]') ?? [])];
    controls.find((control) => control.offsetParent !== null)?.focus();
  }, [downloads, list]);
  return useMemo(
    () => ({
      change(items, to) {
        const ids = latestDownloads.current.map(({ videoId }) => videoId);
        const [videoId] = items.map((item) => item.videoId);
        const index = ids.findIndex((id) => id === videoId);
        // An item that is downloaded next stays in the list.
        const isLeaving = to !== 'priority' && videoId !== undefined && list.current?.contains(document.activeElement) === true;
        leavingRowRef.current = isLeaving ? { videoId, neighbourId: ids[index + 1] ?? ids[index - 1] } : null;
        handlers.change(items, to);
      },
    }),
    [handlers, latestDownloads, list],
  );
}

/** A long page is drawn in steps, so that none of them blocks scrolling. */
const initialCount = 100;
const stepSize = 25;

interface ItemsProps extends QueueListProps {
  runningDownload: RunningDownload | null;
}

function Items({ downloads, ...props }: ItemsProps & { downloads: DownloadView[] }) {
  const [count, setCount] = useState(initialCount);
  const hasMore = count < downloads.length;
  useEffect(() => {
    if (!hasMore) return;
    const timer = setTimeout(() => setCount(count + stepSize), 30); // a frame or two for scrolling
    return () => clearTimeout(timer);
  }, [hasMore, count]);
  return downloads.slice(0, count).map((item) => (
    <li key={item.videoId} data-video-id={item.videoId} className={styles['lane']}>
      {props.variant === 'list' ? <SwipeBackground status={item.status} /> : null}
      {renderItem(item, props)}
    </li>
  ));
}

/** The background that appears beneath a swiped row. */
function SwipeBackground({ status }: Pick<DownloadView, 'status'>) {
  const { right, left } = swipeActions[status];
  return (
    <div className={styles['swipe-background']} aria-hidden="true">
      <span>
        {right.icon}
        {right.label}
      </span>
      <span>
        {left.label}
        {left.icon}
      </span>
    </div>
  );
}

function renderItem(item: DownloadView, { variant, selection, runningDownload, handlers }: ItemsProps): ReactNode {
  return (
    <QueueItem
      item={item}
      variant={variant}
      isPicked={selection.pickedById === null ? null : selection.pickedById.has(item.videoId)}
      runningDownload={runningDownload?.videoId === item.videoId ? runningDownload : null}
      handlers={handlers}
      onToggle={selection.toggle}
    />
  );
}
