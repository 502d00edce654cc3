// The tools above the complete videos: filters, sort order and search.
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { Chip } from '../../ui/chip.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { SavedFilter, SavedSort, SavedVideo } from './saved-list.ts';
import styles from './saved-screen.module.css';

const texts = savedScreenTexts.list;

/** With fewer videos, the search field is hidden unless it contains text. */
const minForSearch = 12;

interface OnDeviceToolsProps {
  completeVideos: readonly SavedVideo[];
  trips: readonly { tripId: string; name: string; videoIds: readonly string[] }[];
  filter: SavedFilter;
  sort: SavedSort;
  searchText: string;
  onFilter: (filter: SavedFilter) => void;
  onSort: (sort: SavedSort) => void;
  onSearchText: (searchText: string) => void;
}

export function OnDeviceTools({ completeVideos, trips, filter, sort, searchText, onFilter, onSort, onSearchText }: OnDeviceToolsProps) {
  const watchedCount = completeVideos.filter(({ card }) => card?.isWatched === true).length;
  const pinnedCount = completeVideos.filter(({ item }) => item.isPinned).length;
  const attentionCount = completeVideos.filter(({ item }) => item.status.state !== 'ready').length;
  const chips: { filter: SavedFilter; label: string; isOffered: boolean }[] = [
    { filter: 'all', label: texts.all, isOffered: true },
    { filter: 'unwatched', label: texts.unwatched, isOffered: true },
    { filter: 'watched', label: texts.watched(watchedCount), isOffered: watchedCount > 0 },
    { filter: 'pinned', label: texts.pinned(pinnedCount), isOffered: pinnedCount > 0 },
    { filter: 'attention', label: texts.attention(attentionCount), isOffered: attentionCount > 0 },
    ...trips.map(({ tripId, name, videoIds }) => ({
      filter: `trip ${tripId}` as const,
      label: name,
      isOffered: completeVideos.some(({ item }) => videoIds.includes(item.videoId)),
    })),
  ];
  return (
    <>
      <div className={styles['chips']} role="group" aria-label={texts.filters}>
        {chips
          .filter((chip) => chip.isOffered || chip.filter === filter)
          .map((chip) => (
            <Chip key={chip.filter} isOn={chip.filter === filter} onClick={() => onFilter(chip.filter)}>
              {chip.label}
            </Chip>
          ))}
        <ChoiceMenu
          label={texts.sort}
          chipText={texts.sorts[sort]}
          groups={[
            {
              label: texts.sort,
              options: Object.entries(texts.sorts).map(([value, label]) => ({ value, label })),
              value: sort,
              onChoose: (value) => onSort(value as SavedSort),
            },
          ]}
        />
      </div>
      {completeVideos.length >= minForSearch || searchText !== '' ? (
        <label className={styles['search']}>
          <Icon name="search" size={19} />
          <input type="search" value={searchText} placeholder={texts.find} aria-label={texts.find} onChange={({ target }) => onSearchText(target.value)} />
        </label>
      ) : null}
    </>
  );
}
