// Moving a row of a list without dragging: by its menu, and by the keys of its grip.
import type { KeyboardEvent, PointerEvent } from 'react';
import { movesTexts } from '../texts/moves.ts';
import { EditIcon, type EditIconName } from './edit-icon.tsx';
import type { MenuItem } from './menu.tsx';

/** Positions from 0. */
interface RowPlace {
  place: number;
  count: number;
  onMove: (to: number) => void;
}

export function moveItems({ place, count, onMove }: RowPlace): MenuItem[] {
  const moves: { label: string; icon: EditIconName; to: number; isPossible: boolean }[] = [
    { label: movesTexts.top, icon: 'move-top', to: 0, isPossible: place > 0 },
    { label: movesTexts.up, icon: 'move-up', to: place - 1, isPossible: place > 0 },
    { label: movesTexts.down, icon: 'move-down', to: place + 1, isPossible: place < count - 1 },
    { label: movesTexts.bottom, icon: 'move-bottom', to: count - 1, isPossible: place < count - 1 },
  ];
  return moves
    .filter(({ isPossible }) => isPossible)
    .map(({ label, icon, to }) => ({ label, icon: <EditIcon name={icon} size={19} />, onChoose: () => onMove(to) }));
}

interface GripProps extends RowPlace {
  title: string;
  className: string | undefined;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
}

/** Dragged with a pointer or, when focused, moved by arrow keys, Home and End. */
export function Grip({ title, className, onGrab, ...place }: GripProps) {
  return (
    <button
      type="button"
      className={className}
      data-grip
      data-owns-keys
      aria-label={movesTexts.grip(title)}
      onPointerDown={onGrab}
      onKeyDown={(event) => moveByKey(event, place)}
    >
      <EditIcon name="grip" size={20} />
    </button>
  );
}

function moveByKey(event: KeyboardEvent, { place, count, onMove }: RowPlace): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const places: Record<string, number> = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 };
  const to = places[event.key];
  if (to === undefined) return;
  event.preventDefault(); // the page would scroll
  if (to >= 0 && to < count && to !== place) onMove(to);
}
