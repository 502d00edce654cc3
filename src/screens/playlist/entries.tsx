// All entries of a playlist, one under the other. Only those near the view are in the document; each knows its place, so the
// list is as long as it will be from its first frame on.
import { useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import { useEntryCards } from '../../queries/entry-cards.ts';
import { playlistTexts } from '../../texts/playlists.ts';
import type { VideoFacts } from '../../ui/video-facts.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { EntryRow, type Entry, type EntryActions } from './entry-row.tsx';
import { groupSize, useRowWindow } from './row-window.ts';
import { placeWhileDragging, useEntryDrag, type EntryDrag } from './use-entry-drag.ts';
import styles from './entries.module.css';

export interface EntriesProps {
  playlistId: string;
  entries: readonly Entry[];
  isEditable: boolean;
  /** False for a playlist that the archive does not have yet. */
  isInArchive: boolean;
  /** What plays above the list. */
  currentId: string | null;
  /** Null while nothing is being selected. */
  picked: ReadonlyMap<string, unknown> | null;
  nowMs: number;
  onPlay: (videoId: string) => void;
  onMark: (video: VideoFacts, isWatched: boolean) => void;
  /** Absent where this person may not. */
  onAddToPlaylist?: (videos: readonly { videoId: string; title: string }[]) => void;
  /** Begins selection mode with this one. */
  onSelect: (videoId: string) => void;
  onPick: (videoId: string, isRange: boolean) => void;
  /** Settles when the device has it; rejects when it could not be kept. */
  onMove: (entry: Entry, to: number) => Promise<void>;
  onRemove: (entry: Entry) => void;
}

export function Entries(props: EntriesProps) {
  const { entries: stored, isEditable, currentId, picked, nowMs } = props;
  const list = useRef<HTMLOListElement>(null);
  const [ahead, setAhead] = useState<{ of: readonly Entry[]; shown: readonly Entry[] } | null>(null);
  // A move is shown before the device has written it, so that nothing jumps back for a frame.
  const entries = ahead?.of === stored ? ahead.shown : stored;
  const [said, setSaid] = useState('');
  const toFocus = useRef<string | null>(null);
  const latest = useRef({ props, entries });
  latest.current = { props, entries };

  function move(videoId: string, to: number): void {
    const { entries: before, props: now } = latest.current;
    const from = before.findIndex((entry) => entry.videoId === videoId);
    const entry = before[from];
    if (!entry || from === to) return;
    setAhead({ of: now.entries, shown: before.toSpliced(from, 1).toSpliced(to, 0, entry) });
    setSaid(playlistTexts.moved(entry.title, to + 1, before.length));
    now.onMove(entry, to).catch(() => setAhead(null)); // who listens says why
  }

  const { drag, grab } = useEntryDrag({
    list,
    placeOf: (videoId) => latest.current.entries.findIndex((entry) => entry.videoId === videoId),
    count: () => latest.current.entries.length,
    onDrop: move,
  });
  const actions = useRef<EntryActions>({
    play: (videoId) => latest.current.props.onPlay(videoId),
    mark: (video, isWatched) => latest.current.props.onMark(video, isWatched),
    remove: (entry) => latest.current.props.onRemove(entry),
    move: (videoId, to) => {
      toFocus.current = videoId;
      move(videoId, to);
    },
    grab,
    addTo: props.onAddToPlaylist ? (video) => latest.current.props.onAddToPlaylist?.([video]) : null,
    select: (videoId) => latest.current.props.onSelect(videoId),
    pick: (videoId, isRange) => latest.current.props.onPick(videoId, isRange),
  });

  // A row that moves into another group is another element: the focus goes with the entry.
  useLayoutEffect(() => {
    if (toFocus.current === null) return;
    const grip = list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(toFocus.current)}"] [data-grip]`);
    toFocus.current = null;
    grip?.focus();
    grip?.scrollIntoView({ block: 'nearest' });
  }, [entries]);

  const shown = useRowWindow(list, entries.length);
  const archivedBefore = useMemo(() => archivedBeforeGroups(entries), [entries]);
  return (
    <>
      <ol
        ref={list}
        className={styles['list']}
        style={{ '--rows': entries.length } as CSSProperties}
        aria-label={playlistTexts.entries}
        {...(drag ? { 'data-is-dragging': true } : {})}
      >
        {groupsToDraw(shown, drag).map((group) => (
          <EntryGroup
            key={group}
            {...{ isEditable, currentId, picked, nowMs, drag }}
            playlistId={props.playlistId}
            isInArchive={props.isInArchive}
            entries={entries}
            first={group * groupSize}
            archivedBefore={archivedBefore[group] ?? 0}
            actions={actions.current}
          />
        ))}
      </ol>
      <VisuallyHidden>
        <p role="status">{said}</p>
      </VisuallyHidden>
    </>
  );
}

/** The dragged row stays in the document wherever the page is scrolled to. */
function groupsToDraw({ first, end }: { first: number; end: number }, drag: EntryDrag | null): number[] {
  const groups = Array.from({ length: end - first }, (_, at) => first + at);
  const dragged = drag ? Math.floor(drag.from / groupSize) : null;
  return dragged === null || groups.includes(dragged) ? groups : [...groups, dragged].sort((left, right) => left - right);
}

function archivedBeforeGroups(entries: readonly Entry[]): number[] {
  const sums: number[] = [];
  let archived = 0;
  for (const [at, entry] of entries.entries()) {
    if (at % groupSize === 0) sums.push(archived);
    if (entry.isDownloaded) archived += 1;
  }
  return sums;
}

interface EntryGroupProps {
  playlistId: string;
  isInArchive: boolean;
  entries: readonly Entry[];
  /** Place of its first entry, from 0. */
  first: number;
  archivedBefore: number;
  isEditable: boolean;
  currentId: string | null;
  picked: ReadonlyMap<string, unknown> | null;
  drag: EntryDrag | null;
  nowMs: number;
  actions: EntryActions;
}

function EntryGroup({ playlistId, isInArchive, entries, first, archivedBefore, isEditable, currentId, picked, drag, nowMs, actions }: EntryGroupProps) {
  const own = entries.slice(first, first + groupSize);
  const videoIds = own.flatMap((entry) => (entry.isDownloaded ? [entry.videoId] : []));
  const cards = useEntryCards({ playlistId, videoIds, archivedBefore, isInArchive });
  return own.map((entry, at) => (
    <EntryRow
      // Who edits it moves entries; a list of another site may hold a video twice.
      key={isEditable ? entry.videoId : first + at}
      entry={entry}
      card={cards.find((card) => card.videoId === entry.videoId) ?? null}
      place={placeWhileDragging(first + at, drag)}
      count={entries.length}
      isEditable={isEditable}
      isCurrent={entry.videoId === currentId}
      {...(picked ? { isPicked: picked.has(entry.videoId) } : {})}
      isDragged={drag?.videoId === entry.videoId}
      nowMs={nowMs}
      actions={actions}
    />
  ));
}
