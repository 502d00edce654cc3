// The rows of the up next sheet. The user's own entries are reordered by dragging, by the keys of their grip, or by their menu.
import { useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import type { QueueEntry, UpNextVideo } from '../../lib/up-next.ts';
import { isFullySaved, useSavedItem } from '../../queries/saved.ts';
import type { VideoCard } from '../../queries/views.ts';
import { duration } from '../../texts/formats.ts';
import { queueTexts } from '../../texts/queue.ts';
import { uiTexts } from '../../texts/ui.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Menu } from '../../ui/menu.tsx';
import { Grip, moveMenuItems } from '../../ui/row-moves.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { useOptimisticOrder } from '../../ui/use-optimistic-order.ts';
import { indexWhileDragging, useRowDrag } from '../../ui/use-row-drag.ts';
import styles from './queue-sheet.module.css';

interface QueueRowsProps {
  queue: readonly QueueEntry[];
  cards: ReadonlyMap<string, VideoCard>;
  onPlay: (videoId: string) => void;
  /** Rejects if the move could not be stored. */
  onMove: (entry: QueueEntry, toIndex: number) => Promise<void>;
  onRemove: (entry: QueueEntry) => void;
}

export function QueueRows({ queue, cards, onPlay, onMove, onRemove }: QueueRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const focusTarget = useRef<{ entryId: string; control: '[data-grip]' | '[data-remove]' } | null>(null);
  const { rows, move, indexOf, count } = useOptimisticOrder(queue, ({ entryId }) => entryId, onMove);
  const { drag, grab } = useRowDrag({ list, scrollContainer: '[data-scrolls]', indexOf, count, onDrop: move });
  // Moving a row reinserts its element, and removing a row deletes it. Both lose the focus, so it is set here.
  useLayoutEffect(() => {
    if (focusTarget.current === null) return;
    const { entryId, control } = focusTarget.current;
    focusTarget.current = null;
    const element = list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entryId)}"] ${control}`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
  }, [rows]);
  function remove(entry: QueueEntry, index: number, isByKey: boolean): void {
    const neighbour = rows[index + 1] ?? rows[index - 1];
    if (isByKey && neighbour) focusTarget.current = { entryId: neighbour.entryId, control: '[data-remove]' };
    onRemove(entry);
  }

  return (
    <ol ref={list} className={styles['list']} {...(drag ? { 'data-is-dragging': true } : {})}>
      {rows.map((entry, index) => {
        const moveProps = {
          index,
          count: rows.length,
          onMove: (toIndex: number) => {
            focusTarget.current = { entryId: entry.entryId, control: '[data-grip]' };
            move(entry.entryId, toIndex);
          },
        };
        return (
          <QueueRow
            key={entry.entryId}
            video={entry}
            card={cards.get(entry.videoId)}
            onPlay={onPlay}
            entryId={entry.entryId}
            isDragged={drag?.rowId === entry.entryId}
            shift={indexWhileDragging(index, drag) - index}
            grip={
              rows.length > 1 ? <Grip {...moveProps} title={entry.title} className={styles['grip']} onGrab={(event) => grab(entry.entryId, event)} /> : null
            }
          >
            {rows.length > 1 ? <Menu label={queueTexts.order(entry.title)} items={moveMenuItems(moveProps)} className={styles['more']} /> : null}
            <IconButton
              label={queueTexts.removeNamed(entry.title)}
              icon="close"
              iconSize={20}
              data-remove
              onClick={(event) => remove(entry, index, event.detail === 0)}
            />
          </QueueRow>
        );
      })}
    </ol>
  );
}

interface QueueRowProps {
  video: UpNextVideo;
  card: VideoCard | undefined;
  onPlay: (videoId: string) => void;
  /** Absent where the row cannot be moved. */
  entryId?: string;
  isDragged?: boolean;
  /** The number of positions by which this row moves while another one is dragged. */
  shift?: number;
  /** Absent where the row cannot be moved. */
  grip?: ReactNode;
  children?: ReactNode;
}

export function QueueRow({ video, card, onPlay, entryId, isDragged = false, shift = 0, grip, children }: QueueRowProps) {
  const title = card?.title ?? video.title;
  const isSaved = isFullySaved(useSavedItem(video.videoId));
  const isMissing = card?.missingSince !== undefined && !isSaved;
  const summary = (
    <>
      <Thumb src={card?.thumbUrl ?? null} isDim={isMissing} className={styles['thumb']} />
      <span className={styles['text']}>
        <b dir="auto">{title}</b>
        {card ? <small>{isMissing ? uiTexts.fileMissing : [card.channelName, duration(card.durationSeconds)].join(' · ')}</small> : null}
      </span>
    </>
  );
  return (
    <li
      className={classNames(styles['line'], isDragged && styles['dragged'])}
      {...(entryId === undefined ? {} : { 'data-entry': entryId, style: { '--shift': shift } as CSSProperties })}
    >
      {grip}
      {isMissing ? (
        <div className={classNames(styles['play'], styles['away'])}>{summary}</div>
      ) : (
        <button type="button" className={styles['play']} aria-label={queueTexts.playNow(title)} onClick={() => onPlay(video.videoId)}>
          {summary}
        </button>
      )}
      {children}
    </li>
  );
}
