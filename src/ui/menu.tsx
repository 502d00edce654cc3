// A menu on the platform's popover: light dismissal, Esc and the way back to the opener are the browser's.
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { placeMenu } from './menu-place.ts';
import styles from './menu.module.css';

export interface MenuItem {
  label: string;
  /** One of the first load's icons by name, any other as it is drawn. */
  icon: IconName | ReactElement;
  isDangerous?: boolean;
  onChoose: () => void;
}

interface MenuProps {
  /** Name of the opener and of the menu. */
  label: string;
  items: readonly MenuItem[];
  className?: string | undefined;
}

const opener: IconName = 'more';

/** The opener (three dots) and its menu. The menu is in the document only while it is open. */
export function Menu({ label, items, className }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function show(menu: HTMLDivElement | null): void {
    if (!menu || !button.current) return;
    menu.showPopover();
    const place = placeMenu(button.current.getBoundingClientRect(), menu.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
    menu.style.left = `${place.left}px`;
    menu.style.top = `${place.top}px`;
    menu.querySelector('button')?.focus();
  }

  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={opener}
        iconSize={20}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={className}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <div
          ref={show}
          popover="auto"
          role="menu"
          aria-label={label}
          className={styles['menu']}
          onKeyDown={walk}
          onToggle={(event) => event.newState === 'closed' && setIsOpen(false)}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              className={classNames(styles['item'], item.isDangerous && styles['danger'])}
              onClick={(event) => {
                event.currentTarget.parentElement?.hidePopover();
                button.current?.focus();
                item.onChoose();
              }}
            >
              {typeof item.icon === 'string' ? <Icon name={item.icon} size={19} /> : item.icon}
              {item.label}
            </button>
          ))}
        </div>
      ) : null}
    </>
  );
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const step = steps[event.key];
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? items.length - 1 : step === undefined ? null : (at + step + items.length) % items.length;
  if (next === null) return;
  event.preventDefault();
  event.stopPropagation(); // arrows in a menu turn no page
  items[next]?.focus();
}
