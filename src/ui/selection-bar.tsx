// The bar that replaces the filters in selection mode: the count, the actions on the selected items, and the exit.
import type { ReactElement, ReactNode } from 'react';
import { listTexts } from '../texts/lists.ts';
import { Button, IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { ListIcon } from './list-icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import buttons from './button.module.css';
import styles from './selection-bar.module.css';

export interface SelectionAction {
  label: string;
  /** The name of an icon in the initial bundle, or any other icon as an element. */
  icon: IconName | ReactElement;
  isDangerous?: boolean;
  onChoose: () => void;
}

interface SelectionBarProps {
  count: number;
  actions: readonly SelectionAction[];
  /** Selects the whole page, or deselects it. */
  onTogglePage: () => void;
  onEnd: () => void;
}

/** The tools of a list. In selection mode the bar is drawn as well. The tools then are inert but keep their space, so that the list does not move. */
export function SelectionBarSlot({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <div className={bar ? styles['selecting'] : undefined}>
      <div inert={bar !== null}>{children}</div>
      {bar}
    </div>
  );
}

export function SelectionBar({ count, actions, onTogglePage, onEnd }: SelectionBarProps) {
  return (
    <div role="group" aria-label={listTexts.selection} className={styles['bar']}>
      <IconButton label={listTexts.endSelection} title={listTexts.endSelection} icon="close" onClick={onEnd} />
      <output className={styles['count']}>{listTexts.selected(count)}</output>
      <button type="button" className={buttons['icon-button']} title={listTexts.selectPage} onClick={onTogglePage}>
        <ListIcon name="select-all" size={20} />
        <VisuallyHidden>{listTexts.selectPage}</VisuallyHidden>
      </button>
      <div className={styles['actions']}>
        {actions.map((action) => (
          <Button
            key={action.label}
            tone={action.isDangerous ? 'danger' : 'plain'}
            disabled={count === 0}
            className={styles['action']}
            onClick={action.onChoose}
          >
            {typeof action.icon === 'string' ? <Icon name={action.icon} size={19} /> : action.icon}
            <span>{action.label}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}
