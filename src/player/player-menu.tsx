// A menu over the picture, with choices, switches, steppers and commands. Esc, a choice or a tap elsewhere closes it.
import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './player-menu.module.css';

interface EntryTexts {
  key: string;
  label: string;
  /** Shown at the end of the entry, for instance a source or a state. */
  note?: string | undefined;
  /** The widest player that shows this entry. A wider one has a button for it. */
  upTo?: 'narrow' | 'medium' | 'wide';
}

export type MenuEntry =
  | (EntryTexts & { kind: 'radio'; isChosen: boolean; onChoose: () => void })
  | (EntryTexts & { kind: 'check'; isOn: boolean; onToggle: () => void })
  /** `staysOpen`: the command opens another menu in the same place. */
  | (EntryTexts & { kind: 'command'; onChoose: () => void; staysOpen?: boolean })
  /** A value between two buttons that change it by one step. */
  | { kind: 'stepper'; key: string; value: string; less: MenuStep; more: MenuStep };

interface MenuStep {
  label: string;
  /** Null if there is no further step in this direction. */
  onStep: (() => void) | null;
}

interface PlayerMenuProps {
  label: string;
  entries: readonly MenuEntry[];
  onClose: () => void;
}

const arrowSteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function PlayerMenu({ label, entries, onClose }: PlayerMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const opener = document.activeElement;
    const initialItem =
      menu.current?.querySelector<HTMLElement>('[role="menuitemradio"][aria-checked="true"]') ??
      [...(menu.current?.querySelectorAll('button') ?? [])].find((choice) => choice.offsetParent !== null);
    initialItem?.focus();
    function onOutsideTap(event: PointerEvent): void {
      if (event.target instanceof Node && !menu.current?.contains(event.target) && !(opener instanceof Node && opener.contains(event.target))) close();
    }
    addEventListener('pointerdown', onOutsideTap);
    return () => {
      removeEventListener('pointerdown', onOutsideTap);
      if (opener instanceof HTMLElement && (document.activeElement === document.body || document.activeElement === null)) opener.focus();
    };
  }, [label]);

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      return onClose();
    }
    const choices = [...(menu.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])].filter((choice) => choice.offsetParent !== null);
    const focusedIndex = choices.indexOf(document.activeElement as HTMLButtonElement);
    const step = arrowSteps[event.key];
    const nextIndex =
      event.key === 'Home' ? 0 : event.key === 'End' ? choices.length - 1 : step === undefined ? null : (focusedIndex + step + choices.length) % choices.length;
    if (nextIndex === null) return;
    event.preventDefault();
    event.stopPropagation(); // arrow keys in a menu do not seek
    choices[nextIndex]?.focus();
  }

  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      className={styles['menu']}
      onKeyDown={handleKey}
      onBlur={(event) => event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget) && onClose()}
    >
      <MenuTitle>{label}</MenuTitle>
      {entries.map((entry) => (
        <Entry key={entry.key} entry={entry} onClose={onClose} />
      ))}
    </div>
  );
}

function MenuTitle({ children }: { children: ReactNode }) {
  return (
    <b className={styles['title']} aria-hidden="true">
      {children}
    </b>
  );
}

function Entry({ entry, onClose }: { entry: MenuEntry; onClose: () => void }) {
  switch (entry.kind) {
    case 'stepper':
      return (
        <div className={styles['stepper']} role="group" aria-label={entry.value}>
          <StepButton step={entry.less} sign="−" />
          <b aria-hidden="true">{entry.value}</b>
          <StepButton step={entry.more} sign="+" />
        </div>
      );
    case 'radio':
      return (
        <Item
          texts={entry}
          kind="radio"
          isChecked={entry.isChosen}
          onClick={() => {
            entry.onChoose();
            onClose();
          }}
        />
      );
    case 'check':
      return <Item texts={entry} kind="check" isChecked={entry.isOn} onClick={entry.onToggle} />;
    case 'command':
      return (
        <Item
          texts={entry}
          kind="command"
          onClick={() => {
            if (!entry.staysOpen) onClose();
            entry.onChoose();
          }}
        />
      );
  }
}

const roles = { radio: 'menuitemradio', check: 'menuitemcheckbox', command: 'menuitem' } as const;

interface ItemProps {
  texts: EntryTexts;
  kind: keyof typeof roles;
  isChecked?: boolean;
  onClick: () => void;
}

function Item({ texts, kind, isChecked, onClick }: ItemProps) {
  return (
    <button
      type="button"
      role={roles[kind]}
      {...(isChecked !== undefined && { 'aria-checked': isChecked })}
      tabIndex={-1}
      className={classNames(styles['item'], texts.upTo && styles[texts.upTo], isChecked && kind === 'radio' && styles['chosen'])}
      onClick={onClick}
    >
      <span className={styles['mark']}>{isChecked ? <Icon name="tick" size={17} /> : null}</span>
      <span className={styles['label']}>{texts.label}</span>
      {texts.note ? <em className={styles['note']}>{texts.note}</em> : null}
    </button>
  );
}

function StepButton({ step, sign }: { step: MenuStep; sign: string }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles['step']}
      aria-label={step.label}
      // Not `disabled`, because the focus, and with it Esc, would be lost at the last step.
      aria-disabled={step.onStep === null}
      onClick={() => step.onStep?.()}
    >
      {sign}
    </button>
  );
}
