// Filters and view settings of a list of videos (SPEC §2 Home, §9): a bar, or chips and a sheet on phones. On a tablet, a full bar leaves
// the filters by watched state and height to the sheet while they are not in use. Takes the settings and reports changes; does not store
// them.
import { useState } from 'react';
import { listTexts } from '../texts/lists.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import { FilterSheet, type FilterSheetProps } from './filter-sheet.tsx';
import { Icon } from './icon.tsx';
import { ListIcon } from './list-icon.tsx';
import { type ListSettings } from './list-settings.ts';
import { columnRange, orderChoices, sortChoices, typeChoices, heightsWith, viewChoices, watchedChoices } from './list-choices.ts';
import { Segmented } from './segmented.tsx';
import { useSheetAddress } from './sheet-address.ts';
import { Stepper } from './stepper.tsx';
import { PlayableChip } from './playable-chip.tsx';
import { useIsNarrow } from './use-is-narrow.ts';
import buttons from './button.module.css';
import chips from './chip.module.css';
import { classNames } from './class-names.ts';
import styles from './filter-bar.module.css';

export interface FilterBarProps extends Omit<FilterSheetProps, 'onClose'> {
  /** Whether at least one video is complete on this device, or "Playable now" is on. */
  hasPlayable: boolean;
  /** Whether a heading is directly above, with space at its end. */
  hasHeading: boolean;
  /** Starts selection mode. */
  onSelect: () => void;
}

export function FilterBar(props: FilterBarProps) {
  const isNarrow = useIsNarrow();
  return isNarrow ? <Chips {...props} /> : <Bar {...props} />;
}

function Bar(props: FilterBarProps) {
  const { settings, hasTypes, hasOrder, hasPlayable, hasHeading, onChange, onSelect } = props;
  const sheet = useSheetAddress('filters');
  return (
    <div role="group" aria-label={listTexts.filters} className={classNames(styles['bar'], (hasTypes || (hasPlayable && !hasHeading)) && styles['full'])}>
      {hasPlayable ? (
        <div className={hasHeading ? styles['in-heading'] : undefined}>
          <PlayableChoice settings={settings} onChange={onChange} />
        </div>
      ) : null}
      {hasTypes ? (
        <Segmented
          label={listTexts.type}
          options={typeChoices.map((value) => ({ value, label: listTexts.types[value] }))}
          value={settings.type}
          onChange={(type) => onChange({ type })}
        />
      ) : null}
      {hasOrder ? <SortMenu settings={settings} onChange={onChange} /> : null}
      <div className={settings.watched === 'all' ? styles['rare'] : styles['chosen']}>
        <WatchedMenu settings={settings} onChange={onChange} />
      </div>
      <div className={settings.height === null ? styles['rare'] : styles['chosen']}>
        <HeightMenu settings={settings} onChange={onChange} />
      </div>
      <div className={styles['view']}>
        <SelectButton onSelect={onSelect} />
        <SheetButton className={styles['more']} onOpen={sheet.open} />
        {settings.view === 'grid' ? (
          <div className={styles['columns']}>
            <Columns settings={settings} onChange={onChange} />
          </div>
        ) : null}
        <Views settings={settings} onChange={onChange} />
      </div>
      {sheet.isOpen ? <FilterSheet {...props} onClose={sheet.close} /> : null}
    </div>
  );
}

function PlayableChoice({ settings, onChange }: Pick<FilterBarProps, 'settings' | 'onChange'>) {
  return (
    <Segmented
      label={listTexts.playableNow}
      options={[
        { value: 'playable', label: listTexts.playableNow, before: <Icon name="saved" size={17} /> },
        { value: 'everything', label: listTexts.everything },
      ]}
      value={settings.isPlayableOnly ? 'playable' : 'everything'}
      onChange={(value) => onChange({ isPlayableOnly: value === 'playable' })}
    />
  );
}

function WatchedMenu({ settings, onChange }: Pick<FilterBarProps, 'settings' | 'onChange'>) {
  return (
    <ChoiceMenu
      label={listTexts.watched}
      chipText={listTexts.watchStates[settings.watched]}
      isOn={settings.watched !== 'all'}
      groups={[
        {
          label: listTexts.watched,
          options: watchedChoices.map((value) => ({ value, label: listTexts.watchStates[value] })),
          value: settings.watched,
          onChoose: (value) => onChange({ watched: value as ListSettings['watched'] }),
        },
      ]}
    />
  );
}

function HeightMenu({ settings, onChange }: Pick<FilterBarProps, 'settings' | 'onChange'>) {
  return (
    <ChoiceMenu
      label={listTexts.height}
      chipText={settings.height === null ? listTexts.anyHeight : listTexts.pixels(settings.height)}
      isOn={settings.height !== null}
      groups={[
        {
          label: listTexts.height,
          options: [
            { value: '', label: listTexts.anyHeight },
            ...heightsWith(settings.height).map((height) => ({ value: String(height), label: listTexts.pixels(height) })),
          ],
          value: settings.height === null ? '' : String(settings.height),
          onChoose: (value) => onChange({ height: value === '' ? null : Number(value) }),
        },
      ]}
    />
  );
}

/** Opens the sheet with the settings, including those that do not fit in the row. */
function SheetButton({ className, onOpen }: { className?: string | undefined; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={classNames(buttons['icon-button'], className)}
      aria-label={listTexts.openFilters}
      title={listTexts.openFilters}
      onClick={onOpen}
    >
      <ListIcon name="sliders" size={22} />
    </button>
  );
}

function SortMenu({ settings, onChange }: Pick<FilterBarProps, 'settings' | 'onChange'>) {
  return (
    <ChoiceMenu
      label={listTexts.sortBy}
      chipText={listTexts.sortFields[settings.sort]}
      accessibleName={listTexts.sortSpoken(listTexts.sortFields[settings.sort], listTexts.orders[settings.order])}
      icon={<ListIcon name={settings.order === 'desc' ? 'descending' : 'ascending'} size={17} />}
      groups={[
        {
          label: listTexts.sortBy,
          options: sortChoices.map((value) => ({ value, label: listTexts.sortFields[value] })),
          value: settings.sort,
          onChoose: (value) => onChange({ sort: value as ListSettings['sort'] }),
        },
        {
          label: listTexts.order,
          options: orderChoices.map((value) => ({ value, label: listTexts.orders[value] })),
          value: settings.order,
          onChoose: (value) => onChange({ order: value as ListSettings['order'] }),
        },
      ]}
    />
  );
}

/** On phones, the most used filters are chips; a sheet has all settings except "Playable now". An active `FilterChip` has an x. */
function Chips(props: FilterBarProps) {
  const { settings, hasTypes, hasOrder, hasPlayable, onChange, onSelect } = props;
  const sheet = useSheetAddress('filters');
  const { type, watched, height, isPlayableOnly } = settings;
  // If the chip "Playable now" appears while the list is open, it is placed last, so that it does not move the others.
  const [hadPlayable] = useState(hasPlayable);
  return (
    <div role="group" aria-label={listTexts.filters} className={styles['phone']}>
      <div className={styles['chips']}>
        {hasPlayable ? <PlayableChip isOn={isPlayableOnly} isLast={!hadPlayable} onToggle={() => onChange({ isPlayableOnly: !isPlayableOnly })} /> : null}
        {hasOrder ? (
          <button
            type="button"
            className={chips['chip']}
            aria-label={listTexts.sortSpoken(listTexts.sortFields[settings.sort], listTexts.orders[settings.order])}
            onClick={sheet.open}
          >
            <ListIcon name={settings.order === 'desc' ? 'descending' : 'ascending'} size={16} />
            {listTexts.sortFields[settings.sort]}
          </button>
        ) : null}
        {height === null ? null : <FilterChip label={listTexts.pixels(height)} isOn onToggle={() => onChange({ height: null })} />}
        {watched === 'all' ? (
          <FilterChip label={listTexts.watchStates.unwatched} onToggle={() => onChange({ watched: 'unwatched' })} />
        ) : (
          <FilterChip label={listTexts.watchStates[watched]} isOn onToggle={() => onChange({ watched: 'all' })} />
        )}
        {hasTypes
          ? typeChoices
              .filter((value) => value !== 'all' && (type === 'all' || type === value))
              .map((value) => (
                <FilterChip
                  key={value}
                  label={listTexts.types[value]}
                  isOn={type === value}
                  onToggle={() => onChange({ type: type === value ? 'all' : value })}
                />
              ))
          : null}
      </div>
      <SelectButton onSelect={onSelect} />
      <SheetButton onOpen={sheet.open} />
      {sheet.isOpen ? <FilterSheet {...props} onClose={sheet.close} /> : null}
    </div>
  );
}

function FilterChip({ label, isOn = false, onToggle }: { label: string; isOn?: boolean; onToggle: () => void }) {
  return (
    <button type="button" aria-pressed={isOn} className={chips['chip']} {...(isOn ? { 'aria-label': listTexts.removeFilter(label) } : {})} onClick={onToggle}>
      {label}
      {isOn ? <Icon name="close" size={15} /> : null}
    </button>
  );
}

function SelectButton({ onSelect }: Pick<FilterBarProps, 'onSelect'>) {
  return (
    <button
      type="button"
      className={classNames(buttons['icon-button'], styles['select'])}
      aria-label={listTexts.select}
      title={listTexts.select}
      onClick={onSelect}
    >
      <ListIcon name="select" size={20} />
    </button>
  );
}

function Columns({ settings, onChange }: Pick<FilterBarProps, 'settings' | 'onChange'>) {
  return (
    <Stepper
      label={listTexts.gridItems}
      fewerLabel={listTexts.fewer}
      moreLabel={listTexts.more}
      value={settings.columns}
      min={columnRange.min}
      max={columnRange.max}
      onChange={(columns) => onChange({ columns })}
    />
  );
}

function Views({ settings, onChange }: Pick<FilterBarProps, 'settings' | 'onChange'>) {
  return (
    <Segmented
      label={listTexts.view}
      options={viewChoices.map((value) => ({ value, label: listTexts.views[value], icon: <ListIcon name={value} size={19} /> }))}
      value={settings.view}
      onChange={(view) => onChange({ view })}
    />
  );
}
