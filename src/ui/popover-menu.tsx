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

/** A menu that is mounted only while it is open. */
export function PopoverMenu({ label, opener, className, onClose, children }: PopoverMenuProps) {
  const box = useRef<HTMLDivElement>(null);
  // Runs on mount only, because on every render it would move the focus to the menu, and reopen the menu after an item has closed it.
  useLayoutEffect(() => {
    const menu = box.current;
    const button = opener.current;
    if (!menu || !button) return undefined;
    menu.showPopover();
    const place = (): void => {
      const size = { width: menu.offsetWidth, height: menu.scrollHeight };
      const { left, top, maxHeight } = menuPositionOf(button.getBoundingClientRect(), size, { width: innerWidth, height: innerHeight });
      menu.style.cssText = `left:${left}px;top:${top}px;max-height:${maxHeight}px`;
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
  /** The name of an icon in the initial bundle, or any other icon as an element. */
  icon: IconName | ReactElement;
  isDangerous?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** An item of a menu. A press closes the menu, then acts. */
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

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(choiceSelector)];
  const count = items.length;
  const focusedIndex = items.indexOf(document.activeElement as HTMLElement) + count;
  const targets: Record<string, number> = { ArrowDown: focusedIndex + 1, ArrowUp: focusedIndex - 1, Home: 0, End: count - 1 };
  const nextIndex = targets[event.key];
  if (nextIndex === undefined) return;
  event.preventDefault();
  event.stopPropagation(); // arrow keys in a menu must not turn the page
  items[nextIndex % count]?.focus();
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The gap between the menu and the edges of the window, in CSS pixels. The gap between the menu and its opener is half as wide. */
const gap = 8;

/**
 * The position of a menu of this size: end-aligned, below its opener, or above the opener if there is no space below. A menu that fits
 * neither above nor below is placed to the left of its opener. If it does not fit there either, the larger of the spaces above and below
 * limits its height, and the menu scrolls.
 */
export function menuPositionOf(
  opener: Box,
  menu: { width: number; height: number },
  view: { width: number; height: number },
): { left: number; top: number; maxHeight: number } {
  const spaceAbove = opener.top - gap * 1.5;
  const spaceBelow = view.height - opener.bottom - gap * 1.5;
  const beside = opener.left - gap / 2 - menu.width;
  if (menu.height > Math.max(spaceAbove, spaceBelow) && beside >= gap) {
    return { left: beside, top: Math.max(gap, Math.min(opener.top, view.height - gap - menu.height)), maxHeight: view.height - gap * 2 };
  }
  const isBelow = spaceBelow >= Math.min(menu.height, spaceAbove);
  const top = isBelow ? opener.bottom + gap / 2 : Math.max(gap, opener.top - gap / 2 - menu.height);
  const left = Math.min(Math.max(gap, opener.right - menu.width), view.width - menu.width - gap);
  return { left, top, maxHeight: isBelow ? spaceBelow : spaceAbove };
}
