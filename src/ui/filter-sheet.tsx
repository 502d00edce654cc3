// All filters and view settings of a list, stacked for phones and tablets. Every change applies immediately.
import type { ReactNode } from 'react';
import { listTexts } from '../texts/lists.ts';
import { Button } from './button.tsx';
import { Chip } from './chip.tsx';
import { ListIcon } from './list-icon.tsx';
import { isFiltered, noFilters, type ListSettings } from './list-settings.ts';
import { columnRange, heightsWith, orderChoices, sortChoices, typeChoices, viewChoices, watchedChoices } from './list-choices.ts';
import { Segmented } from './segmented.tsx';
import { Sheet } from './sheet.tsx';
import { Stepper } from './stepper.tsx';
import { useIsNarrow } from './use-is-narrow.ts';
import styles from './filter-bar.module.css';

export interface FilterSheetProps {
  settings: ListSettings;
  /** Whether the type can be chosen; false in lists of one type. */
  hasTypes: boolean;
  /** Whether the order can be chosen; false in lists with a fixed order. */
  hasOrder: boolean;
  onChange: (change: Partial<ListSettings>) => void;
  onClose: () => void;
}

/** In a list of one type, clearing the filters keeps the chosen type, because the other lists use that type. */
const { type: _type, ...filtersOfOneType } = noFilters;

export function FilterSheet({ settings, hasTypes, hasOrder, onChange, onClose }: FilterSheetProps) {
  const { height } = settings;
  const isNarrow = useIsNarrow();
  return (
    <Sheet
      title={listTexts.filters}
      onClose={onClose}
      foot={
        <>
          {isFiltered(settings, !hasTypes) ? <Button onClick={() => onChange(hasTypes ? noFilters : filtersOfOneType)}>{listTexts.clearFilters}</Button> : null}
          <Button tone="primary" onClick={onClose}>
            {listTexts.done}
          </Button>
        </>
      }
    >
      {hasTypes ? (
        <Line label={listTexts.type}>
          <Segmented
            label={listTexts.type}
            options={typeChoices.map((value) => ({ value, label: listTexts.types[value] }))}
            value={settings.type}
            onChange={(type) => onChange({ type })}
          />
        </Line>
      ) : null}
      {hasOrder ? (
        <>
          <Line label={listTexts.sortBy}>
            <Chips>
              {sortChoices.map((sort) => (
                <Chip key={sort} isOn={sort === settings.sort} onClick={() => onChange({ sort })}>
                  {listTexts.sortFields[sort]}
                </Chip>
              ))}
            </Chips>
          </Line>
          <Line label={listTexts.order}>
            <Segmented
              label={listTexts.order}
              options={orderChoices.map((value) => ({ value, label: listTexts.orders[value] }))}
              value={settings.order}
              onChange={(order) => onChange({ order })}
            />
          </Line>
        </>
      ) : null}
      <Line label={listTexts.watched}>
        <Segmented
          label={listTexts.watched}
          options={watchedChoices.map((value) => ({ value, label: listTexts.watchStates[value] }))}
          value={settings.watched}
          onChange={(watched) => onChange({ watched })}
        />
      </Line>
      <Line label={listTexts.height}>
        <Chips>
          <Chip isOn={height === null} onClick={() => onChange({ height: null })}>
            {listTexts.anyHeight}
          </Chip>
          {heightsWith(height).map((offeredHeight) => (
            <Chip key={offeredHeight} isOn={offeredHeight === height} onClick={() => onChange({ height: offeredHeight })}>
              {listTexts.pixels(offeredHeight)}
            </Chip>
          ))}
        </Chips>
      </Line>
      <Line label={listTexts.view}>
        <Segmented
          label={listTexts.view}
          options={viewChoices.map((value) => ({ value, label: listTexts.views[value], icon: <ListIcon name={value} size={19} /> }))}
          value={settings.view}
          onChange={(view) => onChange({ view })}
        />
      </Line>
      {/* On a tablet, two or three columns fit, whatever is chosen. */}
      {settings.view === 'grid' && isNarrow ? (
        <Line label={listTexts.gridItems}>
          <Stepper
            label={listTexts.gridItems}
            fewerLabel={listTexts.fewer}
            moreLabel={listTexts.more}
            value={settings.columns}
            min={columnRange.min}
            max={columnRange.max}
            onChange={(columns) => onChange({ columns })}
          />
        </Line>
      ) : null}
    </Sheet>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['line']}>
      <h3>{label}</h3>
      {children}
    </div>
  );
}

function Chips({ children }: { children: ReactNode }) {
  return <div className={styles['wrap']}>{children}</div>;
}
