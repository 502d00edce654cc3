// A chip that shows the current choice, and its menu of options, in one or more groups.
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { closeMenuOf, PopoverMenu } from './popover-menu.tsx';
import menu from './menu.module.css';
import styles from './choice-menu.module.css';

export interface ChoiceGroup {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
}

interface ChoiceMenuProps {
  /** The name of the menu, and the start of the chip's name. */
  label: string;
  /** The chip's text for the choice. */
  chipText: string;
  /** The chip's accessible name, where it should say more than the label and the choice. */
  accessibleName?: string;
  icon?: ReactNode;
  /** Whether the choice differs from the default. */
  isOn?: boolean;
  groups: readonly ChoiceGroup[];
}

export function ChoiceMenu({ label, chipText, accessibleName = `${label}: ${chipText}`, icon, isOn = false, groups }: ChoiceMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={accessibleName}
        className={classNames(styles['chip'], isOn && styles['on'])}
        onClick={() => setIsOpen(true)}
      >
        {icon}
        {chipText}
        {icon ? null : <Icon name="chevron-down" size={16} />}
      </button>
      {isOpen ? <ChoicePopover label={label} groups={groups} opener={button} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

interface ChoicePopoverProps {
  label: string;
  groups: readonly ChoiceGroup[];
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The menu without the chip, for another opener. */
export function ChoicePopover({ label, groups, opener, onClose }: ChoicePopoverProps) {
  const initialFocusKey = groups.flatMap((group) =>
    group.options.filter((option) => option.value === group.value).map((option) => `${group.label} ${option.value}`),
  )[0];
  return (
    <PopoverMenu label={label} opener={opener} className={styles['choices']} onClose={onClose}>
      {groups.map((group) => (
        <div key={group.label} role="group" aria-label={group.label} className={styles['group']}>
          {groups.length > 1 ? (
            <span className={styles['heading']} aria-hidden="true">
              {group.label}
            </span>
          ) : null}
          {group.options.map((option) => (
            <button
              key={option.value}
              type="button"
              role="menuitemradio"
              aria-checked={option.value === group.value}
              className={classNames(menu['item'], styles['option'])}
              {...(`${group.label} ${option.value}` === initialFocusKey ? { 'data-first-focus': true } : {})}
              onClick={(event) => {
                closeMenuOf(event.currentTarget);
                opener.current?.focus();
                group.onChoose(option.value);
              }}
            >
              {option.label}
              {option.value === group.value ? <Icon name="tick" size={18} /> : null}
            </button>
          ))}
        </div>
      ))}
    </PopoverMenu>
  );
}
