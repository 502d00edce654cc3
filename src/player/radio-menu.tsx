// A menu of the player that opens upward: one choice of several. Esc, a choice or a tap elsewhere closes it.
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './radio-menu.module.css';

export interface RadioItem {
  key: string;
  label: string;
  /** At the right: a source. */
  note?: string | undefined;
}

interface RadioMenuProps {
  label: string;
  items: readonly RadioItem[];
  chosenKey: string;
  onChoose: (key: string) => void;
  onClose: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function RadioMenu({ label, items, chosenKey, onChoose, onClose }: RadioMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const opener = document.activeElement;
    menu.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
    function tapElsewhere(event: PointerEvent): void {
      if (event.target instanceof Node && !menu.current?.contains(event.target) && !(opener instanceof Node && opener.contains(event.target))) close.current();
    }
    addEventListener('pointerdown', tapElsewhere);
    return () => {
      removeEventListener('pointerdown', tapElsewhere);
      if (opener instanceof HTMLElement && (document.activeElement === document.body || document.activeElement === null)) opener.focus();
    };
  }, []);

  function walk(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      return onClose();
    }
    const choices = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = choices.indexOf(document.activeElement as HTMLButtonElement);
    const step = steps[event.key];
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? choices.length - 1 : step === undefined ? null : (at + step + choices.length) % choices.length;
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation(); // arrows in a menu seek nothing
    choices[next]?.focus();
  }

  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      className={styles['menu']}
      onKeyDown={walk}
      onBlur={(event) => event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget) && onClose()}
    >
      <b className={styles['title']} aria-hidden="true">
        {label}
      </b>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="menuitemradio"
          aria-checked={item.key === chosenKey}
          tabIndex={-1}
          className={classNames(styles['item'], item.key === chosenKey && styles['chosen'])}
          onClick={() => {
            onChoose(item.key);
            onClose();
          }}
        >
          <span className={styles['mark']}>{item.key === chosenKey ? <Icon name="tick" size={17} /> : null}</span>
          <span className={styles['label']}>{item.label}</span>
          {item.note ? <em className={styles['note']}>{item.note}</em> : null}
        </button>
      ))}
    </div>
  );
}
