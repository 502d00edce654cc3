// All entries of a playlist in one list. Only those near the viewport are in the document, each placed by its index. All rows have the
// same height, so the list has its full height from its first frame.
import { useLayoutEffect, useMemo, useRef, type CSSProperties } from 'react';
import { useEntryCards } from '../../queries/entry-cards.ts';
import { playlistTexts } from '../../texts/playlists.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { useOptimisticOrder } from '../../ui/use-optimistic-order.ts';
import { indexWhileDragging, useRowDrag, type RowDrag } from '../../ui/use-row-drag.ts';
import type { VideoFacts } from '../../ui/video-facts.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { positionsOf, type EntryPosition } from './entry-positions.ts';
import { EntryRow, type Entry, type EntryActions } from './entry-row.tsx';
import { groupSize, useRowWindow } from './row-window.ts';
import styles from './entries.module.css';

export interface EntriesProps {
  playlistId: string;
  /** The playlist's own channel, which its rows omit; null for a custom playlist. */
  channelName: string | null;
  /** The whole playlist. */
  playlistEntries: readonly Entry[];
  /** The shown entries: all of them, or those that a filter shows. */
  entries: readonly Entry[];
  isEditable: boolean;
  /** Whether the archive already has the playlist. */
  isInArchive: boolean;
  isCustom: boolean;
  /** The video that plays above the list; null for none. */
  currentId: string | null;
  /** The video at which the user continues. Null if that is the beginning of the playlist, if nothing is left to watch, or while it is unknown. */
  nextId: string | null;
  /** Null outside selection mode. */
  pickedById: ReadonlyMap<string, unknown> | null;
  nowMs: number;
  onPlay: (videoId: string) => void;
  onMark: (video: VideoFacts, isWatched: boolean) => void;
  /** Absent where this user may not change playlists. */
  onAddToPlaylist?: (videos: readonly { videoId: string; title: string }[]) => void;
  /** Begins selection mode with this entry. */
  onSelect: (videoId: string) => void;
  onPick: (videoId: string, isRange: boolean) => void;
  /** Resolves when the device has stored the move; rejects if it could not store it. */
  onMove: (entry: Entry, to: number) => Promise<void>;
  /** Resolves to whether the device has stored the removal. */
  onRemove: (entry: Entry) => Promise<boolean>;
}

export function Entries(props: EntriesProps) {
  const { playlistEntries, entries: storedEntries, isEditable, currentId, nextId, pickedById, nowMs } = props;
  const list = useRef<HTMLOListElement>(null);
  const order = useOptimisticOrder(storedEntries, ({ videoId }) => videoId, props.onMove);
  const entries = order.rows;
  const videoIdToFocus = useRef<string | null>(null);
  const latest = useLatest({ props, entries });
  const { move } = order;
  const { drag, grab } = useRowDrag({ list, indexOf: order.indexOf, count: order.count, onDrop: move });
  const mayAdd = props.onAddToPlaylist !== undefined;
  const actions = useMemo<EntryActions>(
    () => ({
      play: (videoId) => latest.current.props.onPlay(videoId),
      mark: (video, isWatched) => latest.current.props.onMark(video, isWatched),
      remove: (entry) => {
        // The focused menu disappears with its entry, so the focus moves to a neighbouring entry.
        const { entries: previousEntries, props: latestProps } = latest.current;
        const index = previousEntries.indexOf(entry);
        videoIdToFocus.current = (previousEntries[index + 1] ?? previousEntries[index - 1])?.videoId ?? null;
        void latestProps.onRemove(entry).then((isStored) => {
          if (!isStored) videoIdToFocus.current = null;
        });
      },
      move: (videoId, to) => {
        videoIdToFocus.current = videoId;
        move(videoId, to);
      },
      grab,
      addToPlaylist: mayAdd ? (video) => latest.current.props.onAddToPlaylist?.([video]) : null,
      select: (videoId) => latest.current.props.onSelect(videoId),
      pick: (videoId, isRange) => latest.current.props.onPick(videoId, isRange),
    }),
    [grab, latest, mayAdd, move],
  );

  const rowWindow = useRowWindow(list, entries.length);
  // Focuses the row of `videoIdToFocus` once it is drawn. A row that moves to another group becomes a new element, and a row that moves far
  // is not in the document yet.
  useLayoutEffect(() => {
    const videoId = videoIdToFocus.current;
    if (videoId === null || !list.current) return;
    const grip = list.current.querySelector<HTMLElement>(`[data-entry="${CSS.escape(videoId)}"] [data-grip]`);
    const index = entries.findIndex((entry) => entry.videoId === videoId);
    if (grip) {
      videoIdToFocus.current = null;
      grip.focus({ preventScroll: true });
      grip.scrollIntoView({ block: 'nearest' });
    } else if (index >= 0) {
      const { top, height } = list.current.getBoundingClientRect();
      scrollBy({ top: top + (height / entries.length) * index - innerHeight / 2, behavior: 'instant' });
    }
  }, [entries, rowWindow]);

  // Without a filter, `entries` is the whole playlist, perhaps with a move that is not stored yet.
  const wholeList = entries.length === playlistEntries.length ? entries : playlistEntries;
  const positions = useMemo(() => positionsOf(wholeList), [wholeList]);
  return (
    <>
      <VisuallyHidden>
        <h2>{playlistTexts.entries}</h2>
      </VisuallyHidden>
      <ol
        ref={list}
        className={styles['list']}
        style={{ '--rows': entries.length } as CSSProperties}
        aria-label={playlistTexts.entries}
        {...(drag ? { 'data-is-dragging': true } : {})}
      >
        {groupsToDraw(rowWindow, drag).map((group) => (
          <EntryGroup
            key={group}
            {...{ isEditable, currentId, nextId, pickedById, nowMs, drag }}
            playlistId={props.playlistId}
            channelName={props.channelName}
            isInArchive={props.isInArchive}
            isCustom={props.isCustom}
            entries={entries}
            firstIndex={group * groupSize}
            positions={positions}
            actions={actions}
          />
        ))}
      </ol>
    </>
  );
}

/** The groups near the viewport, and the group of the dragged row, which stays in the document wherever the page is scrolled to. */
function groupsToDraw({ first, end }: { first: number; end: number }, drag: RowDrag | null): number[] {
  const groups = Array.from({ length: end - first }, (_, index) => first + index);
  const draggedGroup = drag ? Math.floor(drag.from / groupSize) : null;
  return draggedGroup === null || groups.includes(draggedGroup) ? groups : [...groups, draggedGroup].sort((left, right) => left - right);
}

interface EntryGroupProps {
  playlistId: string;
  channelName: string | null;
  isInArchive: boolean;
  isCustom: boolean;
  entries: readonly Entry[];
  /** The index of the group's first entry in `entries`. */
  firstIndex: number;
  positions: ReadonlyMap<Entry, EntryPosition>;
  isEditable: boolean;
  currentId: string | null;
  nextId: string | null;
  pickedById: ReadonlyMap<string, unknown> | null;
  drag: RowDrag | null;
  nowMs: number;
  actions: EntryActions;
}

function EntryGroup({ playlistId, isInArchive, isCustom, entries, firstIndex, positions, isEditable, pickedById, drag, ...rest }: EntryGroupProps) {
  const { channelName, currentId, nextId, nowMs, actions } = rest;
  const groupEntries = entries.slice(firstIndex, firstIndex + groupSize);
  const idsOf = (isDownloaded: boolean) => groupEntries.flatMap((entry) => (entry.isDownloaded === isDownloaded ? [entry.videoId] : []));
  const archivedIndexes = groupEntries.flatMap((entry) => (entry.isDownloaded ? (positions.get(entry)?.archivedIndex ?? []) : []));
  const cards = useEntryCards({ playlistId, videoIds: idsOf(true), unarchivedIds: idsOf(false), archivedIndexes, isInArchive, isCustom });
  return groupEntries.map((entry, indexInGroup) => (
    <EntryRow
      // Editable entries move, and are unique. A regular playlist may contain a video twice.
      key={isEditable ? entry.videoId : firstIndex + indexInGroup}
      entry={entry}
      channelName={channelName}
      card={cards.find((card) => card.videoId === entry.videoId && (entry.isDownloaded || card.missingSince !== undefined)) ?? null}
      index={indexWhileDragging(firstIndex + indexInGroup, drag)}
      count={entries.length}
      number={(positions.get(entry)?.index ?? firstIndex + indexInGroup) + 1}
      isEditable={isEditable}
      isCurrent={entry.videoId === currentId}
      isNext={currentId === null && entry.videoId === nextId}
      {...(pickedById ? { isPicked: pickedById.has(entry.videoId) } : {})}
      isDragged={drag?.rowId === entry.videoId}
      nowMs={nowMs}
      actions={actions}
    />
  ));
}
