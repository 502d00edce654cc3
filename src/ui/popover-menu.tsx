// The drop-down of a menu: the platform's popover, placed at its opener. The browser handles light dismissal, Esc and
// returning the focus to the opener.
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactElement, type ReactNode, type RefObject } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';

interface PopoverMenuProps {
  label: string;
  opener: RefObject<HTMLElement | null>;
  className?: string | undefined;
  onClose: () => void;
  /** Buttons and links. The one with `data-first-focus`, otherwise the first, gets the initial focus. */
  children: ReactNode;
}

/** Mounted only while it is open. */
export function PopoverMenu({ label, opener, className, onClose, children }: PopoverMenuProps) {
  const box = useRef<HTMLDivElement>(null);
  // Runs on mount only: on every render it would move the focus to the menu, and reopen the menu after an item has closed it.
  useLayoutEffect(() => {
    const menu = box.current;
    if (!menu || !opener.current) return undefined;
    menu.showPopover();
    const place = (): void => {
      if (!opener.current) return;
      const { left, top } = menuPositionOf(opener.current.getBoundingClientRect(), menu.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
      menu.style.left = `${left}px`;
      menu.style.top = `${top}px`;
    };
    place();
    // Items added later must not end below the window.
    const resizeObserver = new ResizeObserver(place);
    resizeObserver.observe(menu);
    (menu.querySelector<HTMLElement>('[data-first-focus]') ?? menu.querySelector<HTMLElement>(choiceSelector))?.focus();
    return () => resizeObserver.disconnect();
  }, [opener]);

  return (
    <div
      ref={box}
      popover="auto"
      role="menu"
      aria-label={label}
      className={classNames(styles['menu'], className)}
      onKeyDown={moveFocus}
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      {children}
    </div>
  );
}

interface MenuButtonProps {
  /** A name for an icon of the initial bundle, an element for any other. */
  icon: IconName | ReactElement;
  isDangerous?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** An item: closes its menu, then acts. */
export function MenuButton({ icon, isDangerous = false, onChoose, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      role="menuitem"
      className={classNames(styles['item'], isDangerous && styles['danger'])}
      onClick={(event) => {
        closeMenuOf(event.currentTarget);
        onChoose();
      }}
    >
      {typeof icon === 'string' ? <Icon name={icon} size={19} /> : icon}
      {children}
    </button>
  );
}

/** Closes the menu that contains this item. Call it before the item's action. */
export function closeMenuOf(item: HTMLElement): void {
  item.closest<HTMLElement>('[popover]')?.hidePopover();
}

const choiceSelector = 'button, a';

const arrowSteps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(choiceSelector)];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const step = arrowSteps[event.key];
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? items.length - 1 : step === undefined ? null : (at + step + items.length) % items.length;
  if (next === null) return;
  event.preventDefault();
  event.stopPropagation(); // arrow keys in a menu must not turn the page
  items[next]?.focus();
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Gap between the menu, its opener and the edges of the window, in CSS pixels. */
const gap = 8;

/** The position of a menu of this size: below its opener, end-aligned, or above it if there is no space below. */
export function menuPositionOf(opener: Box, menu: { width: number; height: number }, view: { width: number; height: number }): { left: number; top: number } {
  const below = opener.bottom + gap / 2;
  const fitsBelow = below + menu.height <= view.height - gap;
  const top = fitsBelow ? below : Math.max(gap, opener.top - gap / 2 - menu.height);
  const left = Math.min(Math.max(gap, opener.right - menu.width), Math.max(gap, view.width - menu.width - gap));
  return { left, top };
}
