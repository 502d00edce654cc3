// Moving a row of a list without dragging: by its menu, and by the keys of its grip.
import type { KeyboardEvent, PointerEvent } from 'react';
import { movesTexts } from '../texts/moves.ts';
import { RareIcon, type RareIconName } from './rare-icon.tsx';
import type { MenuItem } from './menu.tsx';

/** The position of the row in its list, counted from 0, and the function that moves the row. */
interface RowPosition {
  index: number;
  count: number;
  onMove: (toIndex: number) => void;
}

export function moveMenuItems({ index, count, onMove }: RowPosition): MenuItem[] {
  const moves: { label: string; icon: RareIconName; toIndex: number; isPossible: boolean }[] = [
    { label: movesTexts.top, icon: 'move-top', toIndex: 0, isPossible: index > 0 },
    { label: movesTexts.up, icon: 'move-up', toIndex: index - 1, isPossible: index > 0 },
    { label: movesTexts.down, icon: 'move-down', toIndex: index + 1, isPossible: index < count - 1 },
    { label: movesTexts.bottom, icon: 'move-bottom', toIndex: count - 1, isPossible: index < count - 1 },
  ];
  return moves
    .filter(({ isPossible }) => isPossible)
    .map(({ label, icon, toIndex }) => ({ label, icon: <RareIcon name={icon} size={19} />, onChoose: () => onMove(toIndex) }));
}

interface GripProps extends RowPosition {
  title: string;
  className: string | undefined;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
}

/** Moves its row: dragged with a pointer or, when focused, by the arrow keys, Home and End. */
export function Grip({ title, className, onGrab, ...position }: GripProps) {
  return (
    <button
      type="button"
      className={className}
      data-grip
      data-owns-keys
      aria-label={movesTexts.grip(title)}
      onPointerDown={onGrab}
      onKeyDown={(event) => moveByKey(event, position)}
    >
      <RareIcon name="grip" size={20} />
    </button>
  );
}

function moveByKey(event: KeyboardEvent, { index, count, onMove }: RowPosition): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const targets: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 };
  const toIndex = targets[event.key];
  if (toIndex === undefined) return;
  event.preventDefault(); // the page would scroll
  if (toIndex >= 0 && toIndex < count && toIndex !== index) onMove(toIndex);
}
