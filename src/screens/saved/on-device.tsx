// The complete videos on this device, with filters, sort order and search. The user can remove one video or several.
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useNowRoundedUpMs } from '../../features/page/use-now.ts';
import { useExport } from '../../features/saved/use-export.ts';
import { useAttempt } from '../../features/saved/use-attempt.ts';
import { useSavedBatch } from '../../features/saved/use-saved-batch.ts';
import { useEscape } from '../../features/selection/use-escape.ts';
import { useSelection, type ListSelection } from '../../features/selection/use-selection.ts';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import { useSavedLink, useSavePlans } from '../../queries/saved.ts';
import { count } from '../../texts/formats.ts';
import { fileSize, type SizeUnit } from '../../texts/page-formats.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import buttons from '../../ui/button.module.css';
import { classNames } from '../../ui/class-names.ts';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { SelectionBar, SelectionBarSlot } from '../../ui/selection-bar.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { VideoGrid } from '../../ui/video-grid.tsx';
import { CheckLine } from './check-line.tsx';
import { OnDeviceTools } from './on-device-tools.tsx';
import { factsOf } from './saved-facts.ts';
import { isMatch, isInFilter, isComplete, sizeOf, sortSaved, type SavedFilter, type SavedSort, type SavedVideo } from './saved-list.ts';
import { SavedRow, type SavedRowActions } from './saved-row.tsx';
import { useIncrementalList } from './use-incremental-list.tsx';
import styles from './saved-screen.module.css';

const texts = savedScreenTexts.list;

interface OnDeviceProps {
  videos: readonly SavedVideo[];
  unit: SizeUnit;
  /** Whether the user wants to free space. The list is then sorted by `room`, and selection mode begins. */
  isMakingRoom: boolean;
  /** Called once `isMakingRoom` has been handled, even if no copy is complete. */
  onRoomShown: () => void;
}

export function OnDevice({ videos: savedVideos, unit, isMakingRoom, onRoomShown }: OnDeviceProps) {
  const plans = useSavePlans();
  const trips = useMemo(() => plans?.trips ?? [], [plans]);
  const completeVideos = useMemo(() => savedVideos.filter(({ item }) => isComplete(item)), [savedVideos]);
  const hasComplete = completeVideos.length > 0;
  const [chosenFilter, setFilter] = useState<SavedFilter>('all');
  // The chosen trip may have been unpacked.
  const filter = chosenFilter.startsWith('trip ') && !trips.some(({ tripId }) => chosenFilter === `trip ${tripId}`) ? 'all' : chosenFilter;
  const [sort, setSort] = useState<SavedSort>('newest');
  const [searchText, setSearchText] = useState('');
  const listedVideos = useMemo(() => {
    const matchingVideos = completeVideos.filter((video) => isInFilter(video, filter, trips) && isMatch(video, searchText));
    return sortSaved(matchingVideos, sort);
  }, [completeVideos, filter, trips, searchText, sort]);
  const selection = useSelection(useMemo(() => listedVideos.map(factsOf), [listedVideos]));
  const { begin, pickedById } = selection;
  /** The picked videos that are still complete. Another tab may have removed one, or a check may have found it damaged. */
  const pickedVideos = useMemo(() => completeVideos.filter(({ item }) => pickedById?.has(item.videoId)), [completeVideos, pickedById]);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isMakingRoom) return;
    onRoomShown();
    if (!hasComplete) return;
    setFilter('all');
    setSearchText('');
    setSort('room');
    begin();
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.focus({ preventScroll: true });
  }, [isMakingRoom, hasComplete, begin, onRoomShown]);
  if (!hasComplete) return null;
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="on-this-device" className={styles['section']}>
      <div className={styles['head']}>
        <h2 id="on-this-device">{savedScreenTexts.onDevice}</h2>
        <span className={styles['count']}>{count(completeVideos.length)}</span>
        {pickedById === null ? (
          <button
            type="button"
            className={classNames(buttons['icon-button'], styles['head-button'])}
            aria-label={texts.select}
            title={texts.select}
            onClick={() => selection.begin()}
          >
            <ListIcon name="select" size={21} />
          </button>
        ) : null}
      </div>
      <SelectionBarSlot bar={pickedById && <SavedSelectionBar selection={selection} pickedVideos={pickedVideos} unit={unit} />}>
        <OnDeviceTools {...{ completeVideos, trips, filter, sort, searchText }} onFilter={setFilter} onSort={setSort} onSearchText={setSearchText} />
      </SelectionBarSlot>
      {listedVideos.length === 0 ? (
        <p className={styles['hint']}>{texts.none}</p>
      ) : (
        <List listedVideos={listedVideos} selection={selection} pickedVideos={pickedVideos} unit={unit} />
      )}
      <CheckLine />
    </section>
  );
}

interface PickedVideosProps {
  selection: ListSelection;
  pickedVideos: readonly SavedVideo[];
  unit: SizeUnit;
}

const idsOf = (videos: readonly SavedVideo[]): string[] => videos.map(({ item }) => item.videoId);

function SavedSelectionBar({ selection, pickedVideos, unit }: PickedVideosProps) {
  const { remove, pin } = useSavedBatch();
  const { end } = selection;
  useEscape(end);
  const videoIds = idsOf(pickedVideos);
  const bytes = pickedVideos.reduce((sum, video) => sum + (sizeOf(video) ?? 0), 0);
  const isAllPinned = pickedVideos.length > 0 && pickedVideos.every(({ item }) => item.isPinned);
  const endThen = (work: () => void) => () => {
    end();
    work();
  };
  return (
    <SelectionBar
      count={pickedVideos.length}
      onTogglePage={selection.togglePage}
      onEnd={end}
      actions={[
        { label: isAllPinned ? texts.unpin : texts.pin, icon: <RareIcon name="pin" size={19} />, onChoose: endThen(() => pin(videoIds, !isAllPinned)) },
        {
          label: bytes === 0 ? texts.remove : texts.removeFrees(fileSize(bytes, unit)),
          icon: <RareIcon name="bin" size={19} />,
          isDangerous: true,
          onChoose: endThen(() => remove(videoIds)),
        },
      ]}
    />
  );
}

function List({ listedVideos, selection, pickedVideos, unit }: PickedVideosProps & { listedVideos: readonly SavedVideo[] }) {
  const nowMs = useNowRoundedUpMs();
  const { remove } = useSavedBatch();
  const actions = useSavedRowActions(selection);
  const list = useRef<HTMLDivElement>(null);
  const { shownCount, endMarker } = useIncrementalList(listedVideos.length);
  const { pickedById } = selection;

  /** Delete removes the selected videos or, if there are none, the focused one; the focus then moves to a neighbouring row. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'Delete' || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    if (pickedVideos.length > 0) {
      event.preventDefault();
      selection.end();
      remove(idsOf(pickedVideos));
      return;
    }
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-video-id]') ?? [])];
    const index = rows.findIndex((row) => row.contains(event.target as Element));
    const videoId = rows[index]?.dataset['videoId'];
    if (videoId === undefined) return;
    event.preventDefault();
    (rows[index + 1] ?? rows[index - 1])?.querySelector('a')?.focus();
    remove([videoId]);
  }

  return (
    <div ref={list} role="presentation" className={styles['columns']} onKeyDown={onKeyDown}>
      <VideoGrid columns={3} variant="rows" label={savedScreenTexts.onDevice}>
        {listedVideos.slice(0, shownCount).map((video) => (
          <li key={video.item.videoId} data-video-id={video.item.videoId}>
            <SavedRow
              video={video}
              unit={unit}
              nowMs={nowMs}
              isPicked={pickedById === null ? undefined : pickedById.has(video.item.videoId)}
              actions={actions}
            />
          </li>
        ))}
      </VideoGrid>
      {endMarker}
    </div>
  );
}

/** The actions of the rows; the same object in every render. */
function useSavedRowActions(selection: ListSelection): SavedRowActions {
  const link = useSavedLink();
  const attempt = useAttempt();
  const { remove, pin } = useSavedBatch();
  const mark = useMarkWatched();
  const exportFile = useExport();
  const latestSelection = useLatest(selection);
  return useMemo(
    () => ({
      mark,
      exportFile,
      apply: (videoId, event) => link && attempt(link.actions.applyEvent(videoId, event)),
      pin: (videoId, isPinned) => pin([videoId], isPinned),
      select: (videoId) => latestSelection.current.begin(videoId),
      remove: (videoId) => remove([videoId]),
      pick: (videoId, isRange) => latestSelection.current.toggle(videoId, isRange),
    }),
    [link, attempt, remove, pin, mark, exportFile, latestSelection],
  );
}
