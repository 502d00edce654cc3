// What a menu drops: the platform's popover, placed at its opener. Light dismissal, Esc and the way back to the opener are
// the browser's.
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

interface PopoverMenuProps {
  label: string;
  opener: RefObject<HTMLElement | null>;
  className?: string | undefined;
  onClose: () => void;
  /** Its items are buttons; the one marked `data-first-focus` has the focus first, else the first of them. */
  children: ReactNode;
}

/** In the document only while it is open. */
export function PopoverMenu({ label, opener, className, onClose, children }: PopoverMenuProps) {
  const box = useRef<HTMLDivElement>(null);
  // Once: shown again by what is drawn while it is open, it would take the focus back, and open again when an item has closed it.
  useLayoutEffect(() => {
    const menu = box.current;
    if (!menu || !opener.current) return;
    menu.showPopover();
    const place = placeMenu(opener.current.getBoundingClientRect(), menu.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
    menu.style.left = `${place.left}px`;
    menu.style.top = `${place.top}px`;
    (menu.querySelector<HTMLElement>('[data-first-focus]') ?? menu.querySelector('button'))?.focus();
  }, [opener]);

  return (
    <div
      ref={box}
      popover="auto"
      role="menu"
      aria-label={label}
      className={classNames(styles['menu'], className)}
      onKeyDown={walk}
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      {children}
    </div>
  );
}

/** Closes the menu that an item stands in, before what it does. */
export function closeMenuOf(item: HTMLElement): void {
  item.closest<HTMLElement>('[popover]')?.hidePopover();
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

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Kept free between the menu, its opener and the edges of the window, in CSS pixels. */
const gap = 8;

/** Where a menu of this size stands: under its opener, ends aligned; above it where there is no room below. */
export function placeMenu(opener: Box, menu: { width: number; height: number }, view: { width: number; height: number }): { left: number; top: number } {
  const below = opener.bottom + gap / 2;
  const fitsBelow = below + menu.height <= view.height - gap;
  const top = fitsBelow ? below : Math.max(gap, opener.top - gap / 2 - menu.height);
  const left = Math.min(Math.max(gap, opener.right - menu.width), Math.max(gap, view.width - menu.width - gap));
  return { left, top };
}
