// The row above a list of videos: its filters or, during a selection, the actions on the selected videos. The row is loaded after the list.
import type { RefObject } from 'react';
import { useLoadSaved, useSavedCount } from '../../queries/saved.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import type { ListSettings } from '../../ui/list-settings.ts';
import { SelectionBarSlot } from '../../ui/selection-bar.tsx';
import type { PickableVideo } from '../../ui/selection.ts';
import { useLongPress } from '../../ui/use-long-press.ts';
import { SelectionTools } from '../selection/selection-tools.tsx';
import './playable-videos.tsx'; // so that the list of playable videos is loaded before its switch is visible
import type { ListSelection } from '../selection/use-selection.ts';

export interface ListToolsProps {
  settings: ListSettings;
  onChange: (change: Partial<ListSettings>) => void;
  /** Whether the type can be chosen; false in lists of one type. */
  hasTypes?: boolean;
  /** Whether the order can be chosen; false where the list has its own order. */
  hasOrder?: boolean;
  /** Whether the tools follow a heading that has space at its end for the switch “Playable now”. */
  hasHeading?: boolean;
  selection: ListSelection;
  /** The element around the list: a long press on one of its cards begins a selection. */
  list: RefObject<HTMLElement | null>;
  onAddToPlaylist: (videos: readonly PickableVideo[], onClosed: () => void) => void;
}

export function ListTools({ settings, onChange, hasTypes = true, hasOrder = true, hasHeading = false, selection, list, onAddToPlaylist }: ListToolsProps) {
  useLongPress(list, selection.begin);
  const isSavedLoaded = useLoadSaved();
  const hasPlayable = useSavedCount() > 0 || settings.isPlayableOnly;
  // All filters appear together, because a late one would push the others aside.
  if (!isSavedLoaded) return null;
  return (
    <SelectionBarSlot
      bar={selection.pickedById && <SelectionTools pickedById={selection.pickedById} selection={selection} onAddToPlaylist={onAddToPlaylist} />}
    >
      <FilterBar
        settings={settings}
        hasTypes={hasTypes}
        hasOrder={hasOrder}
        hasPlayable={hasPlayable}
        hasHeading={hasHeading}
        onChange={onChange}
        onSelect={() => selection.begin()}
      />
    </SelectionBarSlot>
  );
}
